#include "study/worth.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "alphabeta/engine.h"
#include "engine/score.h"
#include "study/proofs.h"

namespace gajah {

namespace {

constexpr std::uint64_t kNodes = 60'000;
constexpr std::size_t kHashMb = 4;

}  // namespace

Kinds captured_kinds(Side mover, const Turn& turn) {
    Kinds kinds;
    for (Step step : turn)
        if (const auto capture = step.capture(); capture && capture->piece.side != mover)
            kinds.push_back(capture->piece.kind);
    std::sort(kinds.begin(), kinds.end(), std::greater());
    return kinds;
}

bool is_as_much(const Kinds& taken, const Kinds& target) {
    return taken.size() >= target.size() &&
           std::equal(target.begin(), target.end(), taken.begin(), std::less_equal());
}

SearchLine FixedSearch::best(const Position& position) const {
    if (position.at_turn_start() && position.verdict())
        throw std::invalid_argument("the position is decided: there is nothing to search");
    SearchLimits limits;
    limits.nodes = kNodes;
    AlphaBetaEngine engine(kHashMb, 1, weights_, step_weights_);
    const SearchReport report = engine.search(position, {}, limits, nullptr);
    if (report.lines.empty())
        throw std::invalid_argument("there is no legal turn: there is nothing to search");
    return report.lines[0];
}

int FixedSearch::score_after(const Position& after) const {
    if (after.verdict()) return has_won(after.side(), after) ? -kWin : kWin;
    return -best(after).score;
}

}  // namespace gajah
