#include "search/engine.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "rules/goal.h"
#include "rules/turns.h"
#include "search/legal.h"
#include "search/threads.h"

namespace gajah {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAspiration = 60;  // half a window around the last score
// Centi-rabbits for odds of e : 1, so that a rabbit captured early is worth about one.
constexpr double kWinProbabilityScale = 350.0;
// The same in the evaluation's own unit, which fitting has made smaller: docs/engine.md.
constexpr double kEvaluationScale = 1000.0;
// A choice that has stood for several iterations needs less time, a new one more.
constexpr double kStableShare = 0.45;
constexpr int kStableIterations = 3;

// Time that may not be kept for later (soft and hard limits the same) is always used.
constexpr double share_of_time(const SearchLimits& limits, int iterations_unchanged) {
    if (limits.soft_s >= limits.hard_s || iterations_unchanged < kStableIterations) return 1.0;
    return kStableShare;
}

// The moves of a line cut into turns. The first may begin in the middle of one.
std::vector<Turn> as_turns(State state, const std::vector<MoveCode>& line) {
    std::vector<Turn> turns(1);
    for (MoveCode code : line) {
        bool ends = code == kEndTurn;
        if (!ends) {
            const MoveSteps made = play(state.board, state.side, decode(state.board, code));
            for (int i = 0; i < made.size; ++i)
                turns.back().push_back(made.steps[static_cast<std::size_t>(i)]);
            state.steps_left -= made.size;
            ends = state.steps_left == 0;
        }
        if (ends) {
            state.side = other(state.side);
            state.steps_left = kStepsPerTurn;
            turns.emplace_back();
        }
    }
    if (turns.back().empty()) turns.pop_back();
    return turns;
}

State root_state(const Position& p, std::uint64_t start_hash) {
    return State{p.board(), start_hash, p.side(), p.steps_left(), true, std::nullopt};
}

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
        const auto board = board_after(position, line.turn, GameHistory(), boards);
        if (!board) continue;
        boards.push_back(*board);
        best.push_back(std::move(line));
    }
    return best;
}

// One thread's way through the iterations, for one of the lines asked for.
class Iteration {
public:
    Iteration(const SearchContext& context, const State& root) : searcher_(context), root_(root) {}

    // Narrow windows first, widened on the side that failed.
    Searcher::Outcome run(int depth, std::optional<int> guess) {
        const bool narrow = guess && !is_decided(*guess);
        const int centre = guess.value_or(0);
        int window = kAspiration;
        int low = narrow ? centre - window : -kInfinity;
        int high = narrow ? centre + window : kInfinity;
        while (true) {
            const auto outcome = searcher_.search(root_, depth, low, high);
            if (!outcome.complete || (outcome.score > low && outcome.score < high)) return outcome;
            window *= 4;
            if (outcome.score <= low)
                low = window > kWin / 8 ? -kInfinity : centre - window;
            else
                high = window > kWin / 8 ? kInfinity : centre + window;
        }
    }
    std::uint64_t nodes() const { return searcher_.nodes(); }

private:
    Searcher searcher_;
    const State& root_;
};

}  // namespace

Engine::Engine(std::size_t hash_mb, int threads, const Weights& weights,
               const StepWeights& step_weights)
    : table_(hash_mb),
      threads_(std::max(1, threads)),
      weights_(weights),
      step_weights_(step_weights) {}

SearchReport Engine::search(const Position& position, const std::vector<std::uint64_t>& history,
                            const SearchLimits& limits, const Progress& progress) {
    stop_.store(false);
    table_.new_search();
    const GameHistory counts(history);
    Progress report;
    if (progress) report = [&](const SearchReport& r) { progress(in_centirabbits(r)); };
    return in_centirabbits(position.pending() != Pending::None
                               ? search_pending(position, counts, limits, report)
                               : search_settled(position, counts, limits, report));
}

// Helper threads search the same position at other depths; what they find reaches the main
// thread through the table.
class Helpers {
public:
    Helpers(int count, const SearchContext& context, const State& root) : stop_(context.stop) {
        threads_ = start_threads(count, [this, &context, &root](int i) {
            const std::unique_ptr<Iteration> it(new (std::nothrow) Iteration(context, root));
            if (!it) return;
            std::optional<int> guess;
            std::uint64_t counted = 0;
            for (int depth = 2 + i % 2; depth < kDeepest; ++depth) {
                const auto outcome = it->run(depth, guess);
                nodes_ += it->nodes() - counted;
                counted = it->nodes();
                if (!outcome.complete) break;
                guess = outcome.score;
            }
        });
    }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    // Also when whoever is told of progress throws.
    ~Helpers() { stop(); }
    void stop() {
        stop_.store(true);
        for (auto& t : threads_) t.join();
        threads_.clear();
    }
    // Searched so far, but for iterations under way.
    std::uint64_t nodes() const { return nodes_; }

private:
    std::atomic<bool>& stop_;
    std::atomic<std::uint64_t> nodes_{0};
    std::vector<std::thread> threads_;
};

