// What the evaluation looks at: named blocks of features, each a number to be weighed.
//
// One walk over the board (evaluation.cpp) names the features present; the evaluation sums
// their weights, the tuner writes them down. So the two can never disagree.
#pragma once

#include <string>

#include "rules/types.h"

namespace gajah {

namespace feature {

// A block of `size` features that starts at `begin`.
struct Block {
    int begin;
    int size;
    constexpr int end() const { return begin + size; }
};

inline constexpr int kHalfBoard = 32;  // squares with the columns e-h folded on d-a
inline constexpr int kNearCounts = 5;  // pieces beside a trap: 0 to 4
inline constexpr int kProgress = 8;    // rows a rabbit has come from its own back row
inline constexpr int kObstacles = 5;   // enemy pieces ahead of it, more count as 4
inline constexpr int kDistances = 8;   // steps between two squares, more count as 7

// Rows counted from the side's own back row, columns folded to a-d.
constexpr int half_board_index(Square sq, Side side) {
    const int row = side == Side::Gold ? sq.row() : 7 - sq.row();
    const int column = sq.column() < 4 ? sq.column() : 7 - sq.column();
    return row * 4 + column;
}

// In steps.
constexpr int distance(Square a, Square b) {
    const int rows = a.row() - b.row();
    const int columns = a.column() - b.column();
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

inline constexpr Block kPieceSquare{0, kKinds * kHalfBoard};
inline constexpr Block kFrozen{kPieceSquare.end(), kKinds};
// Beside a home trap: own pieces, enemy pieces, and whether the strongest one is one's own.
inline constexpr Block kTrap{kFrozen.end(), kNearCounts * kNearCounts * 2};
// An enemy piece could be dislodged into a trap in two steps; in three or four.
inline constexpr Block kThreatNow{kTrap.end(), kKinds};
inline constexpr Block kThreatSoon{kThreatNow.end(), kKinds};
inline constexpr Block kRabbitPath{kThreatSoon.end(), kProgress * kObstacles};
// An enemy piece held frozen beside one of the holder's home traps.
inline constexpr Block kHostage{kRabbitPath.end(), kKinds};
// Free squares beside the elephant.
inline constexpr Block kElephantRoom{kHostage.end(), 5};
// Distance from one's camel to the enemy elephant.
inline constexpr Block kCamelDistance{kElephantRoom.end(), kDistances};
// Pieces of a kind with an enemy piece beside them that could push them (frozen or not).
inline constexpr Block kDominated{kCamelDistance.end(), kKinds};
inline constexpr Block kTempo{kDominated.end(), 1};
// Material beyond the formula: corrections by kind.
inline constexpr Block kMaterial{kTempo.end(), kKinds};

inline constexpr int kCount = kMaterial.end();

// What a feature is called, such as "frozen horse" or "rabbit on b6": no two are alike.
std::string name(int feature);

}  // namespace feature

}  // namespace gajah
