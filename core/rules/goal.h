// Can the side to move bring a rabbit to its goal row with the steps it has left? Exact.
#pragma once

#include <optional>

#include "rules/position.h"

namespace gajah {

// The fewest steps that end the turn with a rabbit on the goal row, if there are any. Empty
// when the rabbit stands there already in the middle of a turn; none when it stood there before
// the turn, since the game is over then.
std::optional<Turn> find_goal(const Position& position);

// The same question for a bare board, for the search: nothing pending, `steps` to spend.
bool can_goal(const Board& board, Side side, int steps);

// A quick look: false only if the side cannot goal with so many steps in a row, of one turn or
// more.
bool may_goal(const Board& board, Side side, int steps);

}  // namespace gajah
