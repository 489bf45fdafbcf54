// Positions as arrays for people who train things.
//
// Seen from the side to move, so that its goal row is always the last one:
//   0-5    own rabbits, cats, dogs, horses, camel, elephant
//   6-11   the opponent's
//   12     own frozen pieces        13     the opponent's frozen pieces
//   14     where a push must be completed
//   15     where a pull may be completed
//   16-19  all ones on plane 15 + steps left, zeros elsewhere
// [plane][row][column], row 0 being the mover's own back row.
#pragma once

#include "rules/position.h"

namespace gajah {

inline constexpr std::size_t kPlanes = 20;
inline constexpr std::size_t kPlaneFloats = kPlanes * 64;

// Writes into kPlaneFloats zeros.
void fill_planes(const Position& position, float* planes);

}  // namespace gajah
