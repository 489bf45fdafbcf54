#include "engine/report.h"

#include <algorithm>
#include <cmath>

#include "engine/arithmetic.h"
#include "engine/legal.h"
#include "engine/score.h"
#include "rules/turns.h"

namespace gajah {

void sort_by_score(std::span<SearchLine> lines) {
    const auto is_better = [](const SearchLine& a, const SearchLine& b) {
        return a.score > b.score;
    };
    std::stable_sort(lines.begin(), lines.end(), is_better);
}

SearchReport report_win(const Position& position, const Turn& win, int wanted) {
    SearchReport found;
    found.depth = win.size();
    found.lines = {{win, {}, kWin - win.size()}};
    if (wanted == 1) return found;
    const auto known = board_after(position, win, History(), {});
    for (const Turn& turn : list_turns(position)) {
        if (static_cast<int>(found.lines.size()) == wanted) break;
        const Position left = position.play(turn).position;
        const auto verdict = left.verdict();
        if (verdict && verdict->winner == position.side() && left.board().hash() != known)
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
    if (probability <= 0.0) return -kEvalBound;
    if (probability >= 1.0) return kEvalBound;
    const double score = kWinProbabilityScale * log_of(probability / (1.0 - probability));
    return static_cast<int>(std::lround(
        std::clamp(score, -static_cast<double>(kEvalBound), static_cast<double>(kEvalBound))));
}

}  // namespace gajah
