#include "eval/material.h"

#include <cmath>

namespace gajah {

namespace {

constexpr double kQ = 1.447530126;
constexpr double kG = 0.6314442034;
constexpr int kMostStronger = 8;  // enemy pieces above a cat: all but its cats and rabbits

struct Tables {
    std::array<int, kMostStronger + 1> piece{};  // by the number of stronger enemy pieces
    // By rabbits and other pieces left.
    std::array<std::array<int, 9>, 9> balance{};
};

// The unit: what the first rabbit of a full army is worth.
double raw_balance(int rabbits, int pieces) {
    // A side without rabbits has lost and one without pieces nearly so; keep the logarithm finite.
    constexpr double kAlmostNothing = 0.1;
    return kG * std::log(std::max(kAlmostNothing, static_cast<double>(rabbits) * pieces));
}

Tables make_tables() {
    const double unit = (raw_balance(8, 8) - raw_balance(7, 8)) / 100.0;
    Tables t;
    for (int n = 0; n <= kMostStronger; ++n) {
        const double raw = n == 0 ? 2.0 / kQ : 1.0 / (kQ + n);
        t.piece[static_cast<std::size_t>(n)] = static_cast<int>(std::lround(raw / unit));
    }
    for (int r = 0; r <= 8; ++r)
        for (int p = 0; p <= 8; ++p)
            t.balance[static_cast<std::size_t>(r)][static_cast<std::size_t>(p)] =
                static_cast<int>(std::lround(raw_balance(r, p) / unit));
    return t;
}

int one_side(const Tables& t, const Board& board, Side side) {
    int total = 0;
    int stronger = 0;
    for (int k = kKinds - 1; k > index(Kind::Rabbit); --k) {
        const Kind kind = static_cast<Kind>(k);
        total += count(board.of(side, kind)) * t.piece[static_cast<std::size_t>(stronger)];
        stronger += count(board.of(other(side), kind));
    }
    const int rabbits = count(board.rabbits(side));
    const int pieces = count(board.of(side)) - rabbits;
    return total + t.balance[static_cast<std::size_t>(rabbits)][static_cast<std::size_t>(pieces)];
}

}  // namespace

int material(const Board& board) {
    static const Tables tables = make_tables();
    return one_side(tables, board, Side::Gold) - one_side(tables, board, Side::Silver);
}

}  // namespace gajah
