// Positions and turns by the evaluation alone, for players that look at whole turns.
#pragma once

#include <utility>
#include <vector>

#include "eval/evaluation.h"
#include "rules/position.h"

namespace gajah {

// The evaluation for the side to move.
int evaluate(const Position& position, const Weights& weights);
// What a position between two turns is worth to the side to move, wins and losses included.
int value_of(const Position& position, const Weights& weights);
// The best turn and its value, or one of at least `beta`; the legal ones of `first` are tried
// before all others.
std::pair<Turn, int> best_turn(const Position& position, const Weights& weights, int beta,
                               const std::vector<Turn>& first);
// Every distinct turn with the value of the position it leaves, for the side that moves.
std::vector<std::pair<Turn, int>> evaluate_turns(const Position& position, const Weights& weights,
                                                 const std::vector<std::uint64_t>& banned);

}  // namespace gajah
