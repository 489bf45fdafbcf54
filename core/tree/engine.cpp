#include "tree/engine.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <limits>

#include "engine/legal.h"
#include "engine/score.h"
#include "engine/threads.h"
#include "network/features.h"
#include "rules/win.h"
#include "tree/given_away.h"
#include "tree/setup_search.h"

namespace gajah {

namespace {

// Nodes before the first report, and the factor from each report's nodes to the next one's.
constexpr std::uint64_t kFirstReport = 16;
constexpr double kReportGrowth = 1.5;
// Half of the memory is for the copy that is made when the tree's root moves on.
constexpr std::size_t kCopies = 2;
// Nodes to look for each line asked for; after them no more lines are expected.
constexpr std::uint64_t kNodesForALine = 64;
// Visits of the root for each leaf of a batch: in a small tree several walks at once
// would be spent on what one answer makes superfluous.
constexpr int kVisitsForALeaf = 32;
// Nodes after which the nodes a second are known well enough.
constexpr std::uint64_t kNodesForARate = 32;
// What it takes to move the root for what is kept, before it has been measured in a tree of some
// size.
constexpr double kSecondsAByte = 1e-9;
// More than that was waiting for a core.
constexpr double kMostSecondsAByte = 4e-9;
constexpr std::size_t kTellingBytes = 1 << 22;
// What looking for a goal in two takes for each board.
constexpr double kSecondsABoard = 0.7e-6;
constexpr double kMostSecondsToRefute = 1.0;
// Of the time that is left before the turn must be over: a slow machine may take three times as
// long.
constexpr double kShareToRefute = 0.3;
// Of a turn's time, what thinking leaves for such a look.
constexpr double kShareKeptToRefute = 0.06;
// Where so many turns lose to a goal in two, the others are hardly worth as much time.
constexpr int kMostRefuted = 64;
// Longer than any turn: no limit at all.
constexpr double kUnlimitedS = 1e6;
constexpr std::uint64_t kUnlimitedNodes = UINT64_MAX / 2;

using Seconds = std::chrono::duration<double>;
using Clock = std::chrono::steady_clock;

Clock::duration duration_of(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(Seconds(std::min(seconds, 1e8)));
}

double seconds_since(Clock::time_point start) { return Seconds(Clock::now() - start).count(); }

bool is_limited(const SearchLimits& limits) {
    return limits.soft_s < kUnlimitedS || limits.nodes < kUnlimitedNodes;
}

Position leave(Position position, const Turn& turn) {
    for (const Step step : turn) position = position.after(step);
    return position.end_turn();
}

// Proven wins first, the quickest before the others, proven losses last. Lines that are not proven
// keep their order, in which the one to play is the first.
void sort_by_proof(std::vector<SearchLine>& lines) {
    const auto proof = [](const SearchLine& line) {
        return std::abs(line.score) >= kWinBound ? line.score : 0;
    };
    std::stable_sort(lines.begin(), lines.end(),
                     [&](const SearchLine& a, const SearchLine& b) { return proof(a) > proof(b); });
}

}  // namespace

struct NetworkEngine::Worker {
    std::unique_ptr<Evaluator> evaluator;
    std::vector<PuctSearch::Leaf> leaves;
    std::vector<std::uint64_t> features;
    std::vector<float> logits;
    std::vector<float> values;

