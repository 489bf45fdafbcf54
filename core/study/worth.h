// What a capture is worth: a search of fixed size, so that the same question has one answer.
#pragma once

#include <vector>

#include "alphabeta/step_order.h"
#include "engine/report.h"
#include "eval/evaluation.h"

namespace gajah {

// Pieces by their kinds, the strongest first.
using Kinds = std::vector<Kind>;

// The opponent's pieces that a complete turn of `mover` captures.
Kinds captured_kinds(Side mover, const Turn& turn);

// Is there a piece at least as strong for each of `target`?
bool is_as_much(const Kinds& taken, const Kinds& target);

// A fresh alpha-beta engine for each question, with one thread and a fixed number of nodes: it
// answers the same each time, on every machine.
class FixedSearch {
public:
    FixedSearch(const Weights& weights, const StepWeights& step_weights)
        : weights_(weights), step_weights_(step_weights) {}

    // The best turn. Throws std::invalid_argument when the position is decided.
    SearchLine best(const Position& position) const;
    // What the position after a turn is worth to the side that played it.
    int score_after(const Position& after) const;

private:
    Weights weights_;
    StepWeights step_weights_;
};

}  // namespace gajah
