// Ways to bring a piece somewhere within the turn, found by trying the legal steps.
#pragma once

#include <vector>

#include "rules/position.h"

namespace gajah {

struct Route {
    enum class Kind : std::uint8_t { Walk, Push, Pull };
    Kind kind{};
    std::vector<Square> squares;  // of the piece, the first and the last included
    std::vector<Step> steps;      // of all pieces, captures included
    int lost = 0;                 // pieces of the side to move
};

// Every way to move the piece there by legal steps, the shortest and safest first. Where several
// ways use the same squares, only the shortest are given, and the shortest of those that lose
// nothing.
std::vector<Route> find_routes(const Position& position, Square square);

}  // namespace gajah
