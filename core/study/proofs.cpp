#include "study/proofs.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "rules/goal.h"
#include "rules/goal_in_two.h"
#include "rules/turns.h"

namespace gajah {

namespace {

// Counting the wins after a reply takes milliseconds, and the player waits.
constexpr std::size_t kStubbornCandidates = 8;

// Is it a legal turn that wins?
bool wins(const Position& position, const Turn& turn) {
    const auto played = position.play(turn);
    return !played.refusal && has_won(position.side(), played.position);
}

// Replies of which each parries every goal that worked against those before it, and none loses at
// once: such a reply leaves the other side nothing to find.
std::vector<Turn> parrying_replies(const Position& position) {
    std::vector<Turn> goals;
    std::vector<Turn> parrying;
    for (const Turn& turn : list_turns(position)) {
        const Position left = position.play(turn).position;
        const auto works = [&](const Turn& goal) { return wins(left, goal); };
        if (has_won(left.side(), left) || std::any_of(goals.rbegin(), goals.rend(), works))
            continue;
        parrying.push_back(turn);
        if (left.verdict()) continue;
        if (const auto goal = find_goal(left)) goals.push_back(*goal);
    }
    return parrying;
}

std::size_t count_wins(const Position& position) {
    return position.verdict() ? 0 : winning_turns(position).size();
}

}  // namespace

Position passed(const Position& position) {
    return Position(position.board(), other(position.side()));
}

bool has_won(Side side, const Position& position) {
    const auto verdict = position.verdict();
    return verdict && verdict->winner == side;
}

std::vector<Turn> winning_turns(const Position& position) {
    return list_turns_to(position, [side = position.side()](const Board& board) {
        return has_won(side, Position(board, other(side)));
    });
}

std::optional<Turn> threatened_goal(const Position& position) {
    return find_goal(passed(position));
}

std::optional<Turn> find_defence(const Position& position) {
    const auto defends = [enemy = other(position.side())](const Board& board) {
        return stops_goal(Position(board, enemy)) ? 1 : 0;
    };
    const auto best = best_turn(position, defends, 1);
    return best && best->second ? std::optional(best->first) : std::nullopt;
}

Turn stubborn_reply(const Position& position) {
    if (position.verdict())
        throw std::invalid_argument("the position is decided: there is no reply");
    std::vector<Turn> candidates = parrying_replies(position);
    if (candidates.empty()) candidates = list_turns(position);
    const std::size_t skipped =
        candidates.size() - std::min(candidates.size(), kStubbornCandidates);
    Turn best;
    std::size_t fewest = SIZE_MAX;
    for (std::size_t i = skipped; i < candidates.size(); ++i) {
        const std::size_t wins_left = count_wins(position.play(candidates[i]).position);
        if (wins_left >= fewest) continue;
        fewest = wins_left;
        best = candidates[i];
    }
    return best;
}

}  // namespace gajah
