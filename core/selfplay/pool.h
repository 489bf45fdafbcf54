// Threads that share one piece of work after another.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gajah {

// Not with std::barrier, which sleeps on where MinGW's library implements it.
class Pool {
public:
    // One thread means the caller's own.
    explicit Pool(int threads) {
        if (threads <= 1) return;
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(); });
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() {
        begin(nullptr);
        for (std::thread& t : threads_) t.join();
    }

    // Every thread calls `work` once; returns when all have come back.
    void run(const std::function<void()>& work) {
        if (threads_.empty()) return work();
        begin(&work);
        std::unique_lock lock(mutex_);
        ended_.wait(lock, [this] { return at_work_ == 0; });
    }

private:
    void begin(const std::function<void()>* work) {
        const std::lock_guard lock(mutex_);
        work_ = work;
        at_work_ = threads_.size();
        ++round_;
        begun_.notify_all();
    }

    void serve() {
        std::unique_lock lock(mutex_);
        for (unsigned seen = 0;; ++seen) {
            begun_.wait(lock, [&] { return round_ != seen; });
            if (!work_) return;
            lock.unlock();
            (*work_)();
            lock.lock();
            if (--at_work_ == 0) ended_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable begun_;
    std::condition_variable ended_;
    // Of the round under way, or of the last one: none at all ends the threads.
    const std::function<void()>* work_ = nullptr;
    std::size_t at_work_ = 0;
    unsigned round_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace gajah
