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

// The walk itself. `Sink` is told of each new board once and answers true to stop. The steps and
// the board itself are worked out only for a sink that wants them.
template <class Sink>
class Walk {
public:
    Walk(const Position& start, Sink& sink) : start_(start), side_(start.side()), sink_(sink) {}

    void run() {
        seed();
        for (int spent = 0; spent < left_ && !stopped_; ++spent) {
            // Singles first: then every board that can be reached in spent + 1 steps is known
            // before any is recorded as reached in spent + 2.
            expand(spent, 1);
            if (spent + 2 <= left_) expand(spent, 2);
        }
    }

    const Node& node(int level, int i) const {
        return levels_[static_cast<std::size_t>(level)][static_cast<std::size_t>(i)];
    }

private:
    const Position& start_;
    Side side_;
    Sink& sink_;
    int left_ = 0;
    bool stopped_ = false;
    HashSet seen_;
    std::array<std::vector<Node>, kStepsPerTurn + 1> levels_;

    // A turn with a push or pull pending begins with the ways to settle it.
    void seed() {
        left_ = start_.steps_left();
        if (start_.pending() != Pending::Push) {
            seen_.insert(start_.board().hash());
            levels_[0].push_back({start_.board(), -1, {}});
            stopped_ = sink_.start(start_);
        }
        for (Step step : start_.settling_steps()) settle(step);
    }

    void settle(Step step) {
        if (stopped_) return;
        const Board board = start_.after(step).board();
        if (!seen_.insert(board.hash())) return;
        levels_[1].push_back({board, -1, {{step, Step()}, 1}});
        stopped_ = sink_.reached(board.hash(), -1, levels_[1].back().steps, 1, board);
    }

