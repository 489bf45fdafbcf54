// Threads beside the main one.
#pragma once

#include <exception>
#include <thread>
#include <vector>

namespace gajah {

// Starts work(0), work(1), ... in threads of their own, up to `count`: where the machine gives no
// more, a search goes on with fewer.
template <class Work>
std::vector<std::thread> start_threads(int count, const Work& work) {
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(count));
    try {
        for (int i = 0; i < count; ++i) threads.emplace_back(work, i);
    } catch (const std::exception&) {
    }
    return threads;
}

}  // namespace gajah
