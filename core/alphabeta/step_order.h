// Which moves a strong player would look at first, before anything is searched.
//
// A move has features: which piece goes where, what it leaves behind, whom it pushes, whether the
// same piece goes on. Each has a learned weight; their sum is the move's worth in ordering
// (bench/tune_ordering.py). One function names the features, for the search and for the tuner, so
// that the two can never disagree.
#pragma once

#include <utility>
#include <vector>

#include "eval/features.h"
#include "rules/moves.h"
#include "rules/position.h"

namespace gajah {

namespace step_feature {

using feature::Block;
using feature::kHalfBoard;

inline constexpr int kTypes = 3;
inline constexpr int kGuards = 4;  // pieces beside a trap, more count as 3

// By kind and square, as seen from one's own side, the columns e-h folded on d-a.
inline constexpr Block kMoverFrom{0, kKinds * kHalfBoard};
inline constexpr Block kMoverTo{kMoverFrom.end(), kKinds * kHalfBoard};
inline constexpr Block kVictimFrom{kMoverTo.end(), kKinds * kHalfBoard};
inline constexpr Block kVictimTo{kVictimFrom.end(), kKinds * kHalfBoard};
inline constexpr Block kType{kVictimTo.end(), kTypes * kKinds};
// By kind: is a stronger enemy beside the square, is a friend?
inline constexpr Block kDangerFrom{kType.end(), kKinds * 4};
inline constexpr Block kDangerTo{kDangerFrom.end(), kKinds * 4};
// By kind: weaker enemies beside the square, more count as 2.
inline constexpr Block kPreyFrom{kDangerTo.end(), kKinds * 3};
inline constexpr Block kPreyTo{kPreyFrom.end(), kKinds * 3};
// A square beside a trap: whose half, does an own piece stand on the trap, who else is beside it?
inline constexpr Block kGuardFrom{kPreyTo.end(), 2 * 2 * kGuards * kGuards};
inline constexpr Block kGuardTo{kGuardFrom.end(), 2 * 2 * kGuards * kGuards};
// Onto a trap: own pieces beside it, more count as 2.
inline constexpr Block kOntoTrap{kGuardTo.end(), 3};
// By kind: beside a frozen friend.
inline constexpr Block kFrees{kOntoTrap.end(), kKinds};
// The piece that made the turn's last move goes on, by type and kind; another one does, by how far
// it stands from there.
inline constexpr Block kGoesOn{kFrees.end(), kTypes * kKinds};
inline constexpr Block kFarFromLast{kGoesOn.end(), 4};

inline constexpr int kCount = kFarFromLast.end();

}  // namespace step_feature

// Thousandths of the logarithm of how much likelier a feature makes a move.
class StepWeights {
public:
    StepWeights() = default;                                  // nothing learned
    static StepWeights from(const std::vector<int>& values);  // throws std::invalid_argument
    int operator[](int feature) const { return values_[static_cast<std::size_t>(feature)]; }

private:
    std::array<std::int16_t, step_feature::kCount> values_{};
};

// A side in the middle of its turn: what the features of all its moves depend on.
class StepOrder {
public:
    // `last` is where the turn's last move ended, if there was one.
    StepOrder(const Board& board, Side side, std::optional<Square> last);

    int score(const Move& move, const StepWeights& weights) const;
    std::vector<int> features(const Move& move) const;

private:
    Side side_;
    std::optional<Square> last_;
    Bits own_;
    Bits enemies_;
    Bits frozen_;                           // own
    std::array<Bits, kKinds> in_danger_{};  // squares beside an enemy stronger than the kind
    std::array<Bits, kKinds> weaker_{};     // enemies weaker than the kind

    template <class Visit>
    void each_feature(const Move& move, Visit&& visit) const;
    int danger(Kind kind, Square square, Bits without) const;
    int guard(Square square, Bits without) const;
};

// A move of a turn: which of all possible ones it was, and the features of each of those.
using OrderedMove = std::pair<int, std::vector<std::vector<int>>>;
// Every move of a turn; throws std::invalid_argument if it is not legal.
std::vector<OrderedMove> step_choices(const Position& position, const Turn& turn);

}  // namespace gajah
