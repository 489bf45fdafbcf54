// Good first turns: named setups for gold, and silver's answers to gold's.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/random.h"
#include "rules/position.h"

namespace gajah {

// A setup of gold's, back row, then front row, a to h.
struct NamedSetup {
    std::string_view name;
    std::string_view back;
    std::string_view front;
};

// The first of them is the default.
std::span<const NamedSetup> named_setups();

// The pieces of a handicap, by their letters. Throws NotationError for more than a side has, or all
// of its rabbits.
std::vector<Piece> parse_handicap(std::string_view letters);

// One of them for a side, silver's seen from across the board; `mirror` swaps left and right. The
// pieces that a handicap takes away leave gaps, best in the middle of the back row.
Setup make_setup(const NamedSetup& named, Side side, bool mirror, std::span<const Piece> missing);

// A good setup for the position's side: the default one, or drawn by chance. Silver keeps its camel
// on the wing away from gold's elephant and puts its elephant across from gold's camel, which it
// wants to harass.
Setup choose_setup(const Position& position, std::span<const Piece> missing, Random* chance);

}  // namespace gajah