    void expand(int level, int cost) {
        auto& from = levels_[static_cast<std::size_t>(level)];
        const int to = level + cost;
        for (std::size_t i = 0; i < from.size() && !stopped_; ++i) {
            // The vector may grow elsewhere, never `from` itself: children are deeper.
            const Board& board = from[i].board;
            const Bits unfrozen = board.of(side_) & ~board.frozen(side_);
            const auto visit = [&](const Move& m) {
                return stopped_ = arrive(board, static_cast<int>(i), level, to, m);
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
        if (to < left_ || Sink::kWantsSteps) {
            steps = play(after, side_, m);
            if (to < left_) levels_[static_cast<std::size_t>(to)].push_back({after, parent, steps});
        }
        return sink_.reached(hash, parent, steps, level, after);
    }
};

bool contains(std::span<const std::uint64_t> banned, std::uint64_t hash) {
    return std::find(banned.begin(), banned.end(), hash) != banned.end();
}

// Stopping where the turn stands is a way to end it, if it may end here.
bool may_stop_here(const Position& p, std::span<const std::uint64_t> banned) {
    return !p.why_not_end() && !contains(banned, p.board().hash());
}

struct CountSink {
    static constexpr bool kWantsSteps = false;
    const Position& position;
    std::span<const std::uint64_t> banned;
    std::uint64_t start_hash = position.start_hash();
    std::uint64_t limit = UINT64_MAX;
    std::uint64_t count = 0;

    bool start(const Position& p) { return (count += may_stop_here(p, banned)) >= limit; }
    bool reached(std::uint64_t hash, int, const MoveSteps&, int, const Board&) {
        if (hash == start_hash || contains(banned, hash)) return false;
        return ++count >= limit;
    }
};

// A board that was reached, and from where.
struct Found {
    int parent = -1;
    int parent_level = 0;
    MoveSteps steps;
    std::uint64_t hash = 0;
};

struct ListSink {
    static constexpr bool kWantsSteps = true;
    const Position& position;
    std::span<const std::uint64_t> banned;
    std::uint64_t start_hash = position.start_hash();
    bool may_stop = false;
    std::vector<Found> found{};

    bool start(const Position& p) {
        may_stop = may_stop_here(p, banned);
        return false;
    }
    bool reached(std::uint64_t hash, int parent, const MoveSteps& steps, int parent_level,
                 const Board&) {
        if (hash != start_hash && !contains(banned, hash))
            found.push_back({parent, parent_level, steps, hash});
        return false;
    }
};

struct BoardSink {
    static constexpr bool kWantsSteps = true;
    const Position& position;
    const std::function<bool(const Board&)>& visit;

    bool start(const Position& p) { return may_stop_here(p, {}) && visit(p.board()); }
    bool reached(std::uint64_t hash, int, const MoveSteps&, int, const Board& board) {
        return hash != position.start_hash() && visit(board);
    }
};

struct BestSink {
    static constexpr bool kWantsSteps = true;
    const Position& position;
    const std::function<int(const Board&)>& worth;
    int enough;
    std::optional<int> best{};
    Found found{};

    bool start(const Position& p) { return may_stop_here(p, {}) && offer(p.board(), {}); }
    bool reached(std::uint64_t hash, int parent, const MoveSteps& steps, int parent_level,
                 const Board& board) {
        return hash != position.start_hash() && offer(board, {parent, parent_level, steps, hash});
    }
    bool offer(const Board& board, const Found& here) {
        const int value = worth(board);
        if (best && value <= *best) return false;
        best = value;
        found = here;
        return value >= enough;
    }
};

void append(Turn& turn, const MoveSteps& steps) {
    for (int i = 0; i < steps.size; ++i) turn.push_back(steps.steps[static_cast<std::size_t>(i)]);
}

// The steps from the walk's start to something found. A path has at most four edges: they are
// collected backward and written forward.
template <class Sink>
Turn turn_to(const Walk<Sink>& walk, const Found& found) {
    std::array<const MoveSteps*, kStepsPerTurn> path{};
    std::size_t length = 0;
    path[length++] = &found.steps;
    int level = found.parent_level;
    int parent = found.parent;
    while (parent >= 0 && level > 0) {
        const Node& node = walk.node(level, parent);
        path[length++] = &node.steps;
        level -= node.steps.size;
        parent = node.parent;
    }
    Turn turn;
    while (length > 0) append(turn, *path[--length]);
    return turn;
}

}  // namespace

std::uint64_t count_turns(const Position& position, std::span<const std::uint64_t> banned) {
    CountSink sink{position, banned};
    Walk<CountSink>(position, sink).run();
    return sink.count;
}

bool has_turn(const Position& position, std::span<const std::uint64_t> banned) {
    CountSink sink{position, banned};
    sink.limit = 1;
    Walk<CountSink>(position, sink).run();
    return sink.count > 0;
}

std::vector<Turn> list_turns(const Position& position, std::span<const std::uint64_t> banned) {
    ListSink sink{position, banned};
    Walk<ListSink> walk(position, sink);
    walk.run();
    std::vector<Turn> turns;
    turns.reserve(sink.found.size() + 1);
    if (sink.may_stop) turns.emplace_back();
    for (const auto& found : sink.found) turns.push_back(turn_to(walk, found));
    return turns;
}

std::optional<Turn> pick_turn(const Position& position, std::span<const std::uint64_t> banned,
                              const std::function<std::uint64_t(std::uint64_t)>& random) {
    ListSink sink{position, banned};
    Walk<ListSink> walk(position, sink);
    walk.run();
    const std::size_t here = sink.may_stop ? 1 : 0;
    const std::size_t total = sink.found.size() + here;
    if (total == 0) return std::nullopt;
    const std::size_t i = random(total);
    return i < here ? Turn() : turn_to(walk, sink.found[i - here]);
}

std::vector<std::uint64_t> list_turn_hashes(const Position& position) {
    ListSink sink{position, {}};
    Walk<ListSink>(position, sink).run();
    std::vector<std::uint64_t> hashes;
    hashes.reserve(sink.found.size() + 1);
    if (sink.may_stop) hashes.push_back(position.board().hash());
    for (const auto& f : sink.found) hashes.push_back(f.hash);
    return hashes;
}

void each_turn_board(const Position& position, const std::function<bool(const Board&)>& visit) {
    BoardSink sink{position, visit};
    Walk<BoardSink>(position, sink).run();
}

std::optional<std::pair<Turn, int>> best_turn(const Position& position,
                                              const std::function<int(const Board&)>& worth,
                                              int enough) {
    BestSink sink{position, worth, enough};
    Walk<BestSink> walk(position, sink);
    walk.run();
    if (!sink.best) return std::nullopt;
    return std::pair{turn_to(walk, sink.found), *sink.best};
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
