#include "selfplay/step_game.h"

#include "network/features.h"
#include "network/setup.h"

namespace gajah {

StepGame::StepGame(const Position& start)
    : position_(start), is_placing_(gajah::is_placing(start)) {
    if (!is_placing_) history_.add(position_.repetition_key());
    find_legal();
}

StepGame::StepGame(const Position& position, const std::vector<std::uint64_t>& keys, int turns)
    : position_(position), history_(keys), turns_(turns), is_placing_(gajah::is_placing(position)) {
    find_legal();
}

void StepGame::pack(std::uint64_t* words) const {
    is_placing_ ? pack_setup_features(position_, words) : pack_features(position_, words);
}

void StepGame::play(Action action) {
    assert(legal_.has(action));
    const Side side = position_.side();
    position_ = is_placing_ ? after_placement(position_, action) : after_action(position_, action);
    if (position_.side() != side) begin_turn();
    find_legal();
}

void StepGame::begin_turn() {
    ++turns_;
    if (is_placing_) is_placing_ = gajah::is_placing(position_);
    if (!is_placing_) history_.add(position_.repetition_key());
}

// With the official order of checks between two turns. A side whose every turn repetition forbids
// has no legal turn.
void StepGame::find_legal() {
    if (is_placing_) {
        legal_ = placements(position_);
        return;
    }
    if (position_.at_turn_start()) result_ = position_.verdict();
    legal_ = result_ ? ActionSet() : legal_actions(position_, history_);
    if (!result_ && legal_.empty())
        result_ = Verdict{other(position_.side()), Ending::Immobilization};
}

}  // namespace gajah
