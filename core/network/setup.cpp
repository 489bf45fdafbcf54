#include "network/setup.h"

namespace gajah {

std::optional<Rule> why_no_setup(const Position& position) {
    const Board& board = position.board();
    if (position.side() == Side::Gold)
        return board.occupied() ? std::optional(Rule::SetupOver) : std::nullopt;
    if (board.of(Side::Silver)) return Rule::SetupOver;
    return why_not_setup(Side::Gold, setup_of(board, Side::Gold));
}

bool is_placing(const Position& position) {
    const Board& board = position.board();
    const Side side = position.side();
    const auto next = next_to_place(position);
    if (!position.at_turn_start() || !next || board.weaker(side, *next) ||
        (board.of(side) & ~home_rows(side)))
        return false;
    if (side == Side::Gold) return !board.of(Side::Silver);
    return !why_not_setup(Side::Gold, setup_of(board, Side::Gold));
}

Position after_placement(const Position& position, Action action) {
    const Side side = position.side();
    Board board = position.board();
    board.toggle({side, *next_to_place(position)},
                 Square(from_movers_side(Square(action / 4), side)));
    const Position placed(board, side);
    if (next_to_place(placed)) return placed;
    for (Square square : Squares(free_home(placed))) board.toggle({side, Kind::Rabbit}, square);
    return Position(board, other(side));
}

Setup setup_of(const Board& board, Side side) {
    Setup setup;
    for (int k = kKinds - 1; k >= 0; --k) {
        const auto kind = static_cast<Kind>(k);
        for (Square square : Squares(board.of(side, kind))) setup.push_back({{side, kind}, square});
    }
    return setup;
}

}  // namespace gajah
