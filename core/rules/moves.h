// The ways a side can spend steps on a bare board: one step, a push or a pull (two steps each).
// A push or pull is one move here, as in the rules, so nothing is ever half done. Walks of a
// whole turn (turns.h, goal.h, the search) are built from these; Position builds its single
// steps with the same conditions for people who play step by step.
#pragma once

#include "rules/board.h"

namespace gajah {

struct Move {
    enum class Type : std::uint8_t { Single, Push, Pull };
    Type type{};
    Kind mover{};   // the piece of the side to move
    Kind victim{};  // the enemy piece dislodged; meaningless for a single step
    Square from;    // where the mover comes from
    Square to;      // where it goes: for a push, where the victim stood
    Square other;   // push: where the victim goes; pull: where it comes from
    constexpr int steps() const { return type == Type::Single ? 1 : 2; }
};

// Squares of side `s` from which a piece may step in direction d, freezing aside.
constexpr Bits can_step(const Board& b, Side s, Bits movers, Direction d) {
    if (d == opposite(forward(s))) movers &= ~b.of(Kind::Rabbit);
    return movers & shift(b.empty(), opposite(d));
}

// Each visitor returns true to stop the walk; the walk returns whether it was stopped.
template <class Visit>
bool each_single(const Board& b, Side s, Bits unfrozen, Visit&& visit) {
    for (Direction d : kDirections)
        for (Square from : Squares(can_step(b, s, unfrozen, d)))
            if (visit(Move{Move::Type::Single, b.kind_at(from), {}, from, from.next(d), {}}))
                return true;
    return false;
}

template <class Visit>
bool each_push(const Board& b, Side s, Bits unfrozen, Visit&& visit) {
    const Bits empty = b.empty();
    const Bits reach = neighbours(unfrozen & ~b.of(Kind::Rabbit));
    for (Square victim_at : Squares(b.of(other(s)) & reach & neighbours(empty))) {
        const Kind victim = b.kind_at(victim_at);
        const Bits around = neighbours(victim_at.bit());
        const Bits pushers = b.stronger(s, victim) & unfrozen & around;
        for (Square from : Squares(pushers)) {
            const Kind mover = b.kind_at(from);
            for (Square to : Squares(around & empty))
                if (visit(Move{Move::Type::Push, mover, victim, from, victim_at, to})) return true;
        }
    }
    return false;
}

template <class Visit>
bool each_pull(const Board& b, Side s, Bits unfrozen, Visit&& visit) {
    const Bits empty = b.empty();
    const Bits enemies = b.of(other(s));
    const Bits pullers = unfrozen & ~b.of(Kind::Rabbit) & neighbours(empty) & neighbours(enemies);
    for (Square from : Squares(pullers)) {
        const Kind mover = b.kind_at(from);
        const Bits around = neighbours(from.bit());
        for (Square victim_at : Squares(b.weaker(other(s), mover) & around)) {
            const Kind victim = b.kind_at(victim_at);
            for (Square to : Squares(around & empty))
                if (visit(Move{Move::Type::Pull, mover, victim, from, to, victim_at})) return true;
        }
    }
    return false;
}

// All a side can do with that many steps left.
template <class Visit>
bool each_move(const Board& b, Side s, int steps_left, Visit&& visit) {
    if (steps_left == 0) return false;
    const Bits unfrozen = b.of(s) & ~b.frozen(s);
    if (steps_left >= 2 && (each_push(b, s, unfrozen, visit) || each_pull(b, s, unfrozen, visit)))
        return true;
    return each_single(b, s, unfrozen, visit);
}

// Has the side any way to begin a turn?
inline bool can_move(const Board& b, Side s) {
    const Bits unfrozen = b.of(s) & ~b.frozen(s);
    for (Direction d : kDirections)
        if (can_step(b, s, unfrozen, d)) return true;
    return each_push(b, s, unfrozen, [](const Move&) { return true; });
}

// The steps a move was made of, in the order of the rules: traps act after each.
struct MoveSteps {
    std::array<Step, 2> steps{};
    int size = 0;
};

// Plays the move on the board and says which steps it took.
inline MoveSteps play(Board& b, Side s, const Move& m) {
    const auto one = [&b](Piece p, Square from, Square to) {
        const auto capture = b.move(p, from, to);
        return Step(p, from, direction_between(from, to), capture);
    };
    const Piece mover{s, m.mover};
    const Piece victim{other(s), m.victim};
    switch (m.type) {
        case Move::Type::Single: return {{one(mover, m.from, m.to), Step()}, 1};
        case Move::Type::Push: {
            const Step first = one(victim, m.to, m.other);
            return {{first, one(mover, m.from, m.to)}, 2};
        }
        default: {
            const Step first = one(mover, m.from, m.to);
            return {{first, one(victim, m.other, m.from)}, 2};
        }
    }
}

}  // namespace gajah