    void make_room(std::size_t questions) {
        features.resize(questions * kFeatureWords);
        logits.resize(questions * kActions);
        values.resize(questions);
    }
    void pack(const Tree& tree) {
        make_room(leaves.size());
        for (std::size_t i = 0; i < leaves.size(); ++i)
            pack_features(tree.node(leaves[i].node).position, &features[i * kFeatureWords]);
    }
    void evaluate() {
        evaluator->evaluate(features.data(), static_cast<int>(values.size()), logits.data(),
                            values.data());
    }
    void supply(PuctSearch& search) const {
        for (std::size_t i = 0; i < leaves.size(); ++i)
            search.supply(leaves[i], {&logits[i * kActions], values[i]});
    }
};

NetworkEngine::NetworkEngine(std::size_t hash_mb, int threads, const MakeEvaluator& make,
                             const NetworkEngineSettings& settings)
    : most_bytes_((std::max<std::size_t>(1, hash_mb) << 20) / kCopies),
      settings_(settings),
      search_(settings.search),
      seconds_a_byte_(kSecondsAByte) {
    for (int i = 0; i < std::max(1, threads); ++i) {
        workers_.push_back(std::make_unique<Worker>());
        workers_.back()->evaluator = make();
    }
}

NetworkEngine::~NetworkEngine() = default;

SearchReport NetworkEngine::search(const Position& position,
                                   const std::vector<std::uint64_t>& history,
                                   const SearchLimits& limits, const Progress& progress,
                                   const Stop& stop) {
    begin(position, history, limits);
    run(std::numeric_limits<double>::infinity(), progress, stop);
    const SearchReport found = finish();
    if (progress && !found.lines.empty()) progress(found);
    return found;
}

void NetworkEngine::begin(const Position& position, const std::vector<std::uint64_t>& history,
                          const SearchLimits& limits) {
    position_ = position;
    keys_ = history;
    history_ = History(history);
    limits_ = limits;
    win_.reset();
    has_budget_ = false;
    has_failed_ = false;
    start_ = Clock::now();
    nodes_ = 0;
    next_report_ = kFirstReport;
    line_is_long_ = false;
    steps_in_turn_ = position.steps_left();
    decided_ = Turn();
    turn_is_over_ = false;
    proven_.clear();
    refuted_ = 0;
    drawn_ = 0;
    careless_.reset();
    if (const auto win = find_win(position)) {
        win_ = report_win(position, *win, limits.lines);
    } else {
        search_.begin(position, history, proves());
        turn_ = search_.root().turn;
    }
}

bool NetworkEngine::run(double seconds, const Progress& progress, const Stop& stop) {
    if (win_) return true;
    stop_ = &stop;
    slice_end_ =
        seconds < kUnlimitedS ? Clock::now() + duration_of(seconds) : Clock::time_point::max();
    return plays() ? decide_steps(progress) : find_lines(progress);
}

bool NetworkEngine::plays() const { return limits_.lines == 1 && is_limited(limits_); }

bool NetworkEngine::is_by_the_clock() const { return plays() && limits_.soft_s < kUnlimitedS; }

// Looking for goals in two everywhere takes time that a player by the clock needs more: with as
// many nodes it does no harm, with as much time it lost 90 Elo (lab/blind-spots.md). Such a player
// looks only at the turn that it is about to play.
bool NetworkEngine::proves() const {
    return settings_.search.visits_before_goal_in_two > 0 && !is_by_the_clock();
}

SearchReport NetworkEngine::finish() {
    if (win_) {
        win_->seconds = seconds_since(start_);
        return *win_;
    }
    if (careless_) {
        careless_->nodes = nodes_;
        careless_->seconds = seconds_since(start_);
        return *careless_;
    }
    ask_along_best_line();
    SearchReport found = report(limits_.lines, limits_.depth);
    std::erase_if(found.lines, [&](const SearchLine& line) {
        return !board_after(position_, line.turn, history_, {});
    });
    if (found.lines.empty())
        if (const auto turn = any_turn(position_, history_)) found.lines = {{*turn, {}, 0}};
    return found;
}

Setup NetworkEngine::set_up(const Position& position, const SetupLimits& limits, const Stop& stop) {
    const auto end = Clock::now() + duration_of(limits.hard_s);
    GumbelSettings settings;
    settings.noise = limits.temperature;
    SetupSearch search(position, settings, limits.simulations, limits.seed);
    Worker& worker = *workers_[0];
    worker.make_room(1);
    while (search.run(worker.features.data())) {
        worker.evaluate();
        search.supply({worker.logits.data(), worker.values[0]});
        if (stop.is_set() || Clock::now() >= end) search.hurry();
    }
    return search.setup();
}

// A proof ends the search of a tree. Where more lines are wanted, the proven turn is put aside and
// forbidden, as if it were a repetition, and the search goes on with what is left.
bool NetworkEngine::find_lines(const Progress& progress) {
    for (;;) {
        budget_ = budget_of_lines();
        if (!think(progress)) return false;
        const bool enough = static_cast<int>(proven_.size()) + 1 >= limits_.lines;
        const bool hurry =
            stop_->is_set() || nodes_ >= budget_.nodes || Clock::now() >= budget_.hard;
        if (!search_.root().proven || enough || hurry) return true;
        ask_along_best_line();
        const SearchLine line = LineReader(search_.tree()).read(1, {}).front();
        if (!board_after(position_, line.turn, History(keys_), {})) return true;
        keys_.insert(keys_.end(), kMostOccurrences, leave(position_, line.turn).repetition_key());
        if (!any_turn(position_, History(keys_))) return true;
        proven_.push_back(line);
        search_.begin(position_, keys_, proves());
    }
}

bool NetworkEngine::decide_steps(const Progress& progress) {
    do {
        if (!decide_turn(progress)) return false;
    } while (draws_again());
    return true;
}

bool NetworkEngine::draws_again() {
    if (settings_.draws == 0) return false;
    ask_along_best_line();
    const SearchReport drawn = report(1, limits_.depth);
    const Turn& turn = drawn.lines.front().turn;
    if (board_after(position_, turn, history_, {})) {
        const int given = given_away(leave(position_, turn));
        if (!careless_ || given > given_away_) {
            careless_ = drawn;
            given_away_ = given;
        }
    }
    if (++drawn_ >= settings_.draws || stop_->is_set()) return false;
    decided_ = Turn();
    turn_is_over_ = false;
    search_.begin(position_, keys_, proves());
    turn_ = search_.root().turn;
    return true;
}

bool NetworkEngine::decide_turn(const Progress& progress) {
    while (search_.root().turn == turn_ && search_.root().count > 0) {
        if (!has_budget_) budget_ = budget_of_step();
        has_budget_ = true;
        if (!think(progress)) return false;
        if (refutes_best_turn()) continue;
        has_budget_ = false;
        // A stop is answered with the best line from here: moving a large tree's root would take
        // too long.
        if (stop_->is_set()) return true;
        const Node& root = search_.root();
        if (!root.expanded && !root.proven) ask({Tree::kRoot, {}});
        const std::int32_t edge = choose_edge();
        const Action action =
            search_.tree().edges().action[root.first + static_cast<std::size_t>(edge)];
        if (action != kEndTurn) decided_.push_back(step_with_capture(root.position, action));
        const auto before = Clock::now();
        search_.advance(edge);
        if (const auto kept = search_.bytes(); kept >= kTellingBytes)
            seconds_a_byte_ =
                std::min(seconds_since(before) / static_cast<double>(kept), kMostSecondsAByte);
    }
    turn_is_over_ = search_.root().turn != turn_;
    return true;
}

NetworkEngine::Budget NetworkEngine::budget_of_lines() const {
    return {limits_.nodes,
            start_ + duration_of(limits_.soft_s),
            start_ + duration_of(limits_.hard_s),
            limits_.depth,
            limits_.lines,
            false,
            false};
}

// A step may use all that is left of a turn's time or nodes, until it is settled: most of a turn is
// decided with its first step, and what is found meanwhile is kept for those that follow.
NetworkEngine::Budget NetworkEngine::budget_of_step() const {
    const int left = search_.root().position.steps_left();
    auto soft = start_ + duration_of(limits_.soft_s);
    auto hard = start_ + duration_of(limits_.hard_s);
    if (left > 1 && is_by_the_clock() && settings_.search.visits_before_goal_in_two > 0) {
        // Time for a look at the turn; the steps that follow use what it leaves.
        const auto look = duration_of(limits_.soft_s * kShareKeptToRefute);
        soft -= look;
        hard -= look;
    }
    if (left > 1) {
        const auto now = Clock::now();
        const auto share = std::chrono::duration_cast<Clock::duration>(
            (hard - now) * static_cast<double>(settings_.share_of_doubt));
        hard = std::max(soft, now + share);
    }
    // Time that cannot be kept for later is used up, at the latest by the last step.
    const bool saves = left > 1 || limits_.soft_s < limits_.hard_s;
    return {limits_.nodes, soft, hard, limits_.depth, limits_.lines, saves, true};
}

bool NetworkEngine::think(const Progress& progress) {
    is_paused_ = false;
    std::vector<std::exception_ptr> failures(workers_.size());
    // The progress callback or an evaluator may throw: all threads must end first.
    const auto try_to_work = [&](std::size_t i, const Progress* told) {
        try {
            work(*workers_[i], told);
        } catch (...) {
            failures[i] = std::current_exception();
            has_failed_ = true;
        }
    };
    auto helpers = start_threads(static_cast<int>(workers_.size()) - 1, [&](int i) {
        try_to_work(static_cast<std::size_t>(i) + 1, nullptr);
    });
    try_to_work(0, &progress);
    for (std::thread& t : helpers) t.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
    return !is_paused_;
}

// The main thread is the one that reports progress.
void NetworkEngine::work(Worker& worker, const Progress* progress) {
    const Budget& budget = budget_;
    std::unique_lock lock(mutex_);
    while (!is_over(budget)) {
        const int sensible = 1 + search_.root().visits / kVisitsForALeaf;
        const auto most = std::min<std::uint64_t>(
            static_cast<std::uint64_t>(std::min(settings_.batch, sensible)), budget.nodes - nodes_);
        const int exact = search_.gather(static_cast<int>(most), worker.leaves);
        nodes_ += static_cast<std::uint64_t>(exact) + worker.leaves.size();
        if (worker.leaves.empty()) {
            // Every way leads to a position that another thread is asking about.
            if (exact == 0) answered_.wait_for(lock, std::chrono::milliseconds(1));
            continue;
        }
        worker.pack(search_.tree());
        lock.unlock();
        worker.evaluate();
        lock.lock();
        worker.supply(search_);
        answered_.notify_all();
        if (progress) tell(budget, *progress);
        if (slice_end_ != Clock::time_point::max() && Clock::now() >= slice_end_ &&
            !is_over(budget)) {
            is_paused_ = true;
            return;
        }
    }
}

bool NetworkEngine::is_over(const Budget& budget) const {
    const Node& root = search_.root();
    if (stop_->is_set() || has_failed_ || root.proven || nodes_ >= budget.nodes || line_is_long_ ||
        search_.bytes() >= most_bytes_)
        return true;
    if (!root.expanded) return false;
    return (budget.stops_when_settled && root.count == 1) || is_out_of_time(budget);
}

// The turn to be played must not lose to a goal in two: there is more to think about then, or
// another turn to look at.
bool NetworkEngine::refutes_best_turn() {
    const Node& root = search_.root();
    const bool looks =
        settings_.search.visits_before_goal_in_two > 0 && root.expanded && !root.proven;
    if (!looks || refuted_ == kMostRefuted || stop_->is_set()) return false;
    std::optional<int> most_boards;
    if (is_by_the_clock()) {
        const double spent_s = seconds_since(start_);
        const double asking_s = kStepsPerTurn * spent_s / static_cast<double>(nodes_ + 1);
        const double left_s = (limits_.hard_s - spent_s - asking_s) * kShareToRefute;
        const double most_s = static_cast<double>(settings_.share_to_refute) * limits_.soft_s;
        const double boards = std::min({most_s, left_s, kMostSecondsToRefute}) / kSecondsABoard;
        if (boards < 1.0) return false;
        most_boards = static_cast<int>(boards);
    }
    ask_along_best_line();
    if (!search_.refute_best_turn(most_boards)) return false;
    ++refuted_;
    return true;
}

bool NetworkEngine::is_out_of_time(const Budget& budget) const {
    const auto now = Clock::now();
    // Moving the root takes time too, and all of the tree may be kept.
    const double bytes = budget.moves_root ? static_cast<double>(search_.bytes()) : 0.0;
    const auto end = now + duration_of(bytes * seconds_a_byte_);
    if (end >= budget.hard) return true;
    const auto standing = search_.standing();
    // A choice in doubt may take longer than it is worth.
    if (end >= budget.soft) return !standing.in_doubt;
    if (!budget.stops_when_settled) return false;
    // Could another step still overtake? What an earlier search kept says nothing about the nodes
    // that there will be time for.
    const auto lead = static_cast<double>(standing.lead);
    if (lead > static_cast<double>(budget.nodes - nodes_)) return true;
    const double rate = static_cast<double>(nodes_) / (Seconds(now - start_).count() + 1e-9);
    const auto last = standing.in_doubt ? budget.hard : budget.soft;
    return nodes_ >= kNodesForARate && lead > rate * Seconds(last - end).count();
}

void NetworkEngine::ask(PuctSearch::Leaf leaf) {
    Worker& worker = *workers_[0];
    worker.leaves = {std::move(leaf)};
    worker.pack(search_.tree());
    worker.evaluate();
    worker.supply(search_);
    ++nodes_;
}

// The best line may end inside the turn, or in a position without a value.
void NetworkEngine::ask_along_best_line() {
    if (turn_is_over_) {
        if (!search_.root().expanded && !search_.root().proven) ask({Tree::kRoot, {}});
        return;
    }
    while (auto leaf = search_.unknown_on_best_line()) ask(std::move(*leaf));
}

std::int32_t NetworkEngine::choose_edge() {
    if (settings_.draws == 0 || search_.root().proven)
        return LineReader(search_.tree()).best_edge(Tree::kRoot);
    return search_.draw_edge(random_);
}

void NetworkEngine::tell(const Budget& budget, const Progress& progress) {
    if (nodes_ < next_report_) return;
    next_report_ = static_cast<std::uint64_t>(static_cast<double>(nodes_) * kReportGrowth);
    ask_along_best_line();
    if (!LineReader(search_.tree()).knows_whole_turn()) return;
    const SearchReport found = report(budget.lines, budget.depth);
    const bool lacks_lines = static_cast<int>(found.lines.size()) < budget.lines &&
                             nodes_ < static_cast<std::uint64_t>(budget.lines) * kNodesForALine;
    // A network that is sure of one turn would look at no other.
    search_.set_curious(lacks_lines);
    line_is_long_ = budget.depth < kDeepest && found.depth >= budget.depth && !lacks_lines;
    if (progress) progress(found);
}

SearchReport NetworkEngine::report(int lines, int most_depth) const {
    const LineReader reader(search_.tree());
    SearchReport found;
    found.nodes = nodes_;
    found.seconds = seconds_since(start_);
    const int wanted = lines - static_cast<int>(proven_.size());
    found.lines =
        turn_is_over_ ? std::vector{reader.after(decided_)} : reader.read(wanted, decided_);
    found.lines.insert(found.lines.end(), proven_.begin(), proven_.end());
    sort_by_proof(found.lines);
    const auto turns_to_follow = static_cast<int>(found.lines.front().continuation.size());
    found.depth = std::min(steps_in_turn_ + kStepsPerTurn * turns_to_follow, most_depth);
    return found;
}

}  // namespace gajah
