#include "rules/goal.h"

#include <algorithm>

#include "rules/moves.h"

namespace gajah {

namespace {

constexpr int kNever = 99;

// Every square some rabbit could stand on one step later, were `passable` all empty.
constexpr Bits rabbit_reach(Bits from, Side s) {
    return shift(from, forward(s)) | east_of(from) | west_of(from);
}

// Steps a rabbit needs when only `passable` squares (and the rabbits' own) can be entered and
// only from `mobile` squares can it go on. A wave of all rabbits at once.
int wave_distance(Bits rabbits, Bits passable, Bits mobile, Bits goal, Side s, int limit) {
    Bits wave = rabbits;
    for (int steps = 1; steps <= limit; ++steps) {
        wave |= rabbit_reach(wave & mobile, s) & passable;
        if (wave & goal) return steps;
    }
    return kNever;
}

int row_distance(Bits rabbits, Side s) {
    if (!rabbits) return kNever;
    return s == Side::Gold ? std::countl_zero(rabbits) / 8 : std::countr_zero(rabbits) / 8;
}

// Never more than the steps really needed. Three ways to get there, cheapest wins:
//   a rabbit walks alone: empty squares only, through squares on which it is not frozen;
//   one other step helps: it can clear or unfreeze anything except an enemy's square;
//   two or more other steps help: nothing is certain but the rows to cross.
// "Alone" counts the walking rabbit itself as a friend beside the square it left, which errs
// on the side of less.
int fewest_steps(const Board& b, Side s, int limit) {
    const Bits rabbits = b.rabbits(s);
    const int rows = row_distance(rabbits, s);
    if (rows > limit) return rows;
    if (rows + 2 <= limit) return rows;  // cannot be refuted here: say the least
    const Bits goal = goal_row(s);
    const Bits mine = b.of(s);
    const Bits theirs = b.of(other(s));
    // `rows` is limit or limit - 1.
    const Bits friends_near = neighbours(mine);
    const Bits mobile = ~neighbours(theirs & ~b.of(Kind::Rabbit)) | friends_near;
    const Bits safe = ~kTraps | friends_near;
    const int alone = wave_distance(rabbits, b.empty() & safe, mobile, goal, s, limit);
    if (alone <= limit) return alone;
    return 1 + wave_distance(rabbits, ~theirs, ~Bits{0}, goal, s, limit - 1);
}

// Depth-first over the moves of the turn, given up as soon as the steps cannot suffice.
bool search(const Board& b, Side s, int steps, Turn* path) {
    if (b.rabbits(s) & goal_row(s)) return true;
    if (fewest_steps(b, s, steps) > steps) return false;
    const Bits unfrozen = b.of(s) & ~b.frozen(s);
    const auto try_move = [&](const Move& m) {
        Board after = b;
        const MoveSteps made = play(after, s, m);
        if (!search(after, s, steps - made.size, path)) return false;
        if (path)  // filled from the end: reversed by the caller
            for (int i = made.size - 1; i >= 0; --i)
                path->push_back(made.steps[static_cast<std::size_t>(i)]);
        return true;
    };
    // With no step to spare only a rabbit's step forward can help.
    const int rows = row_distance(b.rabbits(s), s);
    if (rows == steps) {
        const Bits walkers = unfrozen & b.of(Kind::Rabbit) & shift(b.empty(), opposite(forward(s)));
        for (Bits left = walkers; left; left = without_lowest(left)) {
            const Square from(lowest(left));
            const Square to = from.next(forward(s));
            if (row_distance(from.bit(), s) == rows &&
                try_move(Move{Move::Type::Single, Kind::Rabbit, {}, from, to, {}}))
                return true;
        }
        return false;
    }
    if (each_single(b, s, unfrozen, try_move)) return true;
    // A push or pull takes two steps and moves no rabbit of ours forward, but a rabbit must
    // still cross `rows` afterwards.
    if (rows + 2 > steps) return false;
    return each_push(b, s, unfrozen, try_move) || each_pull(b, s, unfrozen, try_move);
}

std::optional<Turn> find_from(const Position& p) {
    if (p.pending() == Pending::Push) {
        for (Step step : p.steps()) {
            const auto rest = find_from(p.after(step));
            if (!rest) continue;
            Turn turn;
            turn.push_back(p.after(step).taken()[p.taken().size()]);
            for (Step s : *rest) turn.push_back(s);
            return turn;
        }
        return std::nullopt;
    }
    Turn backward;
    if (search(p.board(), p.side(), p.steps_left(), &backward)) {
        Turn turn;
        for (int i = backward.size() - 1; i >= 0; --i) turn.push_back(backward[i]);
        return turn;
    }
    if (p.pending() != Pending::Pull) return std::nullopt;
    for (Step step : p.steps()) {
        const Position next = p.after(step);
        if (step.piece().side == p.side() || next.pending() == Pending::Push) continue;
        const auto rest = find_from(next);
        if (!rest) continue;
        Turn turn;
        turn.push_back(step);
        for (Step s : *rest) turn.push_back(s);
        return turn;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Turn> find_goal(const Position& position) { return find_from(position); }

bool can_goal(const Board& board, Side side, int steps) {
    return search(board, side, steps, nullptr);
}

}  // namespace gajah
