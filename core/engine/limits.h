// What a search may take, whichever engine it is.
#pragma once

#include <cstdint>

namespace gajah {

// Steps; a search of this depth has no limit of depth.
inline constexpr int kDeepest = 64;

struct SearchLimits {
    double soft_s = 1e9;  // stop between iterations, and earlier when the choice is clear
    double hard_s = 1e9;  // stop at once
    std::uint64_t nodes = UINT64_MAX;
    int depth = kDeepest;  // steps
    int lines = 1;         // different turns to report
    int first_depth = 1;   // of the alpha-beta search, where less is known already
};

}  // namespace gajah
