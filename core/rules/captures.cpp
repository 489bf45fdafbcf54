#include "rules/captures.h"

#include <algorithm>

namespace gajah {

namespace {

constexpr int kOutOfReach = 99;
constexpr int kDislodge = 2;  // steps a push or a pull takes

// Steps before one of the hunters can stand beside `at`, by distance alone.
int steps_to_reach(Bits hunters, Square at) {
    Bits wave = neighbours(at.bit());
    for (int steps = 0; steps <= 2; ++steps) {
        if (hunters & wave) return steps;
        wave |= neighbours(wave);
    }
    return kOutOfReach;
}

int fewest_at(const Board& b, Side side, Square trap) {
    const Bits theirs = b.of(other(side));
    const Bits beside = neighbours(trap.bit());
    const Bits guards = theirs & beside;
    const int g = count(guards);
    if (g > 2) return kOutOfReach;
    if (g == 0) {
        // A piece two squares away has to be dislodged twice.
        const Bits outer = neighbours(beside) & theirs;
        for (Square at : Squares(outer))
            if (b.stronger(side, b.kind_at(at)) & neighbours(at.bit())) return 2 * kDislodge;
        return kOutOfReach;
    }
    // Each guard has to be dislodged: off the trap's side, or, the last one, on to the trap.
    int steps = 0;
    for (Square at : Squares(guards))
        steps += kDislodge + steps_to_reach(b.stronger(side, b.kind_at(at)), at);
    return steps;
}

}  // namespace

int fewest_capture_steps(const Board& board, Side side) {
    int best = kOutOfReach;
    for (Square trap : Squares(kTraps)) best = std::min(best, fewest_at(board, side, trap));
    return best;
}

}  // namespace gajah
