// Exact answers about goals: every turn and every reply is gone through, nothing is guessed.
#pragma once

#include <optional>
#include <vector>

#include "rules/position.h"

namespace gajah {

// The same board with the other side to move.
Position passed(const Position& position);

// Has that side won the position, which is one between two turns?
bool has_won(Side side, const Position& position);

// Every turn that wins the game at once, each in its shortest form.
std::vector<Turn> winning_turns(const Position& position);

// A turn with which the other side would goal if the side to move did nothing.
std::optional<Turn> threatened_goal(const Position& position);

// One of them, or nothing: the goal cannot be stopped.
std::optional<Turn> find_defence(const Position& position);

// The reply that leaves the other side the fewest ways to win, among those that parry most. One
// that loses at once is the last resort. Throws std::invalid_argument when the position is decided.
Turn stubborn_reply(const Position& position);

}  // namespace gajah
