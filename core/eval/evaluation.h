// How good a position is, without looking ahead, in the evaluation's own unit: once a centi-rabbit,
// by now smaller (kEvaluationScale in alphabeta/engine.cpp).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "eval/features.h"
#include "rules/position.h"

namespace gajah {

// One weight a feature, in sixteenths of that unit so that small ones can be told apart.
class Weights {
public:
    static constexpr int kUnit = 16;
    // Both throw std::invalid_argument; features that are not named weigh nothing.
    static Weights from(const std::vector<int>& values);
    static Weights named(const std::map<std::string, int>& values);
    int operator[](int feature) const { return values_[static_cast<std::size_t>(feature)]; }
    const std::array<int, feature::kCount>& values() const { return values_; }

private:
    std::array<int, feature::kCount> values_{};
};

// From the point of view of `side`, which is to move with `steps_left`.
int evaluate(const Board& board, Side side, int steps_left, const Weights& weights);

// The features of a position from gold's point of view: (feature, count) pairs, gold's positive
// and silver's negative. The material formula is not among them: see material().
std::vector<std::pair<int, int>> feature_counts(const Position& position);

}  // namespace gajah
