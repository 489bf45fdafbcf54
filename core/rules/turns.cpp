#include "rules/turns.h"

#include <algorithm>

#include "rules/moves.h"

namespace gajah {

namespace {

// Hashes already seen: open addressing, no removal, zero never stored as itself.
class HashSet {
public:
    HashSet() : slots_(std::size_t{1} << 12) {}

    bool insert(std::uint64_t key) {
        key += key == 0;
        std::size_t i = key & (slots_.size() - 1);
        while (slots_[i]) {
            if (slots_[i] == key) return false;
            i = (i + 1) & (slots_.size() - 1);
        }
        slots_[i] = key;
        if (++size_ * 2 > slots_.size()) grow();
        return true;
    }

private:
    std::vector<std::uint64_t> slots_;
    std::size_t size_ = 0;

    void grow() {
        std::vector<std::uint64_t> old(slots_.size() * 4);
        old.swap(slots_);
        size_ = 0;
        for (std::uint64_t key : old)
            if (key) insert(key);
    }
};

// A board on the way, and how it was reached.
struct Node {
    Board board;
    int parent = -1;
    MoveSteps steps;
};

// The hash a move leads to, without playing it when no trap can be concerned.
std::uint64_t hash_after(const Board& b, Side s, const Move& m) {
    const Piece mover{s, m.mover};
    Bits touched = m.from.bit();
    std::uint64_t h = b.hash() ^ Board::key(mover, m.from) ^ Board::key(mover, m.to);
    if (m.type != Move::Type::Single) {
        const Piece victim{other(s), m.victim};
        const bool push = m.type == Move::Type::Push;
        const Square victim_from = push ? m.to : m.other;
        const Square victim_to = push ? m.other : m.from;
        touched |= victim_from.bit();
        h ^= Board::key(victim, victim_from) ^ Board::key(victim, victim_to);
    }
    if (!(touched & kTrapNeighbours)) return h;
    Board after = b;
    play(after, s, m);
    return after.hash();
}

// A board with which the turn may end, and from where it was reached.
struct Found {
    std::uint64_t hash = 0;
    int parent = -1;
    int parent_level = 0;
    MoveSteps steps;
};

void append(Turn& turn, const MoveSteps& steps) {
    for (int i = 0; i < steps.size; ++i) turn.push_back(steps.steps[static_cast<std::size_t>(i)]);
}

// Goes on from every board.
struct GoOn {
    bool operator()(const Board&, int) const { return true; }
};

// The walk itself. `visit` is told of each board with which the turn may end, once, and answers
// true to stop. The board and the steps to it are worked out only if it wants them. `promises` is
// asked whether to go on from a board with the steps that are left there.
template <bool kWantsSteps, class Visit, class Promises>
class Walk {
public:
    Walk(const Position& start, std::span<const std::uint64_t> banned, const Visit& visit,
         const Promises& promises)
        : start_(start), banned_(banned), visit_(visit), promises_(promises) {
        seed();
        for (int spent = 0; spent < left_ && !stopped_; ++spent) {
            // Singles first: then every board that can be reached in spent + 1 steps is known
            // before any is recorded as reached in spent + 2.
            expand(spent, 1);
            if (spent + 2 <= left_) expand(spent, 2);
        }
    }

    // The steps from the walk's start to something found. A path has at most four edges: they are
    // collected backward and written forward.
    Turn turn_to(const Found& found) const {
        std::array<const MoveSteps*, kStepsPerTurn> path{};
        std::size_t length = 0;
        path[length++] = &found.steps;
        int level = found.parent_level;
        int parent = found.parent;
        while (parent >= 0 && level > 0) {
            const Node& node =
                levels_[static_cast<std::size_t>(level)][static_cast<std::size_t>(parent)];
            path[length++] = &node.steps;
            level -= node.steps.size;
            parent = node.parent;
        }
        Turn turn;
        while (length > 0) append(turn, *path[--length]);
        return turn;
    }

private:
    const Position& start_;
    std::span<const std::uint64_t> banned_;
    const Visit& visit_;
    const Promises& promises_;
    Side side_ = start_.side();
    int left_ = start_.steps_left();
    bool stopped_ = false;
    HashSet seen_;
    std::array<std::vector<Node>, kStepsPerTurn + 1> levels_;

    // Stopping where the turn stands is a way to end it. A turn with a push or pull pending begins
    // with the ways to settle it.
    void seed() {
        if (start_.pending() != Pending::Push) {
            const Board& board = start_.board();
            seen_.insert(board.hash());
            levels_[0].push_back({board, -1, {}});
            stopped_ = reach(board, {board.hash(), -1, 0, {}});
        }
        for (Step step : start_.settling_steps()) settle(step);
    }

    void settle(Step step) {
        if (stopped_) return;
        const Board board = start_.after(step).board();
        if (!seen_.insert(board.hash())) return;
        const MoveSteps steps{{step, Step()}, 1};
        levels_[1].push_back({board, -1, steps});
        stopped_ = reach(board, {board.hash(), -1, 1, steps});
    }

