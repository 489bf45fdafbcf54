// The engine that asks a network: the same questions and answers as the alpha-beta engine.
//
// Where they mean something else:
//   nodes   walks through the tree, nearly all of them with one question to the network
//   depth   steps that the turns of the main line have room for; a search with a depth limit ends
//           when the line is that long, and claims no more
//   memory  the tree's; a search ends when it is full
//
// With a limit of time or nodes the steps of a turn are decided one after the other, each as soon
// as what is left cannot change it; what is known below the chosen step is kept for the next.
// Without a limit, or for several lines, the whole turn is searched until the end.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "engine/random.h"
#include "engine/report.h"
#include "engine/stop.h"
#include "network/evaluator.h"
#include "tree/lines.h"
#include "tree/puct_search.h"

namespace gajah {

// Questions that a processor is asked at once. With two the network's 10 MB of weights are read
// half as often, which matters where they do not fit into its last cache.
inline constexpr int kProcessorBatch = 2;

struct NetworkEngineSettings {
    PuctSearchSettings search;
    // Leaves asked about together, as soon as the tree has enough to choose from.
    int batch = 1;
    // 0: the best turn. Otherwise turns are drawn, this many, step by step, from what the search
    // makes of the policy, and the one that gives the most away is played: natural, and careless.
    int draws = 0;
    // Of a turn's time, what a look for a goal in two after the turn to be played may take.
    float share_to_refute = 0.1F;
    // Of the time beyond what a turn is worth, what a step in doubt that is not the last may take.
    float share_of_doubt = 0.6F;
};

// How a setup is chosen.
struct SetupLimits {
    int simulations;     // for each of the eight pieces that are placed
    float temperature;   // 0: the network's favourite, 1: drawn as in self-play
    std::uint64_t seed;  // decides what is drawn
    double hard_s;       // then what is left is placed by the policy, in a few milliseconds
};

class NetworkEngine {
public:
    using Progress = SearchProgress;

    NetworkEngine(std::size_t hash_mb, int threads, const MakeEvaluator& make,
                  const NetworkEngineSettings& settings);
    ~NetworkEngine();

    // See AlphaBetaEngine::search.
    SearchReport search(const Position& position, const std::vector<std::uint64_t>& history,
                        const SearchLimits& limits, const Progress& progress,
                        const Stop& stop = {});
    // The same in slices, for a thread that has to look elsewhere in between: begin, then run until
    // it answers true, then finish. A search that is never finished may be forgotten.
    void begin(const Position& position, const std::vector<std::uint64_t>& history,
               const SearchLimits& limits);
    // Goes on for about so long; answers whether the search is over.
    bool run(double seconds, const Progress& progress, const Stop& stop = {});
    SearchReport finish();
    // A setup for the position's side: gold's on an empty board, silver's opposite gold's. The same
    // limits give the same setup, unless time or a stop cuts it short.
    Setup set_up(const Position& position, const SetupLimits& limits, const Stop& stop = {});
    // Forgets everything found in earlier searches.
    void clear() { search_.clear(); }
    // Seeds the random choices that follow.
    void seed(std::uint64_t seed) { random_ = Random(seed); }

private:
    using Clock = std::chrono::steady_clock;
    struct Worker;
    // When to stop thinking about a step, or about the whole turn.
    struct Budget {
        std::uint64_t nodes;
        Clock::time_point soft;
        Clock::time_point hard;
        int depth;
        int lines;
        bool stops_when_settled;  // time is of use elsewhere
        bool moves_root;          // when the step is decided, which takes time as well
    };

    // These answer whether they came to their end, or only to that of the slice.
    bool find_lines(const Progress& progress);
    bool decide_steps(const Progress& progress);
    bool decide_turn(const Progress& progress);
    bool draws_again();
    bool think(const Progress& progress);
    Budget budget_of_step() const;
    Budget budget_of_lines() const;
    void work(Worker& worker, const Progress* progress);
    bool is_over(const Budget& budget) const;
    bool is_out_of_time(const Budget& budget) const;
    bool plays() const;
    bool proves() const;
    bool is_by_the_clock() const;
    bool refutes_best_turn();
    void ask(PuctSearch::Leaf leaf);
    void ask_along_best_line();
    std::int32_t choose_edge();
    void tell(const Budget& budget, const Progress& progress);
    SearchReport report(int lines, int most_depth) const;

    std::size_t most_bytes_;
    NetworkEngineSettings settings_;
    std::vector<std::unique_ptr<Worker>> workers_;
    Random random_{0};

    // Of the search under way; threads that share it take turns.
    Position position_;
    std::vector<std::uint64_t> keys_;  // of the positions before, and of turns put aside
    History history_;
    SearchLimits limits_;
    std::optional<SearchReport> win_;  // at hand: no search is needed
    Budget budget_{};
    bool has_budget_ = false;      // for what is being thought about
    int turn_ = 0;                 // of the tree's root when the search began
    Clock::time_point slice_end_;  // pause then
    bool is_paused_ = false;
    const Stop* stop_ = nullptr;
    std::atomic<bool> has_failed_{false};  // an evaluator, or the progress callback
    std::mutex mutex_;
    std::condition_variable answered_;
    PuctSearch search_;
    int steps_in_turn_ = 0;  // left when the search began
    Turn decided_;           // steps of this turn before the tree's root
    bool turn_is_over_ = false;
    std::vector<SearchLine> proven_;        // lines to report besides those of the tree
    int drawn_ = 0;                         // turns so far
    std::optional<SearchReport> careless_;  // the drawn turn that gives the most away
    int given_away_ = 0;                    // by it
    std::uint64_t nodes_ = 0;
    std::uint64_t next_report_ = 0;
    bool line_is_long_ = false;
    int refuted_ = 0;        // turns that lose to a goal in two
    double seconds_a_byte_;  // that is kept when the tree's root moves
    Clock::time_point start_;
};

}  // namespace gajah
