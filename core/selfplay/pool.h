// Threads that share one piece of work after another.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gajah {

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
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        wake_.notify_all();
        for (std::thread& t : threads_) t.join();
    }

    // Every thread calls `work` once; returns when all have come back.
    void run(const std::function<void()>& work) {
        if (threads_.empty()) return work();
        std::unique_lock lock(mutex_);
        work_ = &work;
        busy_ = threads_.size();
        ++round_;
        wake_.notify_all();
        done_.wait(lock, [this] { return busy_ == 0; });
    }

private:
    void serve() {
        std::uint64_t served = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            wake_.wait(lock, [&] { return stopping_ || round_ != served; });
            if (stopping_) return;
            served = round_;
            lock.unlock();
            (*work_)();
            lock.lock();
            if (--busy_ == 0) done_.notify_one();
        }
    }

    std::vector<std::thread> threads_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    const std::function<void()>* work_ = nullptr;
    std::uint64_t round_ = 0;
    std::size_t busy_ = 0;
    bool stopping_ = false;
};

}  // namespace gajah
