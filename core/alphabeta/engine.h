// The alpha-beta engine: a table that lasts from search to search, and what is asked of it.
#pragma once

#include "alphabeta/searcher.h"
#include "engine/report.h"

namespace gajah {

class AlphaBetaEngine {
public:
    using Progress = SearchProgress;

    AlphaBetaEngine(std::size_t hash_mb, int threads, const Weights& weights,
                    const StepWeights& step_weights);

    // Searches until a limit is reached or `stop` is set. `history` holds the repetition keys of
    // all positions at turn ends so far, this one's included. The position must not be decided.
    // Reports have at least one line, and its turn is legal.
    SearchReport search(const Position& position, const std::vector<std::uint64_t>& history,
                        const SearchLimits& limits, const Progress& progress,
                        const Stop& stop = {});
    // Forgets everything learned in earlier searches.
    void clear() { table_.clear(); }

private:
    Table table_;
    int threads_;
    Weights weights_;
    StepWeights step_weights_;

    SearchReport search_settled(const Position& position, const History& history,
                                const SearchLimits& limits, const Progress& progress,
                                const Stop& stop);
    SearchReport search_pending(const Position& position, const History& history,
                                const SearchLimits& limits, const Progress& progress,
                                const Stop& stop);
};

}  // namespace gajah
