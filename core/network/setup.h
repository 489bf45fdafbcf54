// Setting up as decisions like any other: a side places its pieces one at a time, the strongest
// first, and once only rabbits are left they fill its rows. Eight decisions a side; gold's before
// silver's, who sees them.
//
// A Position stands for such a moment: its side is the one that places, its board is what stands
// so far. Two equal pieces may be placed in either order: both orders reach the same board.
#pragma once

#include <optional>

#include "network/action.h"

namespace gajah {

// Why no setup is due here, if so: gold sets up on an empty board, silver opposite all of gold's
// pieces. A network has seen nothing else.
std::optional<Rule> why_no_setup(const Position& position);

// Is the side to move setting up? It has its strongest pieces and no rabbit yet, which in play
// would mean that it has lost.
bool is_placing(const Position& position);

// What the side places next; nothing if only rabbits are missing, or none.
inline std::optional<Kind> next_to_place(const Position& position) {
    for (int k = kKinds - 1; k > index(Kind::Rabbit); --k) {
        const auto kind = static_cast<Kind>(k);
        if (count(position.board().of(position.side(), kind)) <
            kFullArmy[static_cast<std::size_t>(k)])
            return kind;
    }
    return std::nullopt;
}

// Where it may stand.
inline Bits free_home(const Position& position) {
    return home_rows(position.side()) & position.board().empty();
}

// The policy's number for placing the next piece there: a step's from that square, to the north.
constexpr Action placement_action(Square square, Side s) {
    return static_cast<Action>(from_movers_side(square, s) * 4);
}

// The next moment. After the last decision the rabbits are on the board too and it is the other
// side's turn: silver's to set up, or gold's to play.
Position after_placement(const Position& position, Action action);

// The pieces of a side that has set up.
Setup setup_of(const Board& board, Side side);

}  // namespace gajah
