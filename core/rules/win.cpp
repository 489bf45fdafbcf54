#include "rules/win.h"

#include "rules/goal.h"
#include "rules/turns.h"

namespace gajah {

namespace {

constexpr int kStepsToDislodge = 2;
// Pushes and pulls that a turn has time for. Each takes one rabbit at most: a piece that is moved
// stands beside one trap, and no two traps are that near to each other.
constexpr int kMostDislodged = kStepsPerTurn / kStepsToDislodge;
// With more steps than these the opponent is not made immobile in one turn, but for rare cases.
// Trying every turn takes milliseconds.
constexpr std::size_t kFewSteps = 8;

// How many pushes and pulls it takes, at least, to get all of these rabbits into traps.
int fewest_dislodged(Bits rabbits) {
    // One in a trap, or beside it, takes one: itself, or what guards it there.
    int dislodged = count(rabbits);
    for (int steps = 1; steps < kMostDislodged; ++steps)
        dislodged += count(rabbits & ~within(steps, kTraps));
    const bool too_far = (rabbits & ~within(kMostDislodged, kTraps)) != 0;
    return too_far ? kMostDislodged + 1 : dislodged;
}

// Whether the steps might suffice. What has to be pushed or pulled is a rabbit or the guard of a
// trap that it is in or beside; a piece of ours must come beside it with the steps to spare.
bool may_eliminate(const Board& board, Side side, int steps) {
    const Bits rabbits = board.rabbits(other(side));
    if (!rabbits) return true;
    if (count(rabbits) > kMostDislodged) return false;
    const int spare = steps - kStepsToDislodge * fewest_dislodged(rabbits);
    if (spare < 0) return false;
    const Bits concerned = within(2, rabbits) & board.of(other(side));
    const Bits strong = board.of(side) & ~board.of(Kind::Rabbit);
    return (within(1 + spare, strong) & concerned) != 0;
}

std::optional<Turn> find_elimination(const Position& position) {
    const Side side = position.side();
    // A push or pull that is under way is half done, which the quick look does not know.
    if (position.pending() == Pending::None &&
        !may_eliminate(position.board(), side, position.steps_left()))
        return std::nullopt;
    const auto takes_all = [&](const Board& board) { return !board.rabbits(other(side)); };
    const auto promises = [&](const Board& board, int steps) {
        return may_eliminate(board, side, steps);
    };
    return find_turn_to(position, takes_all, promises);
}

std::optional<Turn> find_immobilization(const Position& position) {
    const Side enemy = other(position.side());
    if (Position(position.board(), enemy).steps().size() > kFewSteps) return std::nullopt;
    const Verdict won{position.side(), Ending::Immobilization};
    const auto immobilizes = [&](const Board& board) {
        return Position(board, enemy).verdict() == won;
    };
    return find_turn_to(position, immobilizes, [](const Board&, int) { return true; });
}

}  // namespace

std::optional<Turn> find_win(const Position& position) {
    if (auto goal = find_goal(position)) return goal;
    if (position.at_turn_start() && position.verdict()) return std::nullopt;
    if (auto elimination = find_elimination(position)) return elimination;
    return find_immobilization(position);
}

std::optional<Ending> win_at_hand(const Position& position) {
    const bool has_goal = position.at_turn_start()
                              ? can_goal(position.board(), position.side(), kStepsPerTurn)
                              : find_goal(position).has_value();
    if (has_goal) return Ending::Goal;
    if (find_elimination(position)) return Ending::Elimination;
    return std::nullopt;
}

}  // namespace gajah
