// The time manager: what a clock leaves for one turn.
#pragma once

#include "engine/limits.h"

namespace gajah {

// A side's clock in the middle of its turn, in seconds.
struct ClockReading {
    double available_s;  // until the turn is lost on time, or the game is stopped
    double move_s;       // given for every turn
    double reserve_s;    // at the start of the turn
    double used_s;       // of this turn
};

// How time is spent.
struct ClockHabits {
    // The reserve is spread over this many turns to come; real games last about 35 a side.
    double turns_ahead = 25.0;
    // A hard turn may take this many times what it is worth.
    double stretch = 2.5;
};

// What the turn is worth (soft_s) and what it must never exceed (hard_s).
SearchLimits share_of(const ClockReading& clock, const ClockHabits& habits = {});

}  // namespace gajah
