// Threads that share one piece of work after another.
#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace gajah {

class Pool {
public:
    // One thread means the caller's own.
    explicit Pool(int threads) : begin_(threads + 1), end_(threads + 1) {
        if (threads <= 1) return;
        for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(); });
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;
    ~Pool() {
        if (threads_.empty()) return;
        work_ = nullptr;
        begin_.arrive_and_wait();
        for (std::thread& t : threads_) t.join();
    }

    // Every thread calls `work` once; returns when all have come back.
    void run(const std::function<void()>& work) {
        if (threads_.empty()) return work();
        work_ = &work;
        begin_.arrive_and_wait();
        end_.arrive_and_wait();
    }

private:
    void serve() {
        for (;;) {
            begin_.arrive_and_wait();
            if (!work_) return;
            (*work_)();
            end_.arrive_and_wait();
        }
    }

    // The caller arrives as well.
    std::barrier<> begin_;
    std::barrier<> end_;
    const std::function<void()>* work_ = nullptr;
    std::vector<std::thread> threads_;
};

}  // namespace gajah
