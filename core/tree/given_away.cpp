#include "tree/given_away.h"

#include <algorithm>

#include "rules/captures.h"
#include "rules/goal.h"
#include "rules/turns.h"

namespace gajah {

namespace {

constexpr int kTheGame = kKinds + 1;

// The strongest kind of which there are fewer, counted from 1; 0: none.
int strongest_lost(const Board& before, const Board& after, Side side) {
    for (int k = kKinds; k > 0; --k) {
        const auto kind = static_cast<Kind>(k - 1);
        if (count(after.of(side, kind)) < count(before.of(side, kind))) return k;
    }
    return 0;
}

}  // namespace

int given_away(const Position& after) {
    const Side mover = after.side();
    const Side victim = other(mover);
    const Board& board = after.board();
    if (const auto verdict = after.verdict()) return verdict->winner == mover ? kTheGame : 0;
    if (can_goal(board, mover, kStepsPerTurn)) return kTheGame;
    const int pieces = count(board.of(victim));
    int most = 0;
    const auto goes_on = [&](const Board& reply) {
        if (count(reply.of(victim)) == pieces) return false;
        const int taken = strongest_lost(board, reply, victim);
        if (taken > strongest_lost(board, reply, mover)) most = std::max(most, taken);
        return false;
    };
    const auto promises = [&](const Board& reply, int steps) {
        return fewest_capture_steps(reply, mover) <= steps;
    };
    find_turn_to(after, goes_on, promises);
    return most;
}

}  // namespace gajah
