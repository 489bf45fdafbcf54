#include "alphabeta/searcher.h"

#include <algorithm>
#include <utility>

#include "rules/captures.h"
#include "rules/goal.h"
#include "rules/position.h"

namespace gajah {

namespace {

// Nodes between two looks at the clock: well under a millisecond.
constexpr std::uint64_t kNodesPerLook = 512;
// What a goal threat costs the side that has to answer it, by the steps it has left to do so.
constexpr std::array<int, kStepsPerTurn> kGoalThreat{500, 350, 220, 120};
constexpr int kNullMinDepth = 5;    // steps
constexpr int kNullReduction = 2;   // steps beyond the skipped turn
constexpr int kReduceFromMove = 4;  // moves searched in full at every node
constexpr int kReduceMoreFromMove = 14;
constexpr int kReduceMinDepth = 3;
// Near the leaves the evaluation alone may decide, if it is this much out of the window for every
// step of depth left.
constexpr int kStepMargin = 170;
constexpr int kSafeMaxDepth = 3;     // it is good enough: no move is tried
constexpr int kFutileMaxDepth = 6;   // it is too bad: quiet moves are not tried
constexpr int kQuietMovesAStep = 2;  // quiet moves tried there for each step of depth left
// The table's move is looked at more deeply if all others are worse by this much for every step of
// depth, which a search half as deep finds out.
constexpr int kSingularMinDepth = 6;
constexpr int kSingularMargin = 10;
constexpr int kSingularTrust = 4;  // steps by which the table's own search may have been shallower
constexpr int kSingularExtension = 1;
constexpr int kHistoryLimit = 1 << 14;
// Ending the turn is soon looked at and often good enough: before moves that nothing speaks for.
constexpr int kEndTurnScore = 5000;
constexpr int kTableMoveScore = 1 << 28;
constexpr int kCaptureScore = 1 << 24;
constexpr int kKillerScore = 1 << 22;
constexpr std::uint64_t kRootTurnSalt = 0x7C15F39A9E3779B9ULL;
// What a captured piece is worth in ordering, by kind.
constexpr std::array<int, kKinds> kOrderValue{1, 2, 3, 5, 8, 12};

constexpr std::array<std::uint64_t, kStepsPerTurn + 1> kStepKeys{
    0x243F6A8885A308D3ULL, 0x13198A2E03707344ULL, 0xA4093822299F31D0ULL, 0x082EFA98EC4E6C89ULL, 0};

// Scores of wins are stored as seen from the position itself.
constexpr int to_table(int score, int ply) {
    if (score >= kWinBound) return score + ply;
    if (score <= -kWinBound) return score - ply;
    return score;
}
constexpr int from_table(int score, int ply) {
    if (score >= kWinBound) return score - ply;
    if (score <= -kWinBound) return score + ply;
    return score;
}

// Steps by which a quiet move's depth is cut after `searched` others.
constexpr int reduction(int depth, int searched) {
    if (depth < kReduceMinDepth || searched < kReduceFromMove) return 0;
    return searched >= kReduceMoreFromMove ? 2 : 1;
}

State after_turn(const Board& board, Side side) {
    return State{board, board.hash(), other(side), kStepsPerTurn, false, std::nullopt};
}

State after_move(const State& s, const Move& m) {
    State next = s;
    play(next.board, s.side, m);
    next.steps_left -= m.steps();
    next.last = m.to;
    return next;
}

}  // namespace

std::uint64_t Searcher::key_of(const State& s) const {
    std::uint64_t key = s.board.hash() ^ Position::side_key(s.side) ^
                        kStepKeys[static_cast<std::size_t>(s.steps_left)] ^ c_.history.signature();
    if (s.in_root_turn)
        for (std::uint64_t board : c_.excluded) key ^= board * kRootTurnSalt;
    return key;
}

bool Searcher::should_stop() {
    if (stopped_) return true;
    if (nodes_ >= c_.node_limit) return stopped_ = true;
    if (nodes_ % kNodesPerLook == 0 &&
        (c_.stop.is_set() || std::chrono::steady_clock::now() >= c_.deadline))
        stopped_ = true;
    return stopped_;
}

Searcher::Outcome Searcher::search(const State& root, int depth, int alpha, int beta) {
    path_.clear();
    iteration_depth_ = depth;
    const int score = visit(root, depth, alpha, beta, 0, 0, false);
    const Line& line = lines_[0];
    return {score, {line.moves.begin(), line.moves.begin() + line.size}, !stopped_};
}

void Searcher::extend_line(int height, MoveCode move) {
    Line& line = lines_[static_cast<std::size_t>(height)];
    const Line& rest = lines_[static_cast<std::size_t>(height) + 1];
    line.moves[0] = move;
    const int kept = std::min(rest.size, kMaxHeight - 1);
    std::copy_n(rest.moves.begin(), kept, line.moves.begin() + 1);
    line.size = kept + 1;
}

// Is this side allowed to leave the board as it is? Moves that return to the turn's first board are
// never made, but a search may begin there, in mid-turn.
bool Searcher::may_end_turn(const State& s) const {
    const std::uint64_t board = s.board.hash();
    if (s.in_root_turn &&
        (board == s.start_hash ||
         std::find(c_.excluded.begin(), c_.excluded.end(), board) != c_.excluded.end()))
        return false;
    const std::uint64_t key = board ^ Position::side_key(other(s.side));
    const auto on_path = static_cast<int>(std::count(path_.begin(), path_.end(), key));
    return !c_.history.forbids(key, on_path);
}

// 1. decided? 2. table 3. goal now? 4. out of depth: quiesce 5. null turn 6. the moves.
int Searcher::visit(const State& s, int depth, int alpha, int beta, int ply, int height,
                    bool may_null) {
    lines_[static_cast<std::size_t>(height)].size = 0;
    ++nodes_;
    if (should_stop()) return 0;
    const Board& b = s.board;
    const bool turn_start = s.steps_left == kStepsPerTurn;
    if (turn_start && height > 0) {
        const Side mover = other(s.side);
        if (b.rabbits(mover) & goal_row(mover)) return -(kWin - ply);
        if (b.rabbits(s.side) & goal_row(s.side)) return kWin - ply;
        if (!b.rabbits(s.side)) return -(kWin - ply);
        if (!b.rabbits(mover)) return kWin - ply;
    }
    const bool is_pv = beta - alpha > 1;
    const std::uint64_t key = key_of(s);
    const auto entry = c_.table.find(key);
    // The root's own turn must come out whole, so its best line is never cut short here.
    if (entry && !(s.in_root_turn && is_pv) && entry->depth >= depth) {
        const int score = from_table(entry->score, ply);
        if (entry->bound == Bound::Exact || (entry->bound == Bound::Lower && score >= beta) ||
            (entry->bound == Bound::Upper && score <= alpha))
            return score;
    }
    if (turn_start && height > 0 && can_goal(b, s.side, kStepsPerTurn)) {
        const int score = kWin - ply - kStepsPerTurn;
        c_.table.store(key, {to_table(score, ply), kAnyDepth, Bound::Exact, kNoMove});
        return score;
    }
    if (depth <= 0 || height >= kMaxHeight - 1) {
        if (turn_start && !can_move(b, s.side)) return -(kWin - ply);
        const int score = quiesce(s, alpha, beta, ply, height);
        if (!stopped_)
            c_.table.store(key, {to_table(score, ply), 0,
                                 score >= beta    ? Bound::Lower
                                 : score <= alpha ? Bound::Upper
                                                  : Bound::Exact,
                                 kNoMove});
        return score;
    }
    const int now = evaluate(b, s.side, s.steps_left, c_.weights);
    // So good that the few steps left cannot spoil it, unless the opponent is about to goal.
    if (!is_pv && !s.in_root_turn && depth <= kSafeMaxDepth && !is_decided(beta) &&
        now - kStepMargin * depth >= beta && !can_goal(b, other(s.side), kStepsPerTurn))
        return std::min(now, kEvalBound);
    // What if I left my whole turn out? If even that is good enough, so is a real turn.
    if (turn_start && may_null && !is_pv && depth >= kNullMinDepth && beta < kWinBound &&
        now >= beta) {
        const State passed = after_turn(b, s.side);
        const int score = -visit(passed, depth - kStepsPerTurn - kNullReduction, -beta, -beta + 1,
                                 ply + kStepsPerTurn, height + 1, false);
        if (stopped_) return 0;
        if (score >= beta && !is_decided(score)) return score;
    }
    Known known{key, now, entry ? entry->move : kNoMove};
    if (height > 0 && entry && stands_alone(s, *entry, known, depth, ply, height))
        known.extension = kSingularExtension;
    if (stopped_) return 0;
    return visit_moves(s, known, depth, alpha, beta, ply, height);
}

// Is the table's move much better than all others here? Then what it leads to matters most.
bool Searcher::stands_alone(const State& s, const TableEntry& entry, Known known, int depth,
                            int ply, int height) {
    const bool is_far_off = ply + depth >= 2 * iteration_depth_;  // enough was added on the way
    const bool is_told = entry.move != kNoMove && entry.bound != Bound::Upper &&
                         entry.depth >= depth - kSingularTrust;
    const int score = from_table(entry.score, ply);
    if (depth < kSingularMinDepth || is_far_off || !is_told || is_decided(score)) return false;
    const int bar = score - kSingularMargin * depth;
    known.left_out = std::exchange(known.table_move, kNoMove);
    const int others = visit_moves(s, known, depth / 2, bar - 1, bar, ply, height);
    lines_[static_cast<std::size_t>(height)].size = 0;
    return others < bar;
}

// The value of going on to `next`, from the point of view of the side at `s`.
int Searcher::child(const State& s, const State& next, int depth, int alpha, int beta, int ply,
                    int height) {
    if (next.side == s.side) return visit(next, depth, alpha, beta, ply, height + 1, true);
    path_.push_back(next.board.hash() ^ Position::side_key(next.side));
    const int score = -visit(next, depth, -beta, -alpha, ply, height + 1, true);
    path_.pop_back();
    return score;
}

// The same for a move that is not expected to be the best: whether it is better at all is asked
// first, and less deeply.
int Searcher::later_child(const State& s, const State& next, int depth, int reduction, int alpha,
                          int beta, int ply, int height) {
    int score = child(s, next, depth - reduction, alpha, alpha + 1, ply, height);
    if (score > alpha && reduction > 0)
        score = child(s, next, depth, alpha, alpha + 1, ply, height);
    if (score > alpha && score < beta) score = child(s, next, depth, alpha, beta, ply, height);
    return score;
}

int Searcher::visit_moves(const State& s, const Known& known, int depth, int alpha, int beta,
                          int ply, int height) {
    MoveList list;
    generate(s, list);
    order(s, list, known.table_move, height);
    const int old_alpha = alpha;
    // The most that quiet moves are expected to make of a position so near to the leaves.
    const bool near_leaves = depth <= kFutileMaxDepth && beta - alpha == 1 && !is_decided(alpha);
    const int quiet_limit = near_leaves ? known.evaluation + kStepMargin * depth : kInfinity;
    const int most_quiet = quiet_limit == kInfinity ? kMaxMoves : kQuietMovesAStep * depth;
    int best = -kInfinity;
    MoveCode best_move = kNoMove;
    int searched = 0;
    for (int i = 0; i < list.size; ++i) {
        const ScoredMove& m = list.take_best(i);
        if (m.code == known.left_out) continue;
        const bool quiet = m.score < kKillerScore && m.code != kEndTurnMove;
        // Not while all is lost: a loss is told only when every move has been tried.
        const bool enough = quiet && searched >= most_quiet && !is_decided(best);
        const bool hopeless = quiet && searched > 0 && quiet_limit <= alpha;
        if (enough || hopeless) {
            if (hopeless) best = std::max(best, quiet_limit);
            // All that come after it are quiet too, but for the turn's end.
            if (!list.keep_end_of_turn(i)) break;
            --i;
            continue;
        }
        State next = s;
        int cost = s.steps_left;
        if (m.code != kEndTurnMove) {
            next = after_move(s, m.move);
            cost = m.move.steps();
            if (next.board.hash() == s.start_hash) continue;  // nothing gained, a step lost
        }
        if (m.code == kEndTurnMove || next.steps_left == 0) {
            if (!may_end_turn(next)) continue;
            next = after_turn(next.board, s.side);
        }
        const int next_depth = depth - cost + (m.code == known.table_move ? known.extension : 0);
        const int next_ply = ply + cost;
        const int score =
            searched == 0 ? child(s, next, next_depth, alpha, beta, next_ply, height)
                          : later_child(s, next, next_depth, quiet ? reduction(depth, searched) : 0,
                                        alpha, beta, next_ply, height);
        if (stopped_) return 0;
        ++searched;
        if (score > best) {
            best = score;
            best_move = m.code;
            if (score > alpha) {
                alpha = score;
                extend_line(height, m.code);
            }
            if (score >= beta) {
                reward(s, m, depth, height);
                break;
            }
        }
    }
    // Immobile, or only repetitions are left: lost where the turn began.
    if (searched == 0) return -(kWin - std::max(0, ply - (kStepsPerTurn - s.steps_left)));
    if (known.left_out == kNoMove)
        c_.table.store(known.key, {to_table(best, ply), depth,
                                   best >= beta        ? Bound::Lower
                                   : best <= old_alpha ? Bound::Upper
                                                       : Bound::Exact,
                                   best > old_alpha ? best_move : kNoMove});
    return best;
}

// The evaluation, less what an unanswered goal threat of the opponent costs.
int Searcher::quiet_score(const State& s) const {
    int score = evaluate(s.board, s.side, s.steps_left, c_.weights);
    if (can_goal(s.board, other(s.side), kStepsPerTurn))
        score -= kGoalThreat[static_cast<std::size_t>(s.steps_left) - 1];
    return std::clamp(score, -kEvalBound, kEvalBound);
}

// Captures of this turn only; what the opponent could take next is left to the evaluation.
int Searcher::quiesce(const State& s, int alpha, int beta, int ply, int height) {
    ++nodes_;
    int best = quiet_score(s);
    if (best >= beta || s.steps_left < 2 || height >= kMaxHeight - 1) return best;
    const int needed = fewest_capture_steps(s.board, s.side);
    if (needed > s.steps_left) return best;
    alpha = std::max(alpha, best);
    const Side enemy = other(s.side);
    const int enemies = count(s.board.of(enemy));
    const int own = count(s.board.of(s.side));
    const auto try_move = [&](const Move& m) {
        const State next = after_move(s, m);
        if (count(next.board.of(s.side)) < own) return false;  // no trades in here
        const bool captured = count(next.board.of(enemy)) < enemies;
        if (!captured) {
            const int now = fewest_capture_steps(next.board, s.side);
            if (now >= needed || now > next.steps_left) return false;
        }
        int score;
        if (!next.board.rabbits(enemy)) {
            score = kWin - ply - m.steps();
        } else if (next.steps_left == 0) {
            // A capture with the last step may have left a goal open.
            score = can_goal(next.board, enemy, kStepsPerTurn)
                        ? -(kWin - ply - m.steps() - kStepsPerTurn)
                        : -quiet_score(after_turn(next.board, s.side));
        } else {
            score = quiesce(next, alpha, beta, ply + m.steps(), height + 1);
        }
        best = std::max(best, score);
        alpha = std::max(alpha, best);
        return best >= beta || should_stop();
    };
    const Bits unfrozen = s.board.of(s.side) & ~s.board.frozen(s.side);
    if (each_push(s.board, s.side, unfrozen, try_move)) return best;
    if (each_pull(s.board, s.side, unfrozen, try_move)) return best;
    // A single step can only prepare, so two steps must be left after it.
    if (s.steps_left > 2) each_single(s.board, s.side, unfrozen, try_move);
    return best;
}

// Selection sort, move by move: most nodes need only the first few.
const Searcher::ScoredMove& Searcher::MoveList::take_best(int from) {
    auto* first = moves.data() + from;
    const auto less = [](const ScoredMove& x, const ScoredMove& y) { return x.score < y.score; };
    std::iter_swap(first, std::max_element(first, moves.data() + size, less));
    return *first;
}

bool Searcher::MoveList::keep_end_of_turn(int from) {
    const auto begin = moves.begin() + from;
    const auto end = moves.begin() + size;
    const auto found =
        std::find_if(begin, end, [](const ScoredMove& m) { return m.code == kEndTurnMove; });
    if (found == end) return false;
    std::iter_swap(begin, found);
    size = from + 1;
    return true;
}

void Searcher::generate(const State& s, MoveList& list) const {
    const auto add = [&](const Move& m) {
        list.moves[static_cast<std::size_t>(list.size++)] = {m, encode(m), 0};
        return false;
    };
    each_move(s.board, s.side, s.steps_left, add);
    if (s.steps_left < kStepsPerTurn)
        list.moves[static_cast<std::size_t>(list.size++)] = {Move{}, kEndTurnMove, 0};
}

void Searcher::order(const State& s, MoveList& list, MoveCode table_move, int height) const {
    const auto& killers = killers_[static_cast<std::size_t>(height)];
    const Side enemy = other(s.side);
    const StepOrder learned(s.board, s.side, s.last);
    for (int i = 0; i < list.size; ++i) {
        ScoredMove& m = list.moves[static_cast<std::size_t>(i)];
        if (m.code == table_move) {
            m.score = kTableMoveScore;
            continue;
        }
        if (m.code == kEndTurnMove) {
            m.score = kEndTurnScore;
            continue;
        }
        const auto mover = static_cast<std::size_t>(m.move.mover);
        m.score = history_[static_cast<std::size_t>(s.side)][mover][m.code & 0xFFF] +
                  learned.score(m.move, c_.step_weights);
        if (m.code == killers[0] || m.code == killers[1]) m.score += kKillerScore;
        // Whatever touches a trap may capture: play it and see.
        Bits touched = m.move.from.bit();
        if (m.move.type != Move::Type::Single) touched |= m.move.to.bit() | m.move.other.bit();
        if (touched & kTrapNeighbours) {
            Board after = s.board;
            const MoveSteps made = play(after, s.side, m.move);
            for (int j = 0; j < made.size; ++j)
                if (const auto c = made.steps[static_cast<std::size_t>(j)].capture())
                    m.score += (c->piece.side == enemy ? kCaptureScore : -kCaptureScore) *
                               kOrderValue[static_cast<std::size_t>(c->piece.kind)];
        }
    }
}

void Searcher::reward(const State& s, const ScoredMove& m, int depth, int height) {
    if (m.code == kEndTurnMove) return;
    auto& killers = killers_[static_cast<std::size_t>(height)];
    if (killers[0] != m.code) {
        killers[1] = killers[0];
        killers[0] = m.code;
    }
    int& h = history_[static_cast<std::size_t>(s.side)][static_cast<std::size_t>(m.move.mover)]
                     [m.code & 0xFFF];
    const int bonus = depth * depth;
    h += bonus - h * bonus / kHistoryLimit;  // never grows past the limit
}

}  // namespace gajah
