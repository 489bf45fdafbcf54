#include "eval/evaluation.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "eval/material.h"

namespace gajah {

namespace {

using namespace feature;

// The three columns from the row ahead to the goal row: who could stop a rabbit there.
consteval auto make_cones() {
    std::array<std::array<Bits, 64>, 2> cones{};
    for (int s = 0; s < 2; ++s)
        for (int i = 0; i < 64; ++i) {
            const Direction ahead = forward(static_cast<Side>(s));
            Bits wave = Square(i).bit();
            Bits cone = 0;
            for (int r = 0; r < 7; ++r) {
                wave = shift(wave, ahead);
                cone |= wave | east_of(wave) | west_of(wave);
            }
            cones[static_cast<std::size_t>(s)][static_cast<std::size_t>(i)] = cone;
        }
    return cones;
}
constexpr auto kCones = make_cones();

constexpr Bits home_half(Side s) { return s == Side::Gold ? 0xFFFFFFFFULL : ~0xFFFFFFFFULL; }

// Names every feature one side has to `add(feature, count)`.
template <class Add>
class Walk {
public:
    Walk(const Board& board, Side side, Add& add)
        : b_(board),
          side_(side),
          enemy_(other(side)),
          mine_(board.of(side)),
          theirs_(board.of(enemy_)),
          frozen_(board.frozen(side)),
          enemy_frozen_(board.frozen(enemy_)),
          add_(add) {}

    void run() {
        pieces();
        home_traps();
        threats();
        hostages();
        elephant_and_camel();
    }

private:
    const Board& b_;
    Side side_, enemy_;
    Bits mine_, theirs_, frozen_, enemy_frozen_;
    Add& add_;

    void pieces() {
        Bits stronger_beside = 0;
        for (int k = kKinds - 1; k >= 0; --k) {
            const Bits group = mine_ & b_.of(static_cast<Kind>(k));
            for (Square sq : Squares(group)) {
                add_(kPieceSquare.begin + k * kHalfBoard + half_board_index(sq, side_), 1);
                if (k == index(Kind::Rabbit)) rabbit_path(sq);
            }
            add_(kMaterial.begin + k, count(group));
            add_(kFrozen.begin + k, count(group & frozen_));
            add_(kDominated.begin + k, count(group & stronger_beside));
            stronger_beside |= neighbours(theirs_ & b_.of(static_cast<Kind>(k)) & ~enemy_frozen_);
        }
    }

    void rabbit_path(Square sq) {
        const Bits ahead =
            kCones[static_cast<std::size_t>(side_)][static_cast<std::size_t>(sq.index())];
        const int obstacles = std::min(kObstacles - 1, count(ahead & theirs_));
        const int progress = side_ == Side::Gold ? sq.row() : 7 - sq.row();
        add_(kRabbitPath.begin + progress * kObstacles + obstacles, 1);
    }

    void home_traps() {
        for (Square trap : Squares(kTraps & home_half(side_))) {
            const Bits beside = neighbours(trap.bit());
            const Bits own = mine_ & beside;
            const Bits enemies = theirs_ & beside;
            add_(kTrap.begin + (count(own) * kNearCounts + count(enemies)) * 2 +
                     (strongest(own) >= strongest(enemies) ? 1 : 0),
                 1);
        }
    }

    int strongest(Bits squares) const {
        for (int k = kKinds - 1; k >= 0; --k)
            if (squares & b_.of(static_cast<Kind>(k))) return k;
        return -1;
    }

    // Enemy pieces that hang: alone beside (or guarding a piece on) a trap, with one of ours
    // strong and free enough beside them or near. A guess at what the capture search proves.
    void threats() {
        const Bits free = mine_ & ~frozen_;
        for (Square trap : Squares(kTraps)) {
            const Bits guards = theirs_ & neighbours(trap.bit());
            if (count(guards) != 1) continue;
            const Square guard(lowest(guards));
            const bool occupied = theirs_ & trap.bit();
            // A friend of ours on the trap square itself blocks it; it may pull instead.
            const Bits hunters = b_.stronger(side_, b_.kind_at(guard)) & free;
            if (!hunters) continue;
            const int victim = index(occupied ? b_.kind_at(trap) : b_.kind_at(guard));
            const Bits near = neighbours(guard.bit());
            if (hunters & near) {
                add_(kThreatNow.begin + victim, 1);
            } else if (hunters & (neighbours(near) | neighbours(neighbours(near)))) {
                add_(kThreatSoon.begin + victim, 1);
            }
        }
    }

    void hostages() {
        const Bits near_home = neighbours(kTraps & home_half(side_));
        const Bits held = enemy_frozen_ & (near_home | neighbours(near_home));
        if (!held) return;
        for (int k = 0; k < kKinds; ++k)
            add_(kHostage.begin + k, count(held & b_.of(static_cast<Kind>(k))));
    }

    void elephant_and_camel() {
        if (const Bits elephant = b_.of(side_, Kind::Elephant))
            add_(kElephantRoom.begin + count(neighbours(elephant) & b_.empty()), 1);
        const Bits camel = b_.of(side_, Kind::Camel);
        const Bits hunter = b_.of(enemy_, Kind::Elephant);
        if (camel && hunter) {
            const int d = distance(Square(lowest(camel)), Square(lowest(hunter)));
            add_(kCamelDistance.begin + std::min(d, kDistances - 1), 1);
        }
    }
};

template <class Add>
void walk_side(const Board& board, Side side, Add add) {
    Walk<Add>(board, side, add).run();
}

}  // namespace

int evaluate(const Board& board, Side side, int steps_left, const Weights& weights) {
    int total = 0;
    walk_side(board, Side::Gold, [&](int f, int n) { total += n * weights[f]; });
    walk_side(board, Side::Silver, [&](int f, int n) { total -= n * weights[f]; });
    total += material(board) * Weights::kUnit;
    if (side == Side::Silver) total = -total;
    total += weights[kTempo.begin] * steps_left;
    return total / Weights::kUnit;
}

std::vector<std::pair<int, int>> feature_counts(const Position& p) {
    std::array<int, feature::kCount> sums{};
    for (const Side side : {Side::Gold, Side::Silver}) {
        const int sign = side == Side::Gold ? 1 : -1;
        const auto add = [&](int f, int n) { sums[static_cast<std::size_t>(f)] += sign * n; };
        walk_side(p.board(), side, add);
        if (side == p.side()) add(kTempo.begin, p.steps_left());
    }
    std::vector<std::pair<int, int>> counts;
    for (int f = 0; f < feature::kCount; ++f)
        if (const int n = sums[static_cast<std::size_t>(f)]) counts.emplace_back(f, n);
    return counts;
}

Weights Weights::from(const std::vector<int>& values) {
    if (values.size() != static_cast<std::size_t>(feature::kCount))
        throw std::invalid_argument("an evaluation has " + std::to_string(feature::kCount) +
                                    " weights, found " + std::to_string(values.size()));
    Weights w;
    std::copy(values.begin(), values.end(), w.values_.begin());
    return w;
}

Weights Weights::named(const std::map<std::string, int>& values) {
    Weights w;
    std::size_t known = 0;
    for (int f = 0; f < feature::kCount; ++f)
        if (const auto found = values.find(feature::name(f)); found != values.end()) {
            w.values_[static_cast<std::size_t>(f)] = found->second;
            ++known;
        }
    if (known < values.size())
        throw std::invalid_argument("a weight's name is that of a feature, as by_name lists them");
    return w;
}

}  // namespace gajah
