// Iterative deepening: one position searched to depth after depth, by one thread or several.
#pragma once

#include <memory>
#include <optional>

#include "alphabeta/searcher.h"
#include "engine/report.h"

namespace gajah {

class Iteration;
class Helpers;

// No push or pull may be under way, and there is no goal at hand.
class Deepening {
public:
    Deepening(SearchContext& context, const Position& position, const SearchLimits& limits,
              int helpers);
    ~Deepening();
    Deepening(const Deepening&) = delete;
    Deepening& operator=(const Deepening&) = delete;

    SearchReport run(const SearchProgress& progress);

private:
    // What one depth has found.
    struct Found {
        std::vector<SearchLine> lines;
        bool is_complete = true;
    };
    Found search_lines(int depth);
    std::optional<SearchLine> next_line(int depth, Found& found);
    bool counts(const Found& found) const;
    void take(Found found, int depth);
    bool is_enough(int depth) const;
    void note_effort();

    SearchContext& context_;
    const Position& position_;
    const SearchLimits& limits_;
    std::chrono::steady_clock::time_point start_;
    State root_;
    Stop is_done_;  // for the helpers; the caller's own is never set here
    SearchContext helper_context_;
    std::unique_ptr<Iteration> main_;
    std::unique_ptr<Helpers> helpers_;

    SearchReport report_;
    std::vector<int> guesses_;  // the last iteration's scores, in the order of search
    int iterations_unchanged_ = 0;
};

}  // namespace gajah
