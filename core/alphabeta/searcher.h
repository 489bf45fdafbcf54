// One thread's search: principal variation search over moves of one or two steps.
//
// Depth is counted in steps. Inside a turn the same side goes on and scores keep their sign; at
// a turn's end they are negated. Ending a turn early costs the steps not taken, so that turns
// stay aligned with depth.
#pragma once

#include <chrono>
#include <vector>

#include "alphabeta/step_order.h"
#include "alphabeta/table.h"
#include "engine/score.h"
#include "engine/stop.h"
#include "eval/evaluation.h"
#include "rules/history.h"

namespace gajah {

// What all threads of one search share and none changes.
struct SearchContext {
    const Weights& weights;
    const StepWeights& step_weights;
    Table& table;
    const History& history;
    // Boards (by hash) with which the root's turn may not end: lines already reported.
    std::vector<std::uint64_t> excluded;
    const Stop& stop;
    std::chrono::steady_clock::time_point deadline;
    std::uint64_t node_limit;
};

struct State {
    Board board;
    std::uint64_t start_hash = 0;  // of the board at the turn's start
    Side side{};
    int steps_left = kStepsPerTurn;
    bool in_root_turn = false;
    std::optional<Square> last;  // where the turn's last move ended
};

class Searcher {
public:
    explicit Searcher(const SearchContext& context) : c_(context) {}

    // One iteration. The line holds the moves of the best play found, kEndTurnMove included.
    struct Outcome {
        int score = 0;
        std::vector<MoveCode> line;
        bool complete = false;  // false: stopped on the way
    };
    Outcome search(const State& root, int depth, int alpha, int beta);

    std::uint64_t nodes() const { return nodes_; }

private:
    static constexpr int kMaxHeight = 128;
    static constexpr int kMaxMoves = 256;
    struct ScoredMove {
        Move move;
        MoveCode code;
        int score;
    };
    struct MoveList {
        std::array<ScoredMove, kMaxMoves> moves;
        int size = 0;
        // Moves the best of those from `from` on to the front of them.
        const ScoredMove& take_best(int from);
        // Drops those from `from` on but for the turn's end; false if that is not among them.
        bool keep_end_of_turn(int from);
    };
    // What is known of a node before its moves are tried.
    struct Known {
        std::uint64_t key;
        int evaluation;
        MoveCode table_move;
        int extension = 0;            // steps by which the table's move is searched more deeply
        MoveCode left_out = kNoMove;  // to learn what the others are worth
    };
    struct Line {
        std::array<MoveCode, kMaxHeight> moves;
        int size = 0;
    };

    const SearchContext& c_;
    std::uint64_t nodes_ = 0;
    bool stopped_ = false;
    int iteration_depth_ = 0;
    std::array<std::array<MoveCode, 2>, kMaxHeight> killers_{};
    std::array<std::array<std::array<int, 1 << 12>, kKinds>, 2> history_{};
    std::array<Line, kMaxHeight + 1> lines_{};
    std::vector<std::uint64_t> path_;  // positions at turn ends on the way here

    int visit(const State& s, int depth, int alpha, int beta, int ply, int height, bool may_null);
    bool stands_alone(const State& s, const TableEntry& entry, Known known, int depth, int ply,
                      int height);
    int visit_moves(const State& s, const Known& known, int depth, int alpha, int beta, int ply,
                    int height);
    int child(const State& s, const State& next, int depth, int alpha, int beta, int ply,
              int height);
    int later_child(const State& s, const State& next, int depth, int reduction, int alpha,
                    int beta, int ply, int height);
    int quiesce(const State& s, int alpha, int beta, int ply, int height);
    int quiet_score(const State& s) const;

    bool may_end_turn(const State& s) const;
    void generate(const State& s, MoveList& list) const;
    void order(const State& s, MoveList& list, MoveCode table_move, int height) const;
    void reward(const State& s, const ScoredMove& m, int depth, int height);
    void extend_line(int height, MoveCode move);
    std::uint64_t key_of(const State& s) const;
    bool should_stop();
};

}  // namespace gajah
