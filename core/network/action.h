// The answers a policy network gives: one number for each step, and one for ending the turn.
//
// Seen from the side to move, as the network sees the board: silver's rows are turned round, so
// that forward is north for both.
//   action = 4 * from-square + direction   (0-255; north, east, south, west)
//   256                                    the turn ends here
// A push or pull is two actions in a row, as in notation.
#pragma once

#include "rules/position.h"

namespace gajah {

using Action = std::uint16_t;
inline constexpr int kActions = 257;
inline constexpr Action kEndTurn = 256;

// North and south change places for silver; they are the even directions.
constexpr int from_movers_side(Direction d, Side s) {
    const int number = static_cast<int>(d);
    return s == Side::Silver && number % 2 == 0 ? number ^ 2 : number;
}
constexpr int from_movers_side(Square square, Side s) {
    return s == Side::Silver ? square.index() ^ 56 : square.index();
}

constexpr Action action_of(Step step, Side s) {
    return static_cast<Action>(from_movers_side(step.from(), s) * 4 +
                               from_movers_side(step.direction(), s));
}

// The step behind an action other than kEndTurn; there must be a piece on its square.
inline Step step_of(Action action, const Position& position) {
    const Side s = position.side();
    const Square from(from_movers_side(Square(action / 4), s));
    const auto direction =
        static_cast<Direction>(from_movers_side(static_cast<Direction>(action % 4), s));
    return Step(*position.board().at(from), from, direction);
}

// The moment after an action of a turn. A turn ends by itself after its last step.
inline Position after_action(const Position& position, Action action) {
    if (action == kEndTurn) return position.end_turn();
    const Position next = position.after(step_of(action, position));
    return next.steps_left() == 0 ? next.end_turn() : next;
}

}  // namespace gajah
