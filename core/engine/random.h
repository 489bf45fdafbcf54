// Repeatable chance: the same seed gives the same numbers on every machine.
#pragma once

#include <cstdint>

#include "engine/arithmetic.h"
#include "rules/board.h"

namespace gajah {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next() { return detail::splitmix(state_); }
    // Strictly between 0 and 1.
    float unit() {
        constexpr float kScale = 1.0F / 8388608.0F;
        return (static_cast<float>(next() >> 41) + 0.5F) * kScale;
    }
    // From 0 to n - 1.
    int below(int n) {
        return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(n) >> 32);
    }
    // Added to log-probabilities, the largest sum is a draw from the distribution.
    float gumbel() { return -log_of(-log_of(unit())); }

private:
    std::uint64_t state_;
};

}  // namespace gajah
