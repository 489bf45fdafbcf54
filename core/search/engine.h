// The engine: threads, iterations, time, and lines of whole turns.
#pragma once

#include <functional>
#include <optional>

#include "rules/position.h"
#include "search/searcher.h"

namespace gajah {

// Steps; a search that may look so far has no limit of depth.
inline constexpr int kDeepest = 64;

struct SearchLimits {
    double soft_s = 1e9;  // stop between iterations, and earlier when the choice is clear
    double hard_s = 1e9;  // stop at once
    std::uint64_t nodes = UINT64_MAX;
    int depth = kDeepest;  // steps
    int lines = 1;         // different turns to report
    int first_depth = 1;   // of the alpha-beta search, where less is known already
};

// A way to play: the rest of this turn, then the turns expected to follow.
struct SearchLine {
    Turn turn;
    std::vector<Turn> continuation;
    int score = 0;  // centi-rabbits, or beyond kWinBound
};

// Best first. A later line may turn out better than an earlier one: what it is compared with was
// forgotten or searched less deeply.
void sort_by_score(std::vector<SearchLine>& lines);

struct SearchReport {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    int table_permille = 0;
    std::vector<SearchLine> lines;  // best first
};

class Engine {
public:
    using Progress = std::function<void(const SearchReport&)>;

    Engine(std::size_t hash_mb, int threads, const Weights& weights,
           const StepWeights& step_weights);

    // Searches until a limit or until stop() from another thread. `history` holds the
    // repetition keys of all positions at turn ends so far, this one's included. The position
    // must not be decided. Reports have at least one line, and its turn is legal.
    SearchReport search(const Position& position, const std::vector<std::uint64_t>& history,
                        const SearchLimits& limits, const Progress& progress);
    void stop() { stop_.store(true); }
    // Forgets everything learned in earlier searches.
    void clear() { table_.clear(); }

private:
    Table table_;
    int threads_;
    Weights weights_;
    StepWeights step_weights_;
    std::atomic<bool> stop_{false};

    SearchReport search_settled(const Position& position, const GameHistory& history,
                                const SearchLimits& limits, const Progress& progress);
    SearchReport search_pending(const Position& position, const GameHistory& history,
                                const SearchLimits& limits, const Progress& progress);
};

// A goal at hand needs no search. Where more lines are wanted, other turns that win by goal follow.
SearchReport report_goal(const Position& position, const Turn& goal, int wanted);

// A win probability for the side to move, fitted on games the engine played against itself.
double win_probability(int score);
// The other way round; never beyond what is only thought, not proven.
int score_of_probability(double probability);

}  // namespace gajah
