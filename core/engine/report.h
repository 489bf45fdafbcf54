// What a search says, whichever engine it is.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/limits.h"
#include "rules/position.h"

namespace gajah {

// A way to play: the rest of this turn, then the turns expected to follow.
struct SearchLine {
    Turn turn;
    std::vector<Turn> continuation;
    int score = 0;  // centi-rabbits, or beyond kWinBound
};

// Best first. A later line may turn out better than an earlier one: what it is compared with was
// forgotten or searched less deeply.
void sort_by_score(std::span<SearchLine> lines);

struct SearchReport {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<SearchLine> lines;  // best first
};

using SearchProgress = std::function<void(const SearchReport&)>;

// A win at hand needs no search. Where more lines are wanted, other turns that win follow.
SearchReport report_win(const Position& position, const Turn& win, int wanted);

// Centi-rabbits for odds of e : 1, so that a rabbit captured early is worth about one.
inline constexpr double kWinProbabilityScale = 350.0;
// A win probability for the side to move, fitted on games the engine played against itself.
double win_probability(int score);
// The other way round; never beyond what is only thought, not proven.
int score_of_probability(double probability);

}  // namespace gajah
