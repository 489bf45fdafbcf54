#include "engine/time_share.h"

#include <algorithm>

namespace gajah {

namespace {

// Kept back for everything that is not thinking: pipes, a busy machine, a slow referee.
constexpr double kSafetyS = 0.05;
constexpr double kSafetyShare = 0.03;
// The reserve is spread over this many turns to come; real games last about 35 a side.
constexpr double kTurnsAhead = 25.0;
// A hard turn may take this many times what it is worth.
constexpr double kStretch = 2.5;
constexpr double kLeastS = 0.005;

}  // namespace

SearchLimits share_of(const ClockReading& clock) {
    const double safety = kSafetyS + kSafetyShare * std::min(clock.available_s, clock.move_s);
    const double most = std::max(kLeastS, clock.available_s - safety);
    const double worth =
        std::max(kLeastS, clock.move_s + clock.reserve_s / kTurnsAhead - clock.used_s - kSafetyS);
    const double hard = std::max(kLeastS, std::min(most, worth * kStretch));
    return {.soft_s = std::min(worth, hard), .hard_s = hard};
}

}  // namespace gajah
