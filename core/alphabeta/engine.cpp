#include "alphabeta/engine.h"

#include <algorithm>
#include <cmath>

#include "alphabeta/deepening.h"
#include "engine/legal.h"
#include "rules/win.h"

namespace gajah {

namespace {

using Clock = std::chrono::steady_clock;

// What kWinProbabilityScale is in the evaluation's own unit, which fitting has made smaller:
// docs/engine.md.
constexpr double kEvaluationScale = 1000.0;
// Seconds; a clock could not hold much more.
constexpr double kLongestSearch = 1e7;

// What a search found, in the unit of reports.
SearchReport in_centirabbits(SearchReport report) {
    for (SearchLine& line : report.lines)
        if (!is_decided(line.score))
            line.score =
                static_cast<int>(std::lround(line.score * kWinProbabilityScale / kEvaluationScale));
    return report;
}

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// A way to settle a push or pull under way, and where it leads.
struct Way {
    Turn steps;  // one, or none
    Position position;
};

std::vector<Way> ways_to_settle(const Position& position) {
    std::vector<Way> ways;
    if (position.pending() != Pending::Push) ways.push_back({{}, position.settled()});
    for (Step step : position.settling_steps()) {
        Turn steps;
        steps.push_back(step);
        ways.push_back({steps, position.after(step).settled()});
    }
    return ways;
}

// The same line from before the push or pull was settled.
SearchLine after_way(const Way& way, SearchLine line) {
    Turn whole = way.steps;
    for (Step step : line.turn) whole.push_back(step);
    line.turn = whole;
    if (line.score >= kWinBound) line.score -= way.steps.size();
    if (line.score <= -kWinBound) line.score += way.steps.size();
    return line;
}

// The best of lines that were found apart and may lead to the same board.
std::vector<SearchLine> best_of(std::vector<SearchLine> lines, const Position& position, int most) {
    sort_by_score(lines);
    std::vector<SearchLine> best;
    std::vector<std::uint64_t> boards;
    for (SearchLine& line : lines) {
        if (static_cast<int>(best.size()) == most) break;
        const auto board = board_after(position, line.turn, History(), boards);
        if (!board) continue;
        boards.push_back(*board);
        best.push_back(std::move(line));
    }
    return best;
}

}  // namespace

AlphaBetaEngine::AlphaBetaEngine(std::size_t hash_mb, int threads, const Weights& weights,
                                 const StepWeights& step_weights)
    : table_(hash_mb),
      threads_(std::max(1, threads)),
      weights_(weights),
      step_weights_(step_weights) {}

SearchReport AlphaBetaEngine::search(const Position& position,
                                     const std::vector<std::uint64_t>& history,
                                     const SearchLimits& limits, const Progress& progress,
                                     const Stop& stop) {
    table_.new_search();
    const History counts(history);
    Progress report;
    if (progress) report = [&](const SearchReport& r) { progress(in_centirabbits(r)); };
    return in_centirabbits(position.pending() != Pending::None
                               ? search_pending(position, counts, limits, report, stop)
                               : search_settled(position, counts, limits, report, stop));
}

SearchReport AlphaBetaEngine::search_settled(const Position& position, const History& history,
                                             const SearchLimits& limits, const Progress& progress,
                                             const Stop& stop) {
    const auto start = Clock::now();
    if (const auto win = find_win(position)) {
        SearchReport report = report_win(position, *win, limits.lines);
        report.seconds = seconds_since(start);
        if (progress) progress(report);
        return report;
    }
    const auto most = std::chrono::duration<double>(std::min(limits.hard_s, kLongestSearch));
    const auto deadline = start + std::chrono::duration_cast<Clock::duration>(most);
    SearchContext context{weights_, step_weights_, table_,   history,
                          {},       stop,          deadline, limits.nodes};
    return Deepening(context, position, limits, threads_ - 1).run(progress);
}

// A push or pull is under way: every way to settle it is searched on its own, all of them to the
// same depth before any goes deeper.
SearchReport AlphaBetaEngine::search_pending(const Position& position, const History& history,
                                             const SearchLimits& limits, const Progress& progress,
                                             const Stop& stop) {
    const auto start = Clock::now();
    const std::vector<Way> ways = ways_to_settle(position);
    SearchReport best;
    SearchLimits share = limits;
    for (int depth = 1; depth <= limits.depth; ++depth) {
        share.first_depth = share.depth = depth;
        std::vector<SearchLine> lines;
        for (const Way& way : ways) {
            share.hard_s = std::max(0.0, limits.hard_s - seconds_since(start));
            share.nodes = limits.nodes - std::min(limits.nodes, best.nodes);
            const auto report = search_settled(way.position, history, share, nullptr, stop);
            best.nodes += report.nodes;
            for (const SearchLine& line : report.lines) lines.push_back(after_way(way, line));
        }
        best.seconds = seconds_since(start);
        const bool complete =
            !stop.is_set() && best.seconds < limits.hard_s && best.nodes < limits.nodes;
        // What was cut short is better than nothing, and worse than the depth before.
        if (complete || best.lines.empty()) {
            best.depth = complete ? depth : 0;
            best.lines = best_of(std::move(lines), position, limits.lines);
            if (progress && !best.lines.empty()) progress(best);
        }
        const bool decided = !best.lines.empty() && is_decided(best.lines[0].score) &&
                             limits.lines == 1 && depth >= position.steps_left();
        if (!complete || decided || best.seconds >= limits.soft_s) break;
    }
    return best;
}

}  // namespace gajah
