// Moves as sixteen bits, for tables, killers and lines of play.
//
//   bits 0-5 from | 6-7 direction of the mover | 8-9 direction of the victim | 10-11 type
// The victim's direction: a push, the way it is pushed; a pull, where it stands seen from the
// mover's square. Type 0 is no move; kEndTurnMove stops the turn early.
#pragma once

#include "rules/moves.h"

namespace gajah {

using MoveCode = std::uint16_t;
inline constexpr MoveCode kNoMove = 0;
inline constexpr MoveCode kEndTurnMove = 1U << 12;

constexpr MoveCode encode(const Move& m) {
    const auto type = static_cast<unsigned>(m.type) + 1U;
    const auto d = static_cast<unsigned>(direction_between(m.from, m.to));
    unsigned victim = 0;
    if (m.type == Move::Type::Push)
        victim = static_cast<unsigned>(direction_between(m.to, m.other));
    else if (m.type == Move::Type::Pull)
        victim = static_cast<unsigned>(direction_between(m.from, m.other));
    return static_cast<MoveCode>(static_cast<unsigned>(m.from.index()) | d << 6 | victim << 8 |
                                 type << 10);
}

// Only for a code that was made on the same board.
constexpr Move decode(const Board& b, MoveCode code) {
    const Square from(code & 63);
    const Square to = from.next(static_cast<Direction>(code >> 6 & 3));
    const auto victim = static_cast<Direction>(code >> 8 & 3);
    const auto type = static_cast<Move::Type>((code >> 10 & 3) - 1);
    if (type == Move::Type::Single) return {type, b.kind_at(from), {}, from, to, {}};
    if (type == Move::Type::Push)
        return {type, b.kind_at(from), b.kind_at(to), from, to, to.next(victim)};
    const Square other = from.next(victim);
    return {type, b.kind_at(from), b.kind_at(other), from, to, other};
}

}  // namespace gajah
