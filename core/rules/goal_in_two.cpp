#include "rules/goal_in_two.h"

#include <climits>

#include "rules/goal.h"
#include "rules/turns.h"

namespace gajah {

bool stops_goal(const Position& after) {
    const auto verdict = after.verdict();
    return verdict ? verdict->winner != after.side()
                   : !can_goal(after.board(), after.side(), kStepsPerTurn);
}

std::optional<bool> can_defend(const Position& position, int most_replies) {
    const Side attacker = other(position.side());
    bool defended = false;
    int replies = 0;
    each_turn_board(position, [&](const Board& board) {
        defended = stops_goal(Position(board, attacker));
        return defended || ++replies == most_replies;
    });
    if (!defended && replies == most_replies) return std::nullopt;
    return defended;
}

std::optional<Turn> find_goal_in_two(const Position& position) {
    if (!position.at_turn_start() || position.verdict() || find_goal(position)) return std::nullopt;
    for (const Turn& turn : list_turns(position)) {
        const Position after = position.play(turn).position;
        if (after.verdict() || !can_goal(after.board(), position.side(), kStepsPerTurn) ||
            can_goal(after.board(), after.side(), kStepsPerTurn))
            continue;
        if (can_defend(after, INT_MAX) == false) return turn;
    }
    return std::nullopt;
}

}  // namespace gajah