    void expand(int level, int cost) {
        auto& from = levels_[static_cast<std::size_t>(level)];
        for (std::size_t i = 0; i < from.size() && !stopped_; ++i) {
            // The vector may grow elsewhere, never `from` itself: children are deeper.
            const Board& board = from[i].board;
            const Bits unfrozen = board.of(side_) & ~board.frozen(side_);
            const auto visit = [&](const Move& m) {
                return stopped_ = arrive(board, static_cast<int>(i), level, level + cost, m);
            };
            if (cost == 1) {
                each_single(board, side_, unfrozen, visit);
            } else if (!each_push(board, side_, unfrozen, visit)) {
                each_pull(board, side_, unfrozen, visit);
            }
        }
    }

    bool arrive(const Board& board, int parent, int level, int to, const Move& m) {
        const std::uint64_t hash = hash_after(board, side_, m);
        if (!seen_.insert(hash)) return false;
        MoveSteps steps;
        Board after = board;
        if (to < left_ || kWantsSteps) {
            steps = play(after, side_, m);
            if (to < left_ && promises_(after, left_ - to))
                levels_[static_cast<std::size_t>(to)].push_back({after, parent, steps});
        }
        return reach(after, {hash, parent, level, steps});
    }

    bool reach(const Board& board, const Found& found) {
        if (found.hash == start_.start_hash() ||
            std::find(banned_.begin(), banned_.end(), found.hash) != banned_.end())
            return false;
        return visit_(board, found);
    }
};

template <bool kWantsSteps = true, class Visit, class Promises = GoOn>
auto walk(const Position& start, std::span<const std::uint64_t> banned, const Visit& visit,
          const Promises& promises = {}) {
    return Walk<kWantsSteps, Visit, Promises>(start, banned, visit, promises);
}

auto add_to(std::vector<Found>& all) {
    return [&all](const Board&, const Found& found) {
        all.push_back(found);
        return false;
    };
}

template <class Walked>
std::vector<Turn> turns_to(const std::vector<Found>& all, const Walked& walked) {
    std::vector<Turn> turns;
    turns.reserve(all.size());
    for (const Found& found : all) turns.push_back(walked.turn_to(found));
    return turns;
}

}  // namespace

std::uint64_t count_turns(const Position& position) {
    std::uint64_t count = 0;
    walk<false>(position, {}, [&](const Board&, const Found&) {
        ++count;
        return false;
    });
    return count;
}

bool has_turn(const Position& position, std::span<const std::uint64_t> banned) {
    bool found = false;
    walk<false>(position, banned, [&](const Board&, const Found&) { return found = true; });
    return found;
}

std::vector<Turn> list_turns(const Position& position, std::span<const std::uint64_t> banned) {
    std::vector<Found> all;
    const auto walked = walk(position, banned, add_to(all));
    return turns_to(all, walked);
}

std::vector<Turn> list_turns_to(const Position& position,
                                const std::function<bool(const Board&)>& wanted) {
    std::vector<Found> all;
    const auto walked = walk(position, {}, [&](const Board& board, const Found& found) {
        if (wanted(board)) all.push_back(found);
        return false;
    });
    return turns_to(all, walked);
}

std::optional<Turn> find_turn_to(const Position& position,
                                 const std::function<bool(const Board&)>& wanted,
                                 const std::function<bool(const Board&, int)>& promises) {
    std::optional<Found> first;
    const auto visit = [&](const Board& board, const Found& found) {
        if (!wanted(board)) return false;
        first = found;
        return true;
    };
    const auto walked = walk(position, {}, visit, promises);
    if (!first) return std::nullopt;
    return walked.turn_to(*first);
}

std::optional<Turn> pick_turn(const Position& position, std::span<const std::uint64_t> banned,
                              const std::function<std::uint64_t(std::uint64_t)>& random) {
    std::vector<Found> all;
    const auto walked = walk(position, banned, add_to(all));
    if (all.empty()) return std::nullopt;
    return walked.turn_to(all[random(all.size())]);
}

void each_turn_board(const Position& position, const std::function<bool(const Board&)>& visit) {
    walk(position, {}, [&](const Board& board, const Found&) { return visit(board); });
}

std::optional<std::pair<Turn, int>> best_turn(const Position& position,
                                              const std::function<int(const Board&)>& worth,
                                              int enough) {
    std::optional<int> best;
    Found best_found;
    const auto rate = [&](const Board& board, const Found& found) {
        const int value = worth(board);
        if (best && value <= *best) return false;
        best = value;
        best_found = found;
        return value >= enough;
    };
    const auto walked = walk(position, {}, rate);
    if (!best) return std::nullopt;
    return std::pair{walked.turn_to(best_found), *best};
}

std::uint64_t perft_steps(const Position& position, int depth) {
    if (depth <= 0) return 1;
    const StepList steps = position.steps();
    if (depth == 1) return steps.size();
    std::uint64_t total = 0;
    for (Step step : steps) total += perft_steps(position.after(step), depth - 1);
    return total;
}

}  // namespace gajah
