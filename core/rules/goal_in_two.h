// A goal that the opponent can no longer stop: for puzzles, and for the search.
#pragma once

#include <optional>
#include <vector>

#include "rules/position.h"

namespace gajah {

// A turn that threatens to goal and after which every legal reply leaves a goal, proven by going
// through all of them. Nothing when the position is decided, when there is a goal already now,
// or when no such turn exists. Repetition is not considered. Takes milliseconds, seldom seconds.
std::optional<Turn> find_goal_in_two(const Position& position);

// The same with a limit: boards after a turn and after a reply are counted down. When none are
// left, nothing is known.
std::optional<Turn> find_goal_in_two(const Position& position, int& boards_left);

// Has the side that just moved kept the other from winning by goal in its next turn?
bool stops_goal(const Position& after);

// Whether some reply of the side to move keeps the other from a goal in its next turn. Nothing
// when that is not known after most_boards. Repetition is not considered.
std::optional<bool> can_defend(const Position& position, int most_boards);

// Every turn after which the other side has no goal.
std::vector<Turn> defending_turns(const Position& position);

}  // namespace gajah
