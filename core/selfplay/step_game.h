// A game played by actions (network/action.h), one after another: setups piece by piece, turns step
// by step, with repetition and every ending of the rules.
#pragma once

#include <optional>

#include "network/legal_actions.h"

namespace gajah {

class StepGame {
public:
    // From the start of a turn, or from a moment of a setup: the empty board, for instance.
    explicit StepGame(const Position& start = {});
    // A game that was put away at any moment: its position, history().keys() and turns().
    StepGame(const Position& position, const std::vector<std::uint64_t>& keys, int turns);

    const Position& position() const { return position_; }
    // Is the side to move setting up?
    bool is_placing() const { return is_placing_; }
    // None once the game is over.
    const ActionSet& legal() const { return legal_; }
    const std::optional<Verdict>& result() const { return result_; }
    // Setups and turns that are finished.
    int turns() const { return turns_; }
    // The positions between the turns so far.
    const History& history() const { return history_; }
    // What the network is told about the moment: kFeatureWords words.
    void pack(std::uint64_t* words) const;
    // The action must be legal.
    void play(Action action);

private:
    void begin_turn();
    void find_legal();

    Position position_;
    ActionSet legal_;
    History history_;
    std::optional<Verdict> result_;
    int turns_ = 0;
    bool is_placing_ = false;
};

}  // namespace gajah
