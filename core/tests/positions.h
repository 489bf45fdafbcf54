// Positions for tests: from piece lists, and pseudo-random ones that are the same on every machine.
#pragma once

#include <random>
#include <string_view>

#include "rules/notation.h"
#include "rules/position.h"

namespace gajah::testing {

inline constexpr std::string_view kOpening =
    "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]";

// gold("Ed4 rd5"): gold to move with these pieces.
inline Position placed(std::string_view pieces, Side side) {
    Board board;
    for (const Placement& p : parse_setup(pieces)) board.toggle(p.piece, p.square);
    check_board(board);
    return Position(board, side);
}
inline Position gold(std::string_view pieces) { return placed(pieces, Side::Gold); }
inline Position silver(std::string_view pieces) { return placed(pieces, Side::Silver); }

inline Position::Played play(const Position& position, std::string_view turn) {
    return position.play(parse_steps(turn));
}

class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}
    // 0 to n - 1; the standard's distributions differ between libraries, a remainder does not.
    int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }

private:
    std::mt19937_64 engine_;
};

// Puts a piece on an empty square, unless the side has all it can have of that kind.
inline void put_if_possible(Board& board, Piece piece, Square square) {
    const int most = kFullArmy[static_cast<std::size_t>(piece.kind)];
    if ((board.empty() & square.bit()) && count(board.of(piece.side, piece.kind)) < most)
        board.toggle(piece, square);
}

// Takes off what stands on a trap with no friend beside it.
inline void drop_lost_pieces(Board& board) {
    for (Side side : {Side::Gold, Side::Silver}) {
        const Bits lost = board.of(side) & kTraps & ~neighbours(board.of(side));
        for (Square trap : Squares(lost)) board.toggle(*board.at(trap), trap);
    }
}

// Up to `pieces` pieces anywhere within `area`.
inline Position random_position(Random& random, int pieces, Bits area = ~Bits{0}) {
    Board board;
    for (int i = 0; i < pieces; ++i) {
        const auto side = static_cast<Side>(random.below(2));
        const auto kind = static_cast<Kind>(random.below(kKinds));
        const Square square(random.below(64));
        if (area & square.bit()) put_if_possible(board, {side, kind}, square);
    }
    drop_lost_pieces(board);
    return Position(board, static_cast<Side>(random.below(2)));
}

// The position some random steps into its turn.
inline Position random_steps(Position position, Random& random, int steps) {
    for (int i = 0; i < steps; ++i) {
        const StepList legal = position.steps();
        if (legal.empty()) break;
        position = position.after(legal.begin()[random.below(static_cast<int>(legal.size()))]);
    }
    return position;
}

// Pieces close together, where nearly everything pushes, pulls, freezes and is lost.
inline Position random_crowd(Random& random) {
    constexpr Bits kFourByFour = 0x0F0F0F0FULL;
    const int corner = 8 * random.below(5) + random.below(5);
    return random_position(random, 24, kFourByFour << corner);
}

}  // namespace gajah::testing
