#include "rules/goal_in_two.h"

#include <algorithm>
#include <climits>

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

// Replies that have stopped a goal: one that stops a goal often stops the next one too.
class Killers {
public:
    bool stop_goal(const Position& position) {
        for (std::size_t i = 0; i < turns_.size(); ++i) {
            const auto played = position.play(turns_[i]);
            if (played.refusal || !stops_goal(played.position)) continue;
            std::rotate(turns_.begin(), turns_.begin() + static_cast<std::ptrdiff_t>(i),
                        turns_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            return true;
        }
        return false;
    }
    void add(const Turn& turn) {
        if (turns_.size() == kMost) turns_.pop_back();
        turns_.insert(turns_.begin(), turn);
    }

private:
    static constexpr std::size_t kMost = 8;
    std::vector<Turn> turns_;
};

// Counts boards down, in the end to none: then nothing is known.
std::optional<bool> can_defend_within(const Position& position, int& boards_left,
                                      Killers& killers) {
    if (can_goal(position.board(), position.side(), kStepsPerTurn) || killers.stop_goal(position))
        return true;
    const Defence defence(position);
    const auto stops = [&](const Board& board) {
        return --boards_left <= 0 || defence.is_made_by(board);
    };
    const auto goes_on = [](const Board&, int) { return true; };
    const auto reply = find_turn_to(position, stops, goes_on);
    if (boards_left <= 0) return std::nullopt;
    if (reply) killers.add(*reply);
    return reply.has_value();
}

}  // namespace

bool stops_goal(const Position& after) {
    const auto verdict = after.verdict();
    return verdict ? verdict->winner != after.side()
                   : !can_goal(after.board(), after.side(), kStepsPerTurn);
}

std::optional<bool> can_defend(const Position& position, int most_boards) {
    Killers none;
    return can_defend_within(position, most_boards, none);
}

std::vector<Turn> defending_turns(const Position& position) {
    const Defence defence(position);
    return list_turns_to(position, [&](const Board& board) { return defence.is_made_by(board); });
}

std::optional<Turn> find_goal_in_two(const Position& position) {
    int unlimited = INT_MAX;
    return find_goal_in_two(position, unlimited);
}

std::optional<Turn> find_goal_in_two(const Position& position, int& boards_left) {
    const Side side = position.side();
    if (!position.at_turn_start() || position.verdict() ||
        can_goal(position.board(), side, kStepsPerTurn))
        return std::nullopt;
    const auto promises = [&](const Board& board, int steps_left) {
        return boards_left > 0 && may_goal(board, side, steps_left + kStepsPerTurn);
    };
    if (!promises(position.board(), kStepsPerTurn)) return std::nullopt;
    Killers killers;
    const auto wins = [&](const Board& board) {
        if (--boards_left <= 0 || !can_goal(board, side, kStepsPerTurn)) return false;
        const Position after(board, other(side));
        return !after.verdict() && can_defend_within(after, boards_left, killers) == false;
    };
    return find_turn_to(position, wins, promises);
}

}  // namespace gajah
