#include "selfplay/step_game.h"

#include "network/features.h"
#include "network/setup.h"

namespace gajah {

StepGame::StepGame(const Position& start)
    : position_(start), is_placing_(gajah::is_placing(start)) {
    if (is_placing_)
        legal_ = placements(position_);
    else
        begin_turn();
}

void StepGame::pack(std::uint64_t* words) const {
    is_placing_ ? pack_setup_features(position_, words) : pack_features(position_, words);
}

void StepGame::play(Action action) {
    assert(legal_.has(action));
    if (is_placing_) return place(action);
    position_ = after_action(position_, action);
    if (position_.at_turn_start()) {
        ++turns_;
        begin_turn();
    } else {
        legal_ = legal_actions(position_, history_);
    }
}

void StepGame::place(Action action) {
    const Side side = position_.side();
    position_ = after_placement(position_, action);
    if (position_.side() != side) ++turns_;
    is_placing_ = gajah::is_placing(position_);
    if (is_placing_)
        legal_ = placements(position_);
    else
        begin_turn();
}

// The official order of checks. A side whose every turn repetition forbids has no legal turn.
void StepGame::begin_turn() {
    history_.add(position_.repetition_key());
    result_ = position_.verdict();
    legal_ = result_ ? ActionSet() : legal_actions(position_, history_);
    if (!result_ && legal_.empty())
        result_ = Verdict{other(position_.side()), Ending::Immobilization};
}

}  // namespace gajah
