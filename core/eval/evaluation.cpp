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

constexpr std::array<Square, 4> kTrapSquares{Square(18), Square(21), Square(42), Square(45)};
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
            for (Bits left = group; left; left = without_lowest(left)) {
                const Square sq(lowest(left));
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
        for (Square trap : kTrapSquares) {
            if (!(trap.bit() & home_half(side_))) continue;
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
        for (Square trap : kTrapSquares) {
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

std::vector<FeatureCount> feature_counts(const Board& board, Side side, int steps_left) {
    std::array<int, feature::kCount> sums{};
    walk_side(board, Side::Gold, [&](int f, int n) { sums[static_cast<std::size_t>(f)] += n; });
    walk_side(board, Side::Silver, [&](int f, int n) { sums[static_cast<std::size_t>(f)] -= n; });
    sums[static_cast<std::size_t>(kTempo.begin)] += side == Side::Gold ? steps_left : -steps_left;
    std::vector<FeatureCount> counts;
    for (int f = 0; f < feature::kCount; ++f)
        if (const int n = sums[static_cast<std::size_t>(f)]) counts.push_back({f, n});
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

Weights Weights::initial() {
    Weights w;
    const auto set = [&](Block block, int i, double centirabbits) {
        w.values_[static_cast<std::size_t>(block.begin + i)] =
            static_cast<int>(centirabbits * kUnit);
    };
    // Where pieces like to stand, by row from the own side and column from the edge (a-d).
    // Strong pieces want the middle, cats and dogs stay home near the traps.
    constexpr std::array<std::array<int, 8>, kKinds> kByRow{{
        {0, 0, 2, 8, 16, 40, 90, 0},         // rabbits: bonus is mostly in kRabbitPath
        {0, 10, 8, -5, -20, -35, -45, -60},  // cats
        {0, 8, 12, 2, -15, -30, -40, -55},   // dogs
        {-15, 0, 8, 15, 18, 20, 10, -10},    // horses
        {-25, -5, 10, 20, 15, 0, -15, -35},  // camel
        {-50, -20, 10, 30, 35, 30, 0, -40},  // elephant
    }};
    constexpr std::array<std::array<int, 4>, kKinds> kByColumn{{
        {6, 4, -4, -6},
        {-8, 2, 6, 4},
        {-6, 4, 6, 2},
        {-8, 4, 6, 0},
        {-20, 4, 8, 8},
        {-30, -5, 10, 14},
    }};
    for (int k = 0; k < kKinds; ++k)
        for (int i = 0; i < kHalfBoard; ++i)
            set(kPieceSquare, k * kHalfBoard + i,
                kByRow[static_cast<std::size_t>(k)][static_cast<std::size_t>(i / 4)] +
                    kByColumn[static_cast<std::size_t>(k)][static_cast<std::size_t>(i % 4)]);
    constexpr std::array<int, kKinds> kFrozenLoss{-5, -10, -14, -28, -45, 0};
    constexpr std::array<int, kKinds> kHanging{25, 35, 50, 90, 130, 0};
    for (int k = 0; k < kKinds; ++k) {
        const auto i = static_cast<std::size_t>(k);
        set(kFrozen, k, kFrozenLoss[i]);
        set(kThreatNow, k, kHanging[i]);
        set(kThreatSoon, k, kHanging[i] * 0.4);
        set(kHostage, k, kHanging[i] * 0.3);
        set(kDominated, k, kFrozenLoss[i] * 0.6);
    }
    for (int own = 0; own < kNearCounts; ++own)
        for (int enemy = 0; enemy < kNearCounts; ++enemy)
            for (int strongest = 0; strongest < 2; ++strongest)
                set(kTrap, (own * kNearCounts + enemy) * 2 + strongest,
                    std::min(own, 2) * 14 + std::max(0, own - 2) * 3 - enemy * 16 +
                        (enemy && strongest ? 22 : 0));
    for (int progress = 0; progress < kProgress; ++progress)
        for (int obstacles = 0; obstacles < kObstacles; ++obstacles)
            set(kRabbitPath, progress * kObstacles + obstacles,
                progress * progress * 0.6 * (kObstacles - obstacles));
    constexpr std::array<int, 5> kRoom{-90, -35, -8, 4, 8};
    for (int n = 0; n < 5; ++n) set(kElephantRoom, n, kRoom[static_cast<std::size_t>(n)]);
    constexpr std::array<int, kDistances> kCamelFear{0, -45, -28, -12, -4, 0, 0, 0};
    for (int d = 0; d < kDistances; ++d)
        set(kCamelDistance, d, kCamelFear[static_cast<std::size_t>(d)]);
    set(kTempo, 0, 4);
    return w;
}

}  // namespace gajah
