#include <cassert>

#include "eval/features.h"
#include "rules/notation.h"

namespace gajah::feature {

namespace {

std::string kind(int index) { return gajah::name(static_cast<Kind>(index)); }

// Of gold's half; silver's squares are those across the board.
std::string half_board_square(int index) { return gajah::name(Square(index / 4 * 8 + index % 4)); }

std::string trap(int index) {
    const int beside = index / 2;
    return "home trap with " + std::to_string(beside / kNearCounts) + " own and " +
           std::to_string(beside % kNearCounts) + " enemy pieces, strongest " +
           (index % 2 ? "own" : "enemy");
}

std::string rabbit_path(int index) {
    return "rabbit in row " + std::to_string(index / kObstacles + 1) + " with " +
           std::to_string(index % kObstacles) + " enemies ahead";
}

}  // namespace

std::string name(int feature) {
    assert(feature >= 0 && feature < kCount);
    const auto within = [&](Block block) {
        return feature >= block.begin && feature < block.end();
    };
    if (within(kPieceSquare))
        return kind(feature / kHalfBoard) + " on " + half_board_square(feature % kHalfBoard);
    if (within(kFrozen)) return "frozen " + kind(feature - kFrozen.begin);
    if (within(kTrap)) return trap(feature - kTrap.begin);
    if (within(kThreatNow)) return "threatened " + kind(feature - kThreatNow.begin);
    if (within(kThreatSoon)) return "threatened soon " + kind(feature - kThreatSoon.begin);
    if (within(kRabbitPath)) return rabbit_path(feature - kRabbitPath.begin);
    if (within(kHostage)) return "hostage " + kind(feature - kHostage.begin);
    if (within(kElephantRoom))
        return "elephant with " + std::to_string(feature - kElephantRoom.begin) + " free squares";
    if (within(kCamelDistance))
        return "camel " + std::to_string(feature - kCamelDistance.begin) +
               " steps from the enemy elephant";
    if (within(kDominated)) return "dominated " + kind(feature - kDominated.begin);
    if (within(kTempo)) return "step left";
    return kind(feature - kMaterial.begin);
}

}  // namespace gajah::feature
