// The actions that are legal at a moment of a game: exactly those that some legal turn goes on
// with. A step that leads into a dead end, where every way to end the turn leaves the position as
// it was or brings one about for the third time, is not among them.
#pragma once

#include "network/action.h"
#include "rules/history.h"

namespace gajah {

// Seen from the side to move, as actions are.
class ActionSet {
public:
    ActionSet() = default;
    ActionSet(const StepSets& steps, bool end_turn, Side side);

    bool has(int action) const {
        if (action == kEndTurn) return end_turn_;
        return action >= 0 && action < kEndTurn &&
               (steps_[static_cast<std::size_t>(action % 4)] >> (action / 4) & 1) != 0;
    }
    int size() const;
    bool empty() const { return size() == 0; }
    // One of them, from 0 to size() - 1, in a fixed order.
    Action operator[](int i) const;
    template <class Visit>
    void each(const Visit& visit) const {
        for (std::size_t d = 0; d < steps_.size(); ++d)
            for (Square from : Squares(steps_[d]))
                visit(static_cast<Action>(4 * from.index() + static_cast<int>(d)));
        if (end_turn_) visit(kEndTurn);
    }

private:
    StepSets steps_{};
    bool end_turn_ = false;
};

// In play; `history` has the positions between the turns so far.
ActionSet legal_actions(const Position& position, const History& history);
// While a side sets up.
ActionSet placements(const Position& position);

}  // namespace gajah
