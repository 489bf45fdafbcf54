#include "rules/goal_in_two.h"

#include "rules/goal.h"
#include "rules/turns.h"

namespace gajah {

namespace {

// Squares on which something must change before a turn can be stopped: those it touches, those
// beside them, where pieces freeze and support, and the guards of traps among them.
Bits squares_that_matter(const Turn& turn) {
    Bits touched = 0;
    for (const Step step : turn) touched |= step.from().bit() | step.to().bit();
    const Bits near = touched | neighbours(touched);
    return near | neighbours(near & kTraps);
}

bool is_same_on(Bits squares, const Board& a, const Board& b) {
    Bits changed = a.of(Side::Gold) ^ b.of(Side::Gold);
    for (int k = 0; k < kKinds; ++k)
        changed |= a.of(static_cast<Kind>(k)) ^ b.of(static_cast<Kind>(k));
    return !(changed & squares);
}

// Tells the replies that stop a goal from the others.
class Defence {
public:
    explicit Defence(const Position& position)
        : before_(position.board()), attacker_(other(position.side())) {
        if (const auto goal = find_goal(Position(before_, attacker_)))
            squares_ = squares_that_matter(*goal);
    }

    bool is_made_by(const Board& after) const {
        // What leaves those squares alone leaves the goal; only a goal of the defender is better.
        if (is_same_on(squares_, after, before_) &&
            !(after.rabbits(other(attacker_)) & goal_row(other(attacker_))))
            return false;
        return stops_goal(Position(after, attacker_));
    }

private:
    const Board& before_;
    Side attacker_;
    Bits squares_ = ~Bits{0};
};

// Counts replies down, in the end to none: then nothing is known.
std::optional<bool> can_defend_within(const Position& position, int& replies_left) {
    if (can_goal(position.board(), position.side(), kStepsPerTurn)) return true;
    const Defence defence(position);
    bool defended = false;
    each_turn_board(position, [&](const Board& board) {
        defended = defence.is_made_by(board);
        return defended || --replies_left <= 0;
    });
    if (!defended && replies_left <= 0) return std::nullopt;
    return defended;
}

}  // namespace

bool stops_goal(const Position& after) {
    const auto verdict = after.verdict();
    return verdict ? verdict->winner != after.side()
                   : !can_goal(after.board(), after.side(), kStepsPerTurn);
}

std::optional<bool> can_defend(const Position& position, int most_replies) {
    return can_defend_within(position, most_replies);
}

std::vector<Turn> defending_turns(const Position& position) {
    const Defence defence(position);
    return list_turns_to(position, [&](const Board& board) { return defence.is_made_by(board); });
}

std::optional<Turn> find_goal_in_two(const Position& position, int most_replies) {
    const Side side = position.side();
    if (!position.at_turn_start() || position.verdict() ||
        can_goal(position.board(), side, kStepsPerTurn))
        return std::nullopt;
    const auto promises = [&](const Board& board, int steps_left) {
        return most_replies > 0 && may_goal(board, side, steps_left + kStepsPerTurn);
    };
    if (!promises(position.board(), kStepsPerTurn)) return std::nullopt;
    const auto wins = [&](const Board& board) {
        if (most_replies <= 0 || !can_goal(board, side, kStepsPerTurn)) return false;
        const Position after(board, other(side));
        return !after.verdict() && can_defend_within(after, most_replies) == false;
    };
    return find_turn_to(position, wins, promises);
}

}  // namespace gajah
