#include "rules/goal_in_two.h"

#include "rules/goal.h"
#include "rules/turns.h"

namespace gajah {

namespace {

// Does some reply of the side to move keep the other from a goal?
bool can_defend(const Position& position) {
    const Side attacker = other(position.side());
    bool defended = false;
    each_turn_board(position, [&](const Board& board) {
        const Position next(board, attacker);
        const auto verdict = next.verdict();
        defended =
            verdict ? verdict->winner != attacker : !can_goal(board, attacker, kStepsPerTurn);
        return defended;
    });
    return defended;
}

}  // namespace

std::optional<Turn> find_goal_in_two(const Position& position) {
    if (!position.at_turn_start() || position.verdict() || find_goal(position)) return std::nullopt;
    for (const Turn& turn : list_turns(position)) {
        const Position after = position.play({turn.begin(), turn.end()}).position;
        if (after.verdict() || !can_goal(after.board(), position.side(), kStepsPerTurn) ||
            can_goal(after.board(), after.side(), kStepsPerTurn))
            continue;
        if (!can_defend(after)) return turn;
    }
    return std::nullopt;
}

}  // namespace gajah
