#include "alphabeta/one_turn.h"

#include <algorithm>

#include "engine/score.h"
#include "rules/goal.h"
#include "rules/turns.h"

namespace gajah {

int evaluate(const Position& p, const Weights& weights) {
    return evaluate(p.board(), p.side(), p.steps_left(), weights);
}

int value_of(const Position& p, const Weights& weights) {
    if (const auto verdict = p.verdict()) return verdict->winner == p.side() ? kWin : -kWin;
    return evaluate(p, weights);
}

std::pair<Turn, int> best_turn(const Position& p, const Weights& weights, int beta,
                               const std::vector<Turn>& first) {
    const auto worth = [&](const Board& board) {
        return -value_of(Position(board, other(p.side())), weights);
    };
    if (const auto goal = find_goal(p)) return {*goal, kWin};
    for (const Turn& turn : first) {
        const auto played = p.play(turn);
        if (played.refusal) continue;
        const int value = worth(played.position.board());
        if (value >= beta) return {turn, value};
    }
    return best_turn(p, worth, std::min(beta, kWin)).value_or(std::pair{Turn(), -kWin});
}

std::vector<std::pair<Turn, int>> evaluate_turns(const Position& p, const Weights& weights,
                                                 const std::vector<std::uint64_t>& banned) {
    std::vector<std::pair<Turn, int>> scored;
    for (const Turn& turn : list_turns(p, banned)) {
        const Position next = p.play(turn).position;
        scored.emplace_back(turn, -value_of(next, weights));
    }
    return scored;
}

}  // namespace gajah
