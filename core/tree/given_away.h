// What a turn gives away, as far as one reply of the opponent shows it.
#pragma once

#include "rules/position.h"

namespace gajah {

// Of the side that has just moved: 0, nothing; higher for a stronger piece that the side to move
// can capture for less than it is; highest for a game that is lost, or a goal at hand.
int given_away(const Position& after);

}  // namespace gajah
