// A request to end a search, made from any thread before the search begins or while it runs.
#pragma once

#include <atomic>

namespace gajah {

class Stop {
public:
    void set() { is_set_.store(true); }
    bool is_set() const { return is_set_.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> is_set_{false};
};

}  // namespace gajah
