#include "rules/goal.h"

#include <algorithm>

#include "rules/moves.h"

namespace gajah {

namespace {

constexpr int kNever = 99;

// Every square some rabbit could stand on one step later, were they all empty.
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

// What a rabbit could use if others spent some steps to help it. Each mask is larger than the
// truth, so that distances measured with it are never too long.
struct Aid {
    Bits passable;  // squares it could enter
    Bits mobile;    // squares from which it could go on
};

// Squares on which a piece of ours could stand after some steps, everything else aside.
Bits spread(Bits pieces, Bits theirs, int steps) {
    for (int i = 0; i < steps; ++i) pieces |= neighbours(pieces) & ~theirs;
    return pieces;
}

// Enemies that one of ours could push or pull after `approach` steps toward them.
Bits dislodgeable(const Board& b, Side s, int approach) {
    const Bits mine = b.of(s);
    const Bits theirs = b.of(other(s));
    Bits reach = 0;
    Bits found = 0;
    for (int k = kKinds - 1; k > index(Kind::Rabbit); --k) {
        reach |= mine & b.of(static_cast<Kind>(k));
        found |= within(approach, neighbours(reach)) & theirs & b.of(static_cast<Kind>(k - 1));
    }
    return found;
}

//   no help: empty squares only, and no step from where a stronger enemy freezes it;
//   one step: own pieces may get out of the way, a friend may come beside it;
//   two or more: an enemy may be dislodged.
// A square is safe for it if a friend could be beside it: that matters on traps. The rabbit
// itself counts as a friend beside the square it left, which errs on the side of less.
Aid aid(const Board& b, Side s, int helping_steps) {
    const Bits theirs = b.of(other(s));
    const Bits friends = neighbours(spread(b.of(s), theirs, helping_steps));
    Bits blocked = helping_steps == 0 ? b.occupied() : theirs;
    Bits freezers = theirs & ~b.of(Kind::Rabbit);
    if (helping_steps >= 2) {
        Bits movable = dislodgeable(b, s, helping_steps - 2);
        // Dislodging its guard removes an enemy from a trap, however strong it is.
        movable |= theirs & kTraps & neighbours(movable);
        blocked &= ~movable;
        freezers &= ~movable;
    }
    return {~blocked & (~kTraps | friends), ~neighbours(freezers) | friends};
}

// Never more than the steps really needed; above `limit` it may be anything above.
int fewest_steps(const Board& b, Side s, int limit) {
    const Bits rabbits = b.rabbits(s);
    const int rows = row_distance(rabbits, s);
    for (int helping = 0; rows + helping <= limit; ++helping) {
        const Aid a = aid(b, s, helping);
        const int steps =
            helping + wave_distance(rabbits, a.passable, a.mobile, goal_row(s), s, limit - helping);
        if (steps <= limit) return steps;
    }
    return limit + 1;
}

// Where a move must begin or end to matter to some rabbit's walk. With one step to spare, it
// has to touch the rabbit's way or a square beside it. Each further step can prepare the one
// that does so (free the piece, make room, dislodge a guard), from two squares further away.
Bits zone_that_matters(const Board& b, Side s, int steps) {
    Bits zone = 0;
    for (int rows = 1; rows < steps; ++rows) {
        const Bits row = s == Side::Gold ? kRow8 >> (8 * rows) : kRow1 << (8 * rows);
        Bits way = b.rabbits(s) & row;
        if (!way) continue;
        const int spare = steps - rows;
        for (int i = 0; i < spare; ++i) way |= east_of(way) | west_of(way);
        for (int i = 0; i < rows; ++i) way |= shift(way, forward(s));
        zone |= within(2 * spare - 1, way);
    }
    const Bits last_row = s == Side::Gold ? kRow8 >> (8 * steps) : kRow1 << (8 * steps);
    return zone | (b.rabbits(s) & last_row);
}

// Depth-first over the moves of the turn, given up as soon as the steps cannot suffice.
bool search(const Board& b, Side s, int steps, Turn* path) {
    if (b.rabbits(s) & goal_row(s)) return true;
    if (fewest_steps(b, s, steps) > steps) return false;
    const Bits unfrozen = b.of(s) & ~b.frozen(s);
    const Bits zone = zone_that_matters(b, s, steps);
    const auto try_move = [&](const Move& m) {
        Bits touched = m.from.bit() | m.to.bit();
        if (m.type != Move::Type::Single) touched |= m.other.bit();
        if (!(touched & zone)) return false;
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
        for (Square from : Squares(walkers)) {
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

Turn joined(Step first, const Turn& rest) {
    Turn turn;
    turn.push_back(first);
    for (Step step : rest) turn.push_back(step);
    return turn;
}

std::optional<Turn> find_within(const Position& p, int steps) {
    if (p.pending() != Pending::Push) {
        Turn backward;
        if (search(p.board(), p.side(), steps, &backward)) {
            Turn turn;
            for (int i = backward.size() - 1; i >= 0; --i) turn.push_back(backward[i]);
            return turn;
        }
    }
    if (p.pending() == Pending::None || steps == 0) return std::nullopt;
    for (Step step : p.settling_steps())
        if (const auto rest = find_within(p.after(step), steps - 1)) return joined(step, *rest);
    return std::nullopt;
}

}  // namespace

std::optional<Turn> find_goal(const Position& position) {
    // A rabbit that was there before the turn has ended the game: no turn can win it now.
    const bool over = (position.board().rabbits(position.side()) & goal_row(position.side())) != 0;
    if (position.at_turn_start() && over) return std::nullopt;
    if (!find_within(position, position.steps_left())) return std::nullopt;
    // Among the goals there are, one that wastes no step.
    for (int steps = 0;; ++steps)
        if (const auto goal = find_within(position, steps)) return goal;
}

bool can_goal(const Board& board, Side side, int steps) {
    return search(board, side, steps, nullptr);
}

bool may_goal(const Board& board, Side side, int steps) {
    return fewest_steps(board, side, steps) <= steps;
}

}  // namespace gajah
