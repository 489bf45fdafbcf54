// What the pieces left are worth, in centi-rabbits.
//
// A piece is worth more the fewer enemy pieces can push it about, and rabbits and pieces need
// each other. The formula is the community's "HarLog" material evaluation; a full side's first
// rabbit is worth 100.
#pragma once

#include "rules/board.h"

namespace gajah {

// From gold's point of view.
int material(const Board& board);

}  // namespace gajah
