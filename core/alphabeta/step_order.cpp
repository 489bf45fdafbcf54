#include "alphabeta/step_order.h"

#include <algorithm>
#include <stdexcept>

namespace gajah {

namespace {

using namespace step_feature;

constexpr int by_kind(Block block, int size, Kind kind, int n) {
    return block.begin + index(kind) * size + n;
}

constexpr int by_type(Block block, const Move& m) {
    return block.begin + static_cast<int>(m.type) * kKinds + index(m.mover);
}

}  // namespace

StepWeights StepWeights::from(const std::vector<int>& values) {
    StepWeights weights;
    if (values.size() != weights.values_.size())
        throw std::invalid_argument("there must be one weight for every feature of a step");
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] < INT16_MIN || values[i] > INT16_MAX)
            throw std::invalid_argument("a step's weight is out of range");
        weights.values_[i] = static_cast<std::int16_t>(values[i]);
    }
    return weights;
}

StepOrder::StepOrder(const Board& board, Side side, std::optional<Square> last)
    : side_(side),
      last_(last),
      own_(board.of(side)),
      enemies_(board.of(other(side))),
      frozen_(board.frozen(side)) {
    for (int k = kKinds - 2; k >= 0; --k) {
        const auto i = static_cast<std::size_t>(k);
        const auto stronger = static_cast<Kind>(k + 1);
        in_danger_[i] = in_danger_[i + 1] | neighbours(board.of(other(side), stronger));
    }
    for (int k = 1; k < kKinds; ++k) {
        const auto i = static_cast<std::size_t>(k);
        const auto weaker = static_cast<Kind>(k - 1);
        weaker_[i] = weaker_[i - 1] | board.of(other(side), weaker);
    }
}

int StepOrder::danger(Kind kind, Square square, Bits without) const {
    const bool enemy = in_danger_[static_cast<std::size_t>(kind)] & square.bit();
    const bool friends = neighbours(square.bit()) & own_ & ~without;
    return 2 * enemy + friends;
}

int StepOrder::guard(Square square, Bits without) const {
    const Bits trap = neighbours(square.bit()) & kTraps;
    const Bits beside = neighbours(trap) & ~square.bit();
    const int own = std::min(count(beside & own_ & ~without), kGuards - 1);
    const int enemy = std::min(count(beside & enemies_), kGuards - 1);
    const bool home = (trap > kRow1 << 24) != (side_ == Side::Gold);
    const bool occupied = trap & own_ & ~without;
    return ((home * 2 + occupied) * kGuards + own) * kGuards + enemy;
}

template <class Visit>
void StepOrder::each_feature(const Move& m, Visit&& visit) const {
    const Kind kind = m.mover;
    const Bits self = m.from.bit();
    const auto square = [this](Square sq) { return feature::half_board_index(sq, side_); };
    visit(by_kind(kMoverFrom, kHalfBoard, kind, square(m.from)));
    visit(by_kind(kMoverTo, kHalfBoard, kind, square(m.to)));
    visit(by_type(kType, m));
    if (m.type != Move::Type::Single) {
        const bool push = m.type == Move::Type::Push;
        visit(by_kind(kVictimFrom, kHalfBoard, m.victim, square(push ? m.to : m.other)));
        visit(by_kind(kVictimTo, kHalfBoard, m.victim, square(push ? m.other : m.from)));
    }
    visit(by_kind(kDangerFrom, 4, kind, danger(kind, m.from, 0)));
    visit(by_kind(kDangerTo, 4, kind, danger(kind, m.to, self)));
    const Bits weaker = weaker_[static_cast<std::size_t>(kind)];
    const Bits beside = neighbours(m.to.bit());
    visit(by_kind(kPreyFrom, 3, kind, std::min(count(neighbours(self) & weaker), 2)));
    visit(by_kind(kPreyTo, 3, kind, std::min(count(beside & weaker), 2)));
    if (self & kTrapNeighbours) visit(kGuardFrom.begin + guard(m.from, 0));
    if (m.to.bit() & kTrapNeighbours) visit(kGuardTo.begin + guard(m.to, self));
    if (m.to.bit() & kTraps) visit(kOntoTrap.begin + std::min(count(beside & own_ & ~self), 2));
    if (beside & frozen_) visit(kFrees.begin + index(kind));
    if (last_ && *last_ == m.from)
        visit(by_type(kGoesOn, m));
    else if (last_)
        visit(kFarFromLast.begin + std::min(feature::distance(*last_, m.from), 4) - 1);
}

int StepOrder::score(const Move& move, const StepWeights& weights) const {
    int sum = 0;
    each_feature(move, [&](int feature) { sum += weights[feature]; });
    return sum;
}

std::vector<int> StepOrder::features(const Move& move) const {
    std::vector<int> found;
    each_feature(move, [&](int feature) { found.push_back(feature); });
    return found;
}

namespace {

bool is_same(const Move& a, const Move& b) {
    return a.type == b.type && a.from == b.from && a.to == b.to &&
           (a.type == Move::Type::Single || a.other == b.other);
}

// The steps of a turn from `at` on as moves, pushes and pulls being one each; false if there is no
// way to see them so.
bool find_moves(const Board& board, Side side, int steps_left, const Turn& turn, int at,
                std::vector<Move>& moves) {
    if (at == turn.size()) return true;
    return each_move(board, side, steps_left, [&](const Move& m) {
        Board next = board;
        const MoveSteps made = play(next, side, m);
        if (at + made.size > turn.size()) return false;
        for (int i = 0; i < made.size; ++i)
            if (made.steps[static_cast<std::size_t>(i)] != turn[at + i]) return false;
        moves.push_back(m);
        if (find_moves(next, side, steps_left - made.size, turn, at + made.size, moves))
            return true;
        moves.pop_back();
        return false;
    });
}

}  // namespace

std::vector<OrderedMove> step_choices(const Position& position, const Turn& turn) {
    const Side side = position.side();
    std::vector<Move> made;
    if (!find_moves(position.board(), side, position.steps_left(), turn, 0, made))
        throw std::invalid_argument("the turn is not legal in this position");
    Board board = position.board();
    int steps_left = position.steps_left();
    std::optional<Square> last;
    std::vector<OrderedMove> choices;
    for (const Move& chosen : made) {
        const StepOrder order(board, side, last);
        OrderedMove choice;
        each_move(board, side, steps_left, [&](const Move& m) {
            if (is_same(m, chosen)) choice.first = static_cast<int>(choice.second.size());
            choice.second.push_back(order.features(m));
            return false;
        });
        choices.push_back(std::move(choice));
        play(board, side, chosen);
        steps_left -= chosen.steps();
        last = chosen.to;
    }
    return choices;
}

}  // namespace gajah
