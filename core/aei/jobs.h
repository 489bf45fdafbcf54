// A thread that does one thing after the other.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace gajah {

class JobQueue {
public:
    using Job = std::function<void()>;

    JobQueue() : thread_([this] { work(); }) {}
    // Does what is under way to its end, and no more.
    ~JobQueue() {
        {
            const std::lock_guard lock(mutex_);
            is_closed_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }
    JobQueue(const JobQueue&) = delete;
    JobQueue& operator=(const JobQueue&) = delete;

    void put(Job job) {
        {
            const std::lock_guard lock(mutex_);
            jobs_.push_back(std::move(job));
        }
        changed_.notify_all();
    }
    // Waits until all is done, for so long at most.
    void finish(std::chrono::seconds patience) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, patience, [this] { return jobs_.empty() && !is_busy_; });
    }

private:
    void work() {
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return is_closed_ || !jobs_.empty(); });
            if (is_closed_) return;
            const Job job = std::move(jobs_.front());
            jobs_.pop_front();
            is_busy_ = true;
            lock.unlock();
            job();
            lock.lock();
            is_busy_ = false;
            changed_.notify_all();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool is_busy_ = false;
    bool is_closed_ = false;
    std::thread thread_;
};

}  // namespace gajah
