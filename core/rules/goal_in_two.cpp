#include "rules/goal_in_two.h"

#include <climits>

#include "rules/goal.h"
#include "rules/turns.h"

namespace gajah {

std::optional<bool> can_defend(const Position& position, int most_replies) {
    const Side attacker = other(position.side());
    bool defended = false;
    int replies = 0;
    each_turn_board(position, [&](const Board& board) {
        const Position next(board, attacker);
        const auto verdict = next.verdict();
        defended =
            verdict ? verdict->winner != attacker : !can_goal(board, attacker, kStepsPerTurn);
        return defended || ++replies == most_replies;
    });
    if (!defended && replies == most_replies) return std::nullopt;
    return defended;
}

std::optional<Turn> find_goal_in_two(const Position& position) {
    if (!position.at_turn_start() || position.verdict() || find_goal(position)) return std::nullopt;
    for (const Turn& turn : list_turns(position)) {
        const Position after = position.play({turn.begin(), turn.end()}).position;
        if (after.verdict() || !can_goal(after.board(), position.side(), kStepsPerTurn) ||
            can_goal(after.board(), after.side(), kStepsPerTurn))
            continue;
        if (can_defend(after, INT_MAX) == false) return turn;
    }
    return std::nullopt;
}

}  // namespace gajah
