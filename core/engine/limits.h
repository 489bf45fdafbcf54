// What a search may take, whichever engine it is.
#pragma once

#include <cstdint>

namespace gajah {

// Steps; a search of this depth has no limit of depth.
inline constexpr int kDeepest = 64;
// What an engine may be made with.
inline constexpr int kMostHashMb = 65536;
inline constexpr int kMostThreads = 256;
// Memory in MB unless another size is asked for. A tree grows as it is thought about: this one
// holds some 400,000 positions, two minutes on one core.
inline constexpr int kUsualTableMb = 64;
inline constexpr int kUsualTreeMb = 1024;

struct SearchLimits {
    double soft_s = 1e9;  // stop between iterations, and earlier when the choice is clear
    double hard_s = 1e9;  // stop at once
    std::uint64_t nodes = UINT64_MAX;
    int depth = kDeepest;  // steps
    int lines = 1;         // different turns to report
    int first_depth = 1;   // of the alpha-beta search, where less is known already
};

}  // namespace gajah
