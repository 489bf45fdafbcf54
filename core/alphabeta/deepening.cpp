#include "alphabeta/deepening.h"

#include <algorithm>
#include <new>

#include "engine/legal.h"
#include "engine/threads.h"

namespace gajah {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAspiration = 60;  // half a window around the last score
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
        bool ends = code == kEndTurnMove;
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

}  // namespace

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

// Helper threads search the same position at other depths; what they find reaches the main
// thread through the table.
class Helpers {
public:
    Helpers(int count, const SearchContext& context, const State& root, Stop& is_done)
        : is_done_(is_done) {
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
    // Also when the progress callback throws.
    ~Helpers() { stop(); }
    void stop() {
        is_done_.set();
        for (auto& t : threads_) t.join();
        threads_.clear();
    }
    // Searched so far, but for iterations under way.
    std::uint64_t nodes() const { return nodes_; }

private:
    Stop& is_done_;
    std::atomic<std::uint64_t> nodes_{0};
    std::vector<std::thread> threads_;
};

Deepening::Deepening(SearchContext& context, const Position& position, const SearchLimits& limits,
                     int helpers)
    : context_(context),
      position_(position),
      limits_(limits),
      start_(Clock::now()),
      root_{position.board(), position.start_hash(), position.side(), position.steps_left(), true,
            std::nullopt},
      helper_context_{context.weights, context.step_weights, context.table, context.history, {},
                      is_done_,        context.deadline,     UINT64_MAX},
      main_(std::make_unique<Iteration>(context_, root_)),
      helpers_(std::make_unique<Helpers>(helpers, helper_context_, root_, is_done_)) {}

Deepening::~Deepening() = default;

SearchReport Deepening::run(const SearchProgress& progress) {
    for (int depth = limits_.first_depth; depth <= limits_.depth; ++depth) {
        Found found = search_lines(depth);
        const bool is_complete = found.is_complete;
        note_effort();
        if (counts(found)) {
            take(std::move(found), depth);
            if (progress) progress(report_);
        }
        if (!is_complete || is_enough(depth)) break;
    }
    helpers_->stop();
    note_effort();
    if (report_.lines.empty())
        if (const auto turn = any_turn(position_, context_.history))
            report_.lines = {{*turn, {}, 0}};
    return report_;
}

Deepening::Found Deepening::search_lines(int depth) {
    Found found;
    context_.excluded.clear();
    while (found.is_complete && static_cast<int>(found.lines.size()) < limits_.lines) {
        auto line = next_line(depth, found);
        if (!line) break;
        found.lines.push_back(std::move(*line));
    }
    return found;
}

// The best line whose turn leaves a board that no earlier one does, if there is another.
std::optional<SearchLine> Deepening::next_line(int depth, Found& found) {
    const std::size_t n = found.lines.size();
    const auto guess = n < guesses_.size() ? std::optional(guesses_[n]) : std::nullopt;
    const auto outcome = main_->run(depth, guess);
    found.is_complete = outcome.complete;
    const auto turns = as_turns(root_, outcome.line);
    if (outcome.line.empty() || turns.empty()) return std::nullopt;
    const auto board = board_after(position_, turns[0], context_.history, context_.excluded);
    if (!board) return std::nullopt;
    context_.excluded.push_back(*board);
    // A line of an unfinished iteration counts only as far as it was improved upon.
    const bool keeps_score = !outcome.complete && n == 0 && !report_.lines.empty();
    const int score = keeps_score ? report_.lines[0].score : outcome.score;
    return SearchLine{turns[0], {turns.begin() + 1, turns.end()}, score};
}

// An iteration that lost the way of a line it had before is not worth telling.
bool Deepening::counts(const Found& found) const {
    return !found.lines.empty() && found.lines.size() >= report_.lines.size() &&
           (found.is_complete || limits_.lines == 1);
}

void Deepening::take(Found found, int depth) {
    guesses_.clear();
    for (const SearchLine& line : found.lines) guesses_.push_back(line.score);
    sort_by_score(found.lines);
    const bool same = !report_.lines.empty() && report_.lines[0].turn == found.lines[0].turn;
    iterations_unchanged_ = same ? iterations_unchanged_ + 1 : 0;
    report_.lines = std::move(found.lines);
    if (found.is_complete) report_.depth = depth;
}

bool Deepening::is_enough(int depth) const {
    // Less depth than the turn has steps may see a win without the way to it.
    const bool is_won = !report_.lines.empty() && is_decided(report_.lines[0].score) &&
                        limits_.lines == 1 && depth >= root_.steps_left;
    return is_won ||
           report_.seconds >= limits_.soft_s * share_of_time(limits_, iterations_unchanged_);
}

void Deepening::note_effort() {
    report_.nodes = main_->nodes() + helpers_->nodes();
    report_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace gajah
