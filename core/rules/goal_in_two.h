// A goal that the opponent can no longer stop: for puzzles, and to measure the search with.
#pragma once

#include <optional>

#include "rules/position.h"

namespace gajah {

// A turn that threatens to goal and after which every legal reply leaves a goal, proven by going
// through all of them. Nothing when the position is decided, when there is a goal already now,
// or when no such turn exists. Repetition is not considered. Takes up to seconds.
std::optional<Turn> find_goal_in_two(const Position& position);

// Has the side that just moved kept the other from winning by goal in its next turn?
bool stops_goal(const Position& after);

// Whether some reply of the side to move keeps the other from a goal in its next turn. Nothing
// when that is not known after most_replies. Repetition is not considered.
std::optional<bool> can_defend(const Position& position, int most_replies);

}  // namespace gajah
