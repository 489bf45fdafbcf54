#include "engine/report.h"

#include <algorithm>
#include <cmath>

#include "engine/legal.h"
#include "engine/score.h"
#include "rules/turns.h"

namespace gajah {

void sort_by_score(std::span<SearchLine> lines) {
    std::ranges::stable_sort(lines, std::greater(), &SearchLine::score);
}

SearchReport report_goal(const Position& position, const Turn& goal, int wanted) {
    SearchReport found;
    found.depth = goal.size();
    found.lines = {{goal, {}, kWin - goal.size()}};
    if (wanted == 1) return found;
    const Verdict won{position.side(), Ending::Goal};
    const auto known = board_after(position, goal, History(), {});
    for (const Turn& turn : list_turns(position)) {
        if (static_cast<int>(found.lines.size()) == wanted) break;
        const Position left = position.play({turn.begin(), turn.end()}).position;
        if (left.verdict() == won && left.board().hash() != known)
            found.lines.push_back({turn, {}, kWin - turn.size()});
    }
    sort_by_score(found.lines);
    return found;
}

double win_probability(int score) {
    if (score >= kWinBound) return 1.0;
    if (score <= -kWinBound) return 0.0;
    return 1.0 / (1.0 + std::exp(-score / kWinProbabilityScale));
}

int score_of_probability(double probability) {
    const double sure = std::clamp(probability, 0.0, 1.0);
    const double odds = sure / (1.0 - sure);
    const double score = kWinProbabilityScale * std::log(odds);
    return static_cast<int>(std::lround(
        std::clamp(score, -static_cast<double>(kEvalBound), static_cast<double>(kEvalBound))));
}

}  // namespace gajah
