#include "study/stances.h"

#include "eval/features.h"

namespace gajah {

namespace {

using feature::distance;

// A hostage this far from a trap is pushed or pulled into it within a turn.
constexpr int kHostageReach = 2;
// An enemy this far from a trap can drag a piece into it within a turn.
constexpr int kTrapReach = 2;
constexpr int kSafeDefenders = 2;

// The two traps on a side's half of the board.
constexpr Bits home_traps(Side side) {
    constexpr Bits kGoldHalf = 0xFFFFFFFFULL;
    return kTraps & (side == Side::Gold ? kGoldHalf : ~kGoldHalf);
}

// Where the strongest piece of a side next to a square stands; there is one.
Square strongest_beside(const Board& board, Square square, Side side) {
    Square strongest;
    int kind = -1;
    for (Square beside : Squares(neighbours(square.bit()) & board.of(side)))
        if (index(board.kind_at(beside)) >= kind) {
            kind = index(board.kind_at(beside));
            strongest = beside;
        }
    return strongest;
}

// Can the piece on a square of the side to move go somewhere by pushing?
bool can_push_from(const Position& position, Square square) {
    for (Step step : position.steps()) {
        const bool beside = (neighbours(square.bit()) & step.from().bit()) != 0;
        if (step.piece().side == position.side() || !beside) continue;
        for (Step next : position.after(step).steps())
            if (next.from() == square) return true;
    }
    return false;
}

bool is_framed(const Position& position, Square trap, Side framer) {
    const Board& board = position.board();
    const Side framed = other(framer);
    if (!(board.of(framed) & trap.bit()) || count(defenders(board, trap, framer)) != 3 ||
        !defenders(board, trap, framed))
        return false;
    return !can_push_from(position.side() == framed ? position : Position(board, framed), trap);
}

}  // namespace

Bits defenders(const Board& board, Square trap, Side side) {
    return neighbours(trap.bit()) & board.of(side);
}

std::vector<Hostage> hostages(const Board& board, Side holder) {
    const Side held = other(holder);
    std::vector<Hostage> found;
    for (Square square : Squares(board.frozen(held) & ~board.of(Kind::Rabbit)))
        for (Square trap : Squares(home_traps(holder))) {
            const Bits others = defenders(board, trap, held) & ~square.bit();
            if (distance(square, trap) > kHostageReach || count(others) >= kSafeDefenders) continue;
            found.push_back({square, strongest_beside(board, square, holder), trap});
            break;
        }
    return found;
}

Bits frames(const Position& position, Side framer) {
    Bits found = 0;
    for (Square trap : Squares(kTraps))
        if (is_framed(position, trap, framer)) found |= trap.bit();
    return found;
}

Bits open_traps(const Board& board, Side side) {
    Bits found = 0;
    for (Square trap : Squares(home_traps(side))) {
        if (defenders(board, trap, side)) continue;
        for (Square dragging : Squares(board.of(other(side)) & ~board.of(Kind::Rabbit)))
            if (distance(dragging, trap) <= kTrapReach) found |= trap.bit();
    }
    return found;
}

}  // namespace gajah
