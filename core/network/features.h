// A position as the network takes it, packed: 64 squares to a word, because thousands of
// positions travel to the GPU at a time and are unpacked there.
//
// Seen from the side to move:
//   0-5    own rabbits, cats, dogs, horses, camel, elephant
//   6-11   the opponent's
//   12     own frozen pieces        13     the opponent's frozen pieces
//   14     where a push must be completed
//   15     where a pull may be completed
//   16     the number of steps left
// While a side sets up, 14 holds the free squares of its two rows and 16 is zero: no steps are
// left, which never happens in play.
//
// People who train things get planes of 0 and 1 instead, [plane][row][column] with row 0 being the
// mover's own back row: the same sixteen, and all ones on plane 15 + steps left.
#pragma once

#include <vector>

#include "rules/position.h"

namespace gajah {

inline constexpr std::size_t kFeatureWords = 17;
inline constexpr std::size_t kPlanes = 20;
inline constexpr std::size_t kPlaneNumbers = kPlanes * 64;

// Writes kFeatureWords words.
void pack_features(const Position& position, std::uint64_t* words);
// The same for many, kFeatureWords words each.
std::vector<std::uint64_t> pack_features(const std::vector<Position>& positions);
std::vector<float> planes_of(const std::vector<Position>& positions);
// The planes of packed words: writes kPlaneNumbers numbers.
void write_planes(const std::uint64_t* words, float* planes);
// The same for a side that is setting up.
void pack_setup_features(const Position& position, std::uint64_t* words);

}  // namespace gajah
