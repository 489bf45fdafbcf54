#include "engine/time_share.h"

#include <algorithm>

namespace gajah {

namespace {

// Kept back for everything that is not thinking: pipes, a busy machine, a slow referee.
constexpr double kSafetyS = 0.05;
constexpr double kSafetyShare = 0.03;
constexpr double kLeastS = 0.005;

}  // namespace

SearchLimits share_of(const ClockReading& clock, const ClockHabits& habits) {
    const double safety = kSafetyS + kSafetyShare * std::min(clock.available_s, clock.move_s);
    const double most = std::max(kLeastS, clock.available_s - safety);
    const double worth = std::max(
        kLeastS, clock.move_s + clock.reserve_s / habits.turns_ahead - clock.used_s - kSafetyS);
    const double hard = std::max(kLeastS, std::min(most, worth * habits.stretch));
    return {.soft_s = std::min(worth, hard), .hard_s = hard};
}

}  // namespace gajah