SearchReport Engine::search_settled(const Position& position, const GameHistory& history,
                                    const SearchLimits& limits, const Progress& progress) {
    const auto start = Clock::now();
    SearchReport report;
    if (const auto goal = find_goal(position)) {
        report = report_goal(position, *goal, limits.lines);
        report.seconds = seconds_since(start);
        if (progress) progress(report);
        return report;
    }
    const State root = root_state(position, position.start_hash());
    const auto deadline = start + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(std::min(limits.hard_s, 1e7)));
    SearchContext context{weights_, step_weights_, table_,   history,
                          {},       stop_,         deadline, limits.nodes};
    // Not the engine's stop sign, which says that whoever asked has had enough.
    std::atomic<bool> is_done{false};
    const SearchContext helper_context{weights_, step_weights_, table_,   history,
                                       {},       is_done,       deadline, UINT64_MAX};
    const auto main = std::make_unique<Iteration>(context, root);
    Helpers helpers(threads_ - 1, helper_context, root);

    int stable = 0;
    std::vector<int> guesses;  // the last iteration's scores, in the order of search
    for (int depth = limits.first_depth; depth <= limits.depth; ++depth) {
        std::vector<SearchLine> lines;
        context.excluded.clear();
        bool complete = true;
        for (int n = 0; n < limits.lines && complete; ++n) {
            const auto i = static_cast<std::size_t>(n);
            const auto guess = i < guesses.size() ? std::optional(guesses[i]) : std::nullopt;
            const auto outcome = main->run(depth, guess);
            complete = outcome.complete;
            auto turns = as_turns(root, outcome.line);
            if (outcome.line.empty() || turns.empty()) break;  // nothing else to play
            const auto board = board_after(position, turns[0], history, context.excluded);
            // A line of an unfinished iteration counts only as far as it was improved upon.
            if (!board) break;
            const int score =
                complete || n > 0 || report.lines.empty() ? outcome.score : report.lines[0].score;
            lines.push_back({turns[0], {turns.begin() + 1, turns.end()}, score});
            context.excluded.push_back(*board);
        }
        // An iteration that lost the way of a line it had before is not worth telling.
        const bool counts = !lines.empty() && lines.size() >= report.lines.size() &&
                            (complete || limits.lines == 1);
        report.nodes = main->nodes() + helpers.nodes();
        report.seconds = seconds_since(start);
        report.table_permille = table_.permille_full();
        if (counts) {
            guesses.clear();
            for (const SearchLine& line : lines) guesses.push_back(line.score);
            sort_by_score(lines);
            const bool same = !report.lines.empty() && report.lines[0].turn == lines[0].turn;
            stable = same ? stable + 1 : 0;
            report.lines = std::move(lines);
            if (complete) report.depth = depth;
            if (progress) progress(report);
        }
        if (!complete) break;
        // Less depth than the turn has steps may see a win without the way to it.
        if (!report.lines.empty() && is_decided(report.lines[0].score) && limits.lines == 1 &&
            depth >= root.steps_left)
            break;
        if (report.seconds >= limits.soft_s * share_of_time(limits, stable)) break;
    }
    helpers.stop();
    report.nodes = main->nodes() + helpers.nodes();
    report.seconds = seconds_since(start);
    if (report.lines.empty())
        if (const auto turn = any_turn(position, history)) report.lines = {{*turn, {}, 0}};
    return report;
}

// A push or pull is under way: every way to settle it is searched on its own, all of them to the
// same depth before any goes deeper.
SearchReport Engine::search_pending(const Position& position, const GameHistory& history,
                                    const SearchLimits& limits, const Progress& progress) {
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
            const auto report = search_settled(way.position, history, share, nullptr);
            best.nodes += report.nodes;
            for (const SearchLine& line : report.lines) lines.push_back(after_way(way, line));
        }
        best.seconds = seconds_since(start);
        const bool complete =
            !stop_.load() && best.seconds < limits.hard_s && best.nodes < limits.nodes;
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

void sort_by_score(std::vector<SearchLine>& lines) {
    std::stable_sort(lines.begin(), lines.end(),
                     [](const SearchLine& a, const SearchLine& b) { return a.score > b.score; });
}

SearchReport report_goal(const Position& position, const Turn& goal, int wanted) {
    SearchReport found;
    found.depth = goal.size();
    found.lines = {{goal, {}, kWin - goal.size()}};
    if (wanted == 1) return found;
    const Verdict won{position.side(), Verdict::Reason::Goal};
    const auto known = board_after(position, goal, GameHistory(), {});
    for (const Turn& turn : list_turns(position)) {
        if (static_cast<int>(found.lines.size()) == wanted) break;
        const Position left = position.play({turn.begin(), turn.end()}).position;
        if (left.verdict() == won && left.board().hash() != known)
            found.lines.push_back({turn, {}, kWin - turn.size()});
    }
    sort_by_score(found.lines);
    return found;
}

double win_probability(int score) {
    if (score >= kWinBound) return 1.0;
    if (score <= -kWinBound) return 0.0;
    return 1.0 / (1.0 + std::exp(-score / kWinProbabilityScale));
}

int score_of_probability(double probability) {
    const double sure = std::clamp(probability, 0.0, 1.0);
    const double odds = sure / (1.0 - sure);
    const double score = kWinProbabilityScale * std::log(odds);
    return static_cast<int>(std::lround(
        std::clamp(score, -static_cast<double>(kEvalBound), static_cast<double>(kEvalBound))));
}

}  // namespace gajah
