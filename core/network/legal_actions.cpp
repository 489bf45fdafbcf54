#include "network/legal_actions.h"

#include <algorithm>
#include <utility>

#include "network/setup.h"

namespace gajah {

namespace {

bool can_end(const Position& p, const History& history) {
    return !p.why_not_end() && history.allows(p.board().hash(), p.side());
}

// Only moments that cannot end are looked beyond, so this is quick.
bool can_finish(const Position& p, const History& history) {
    if (can_end(p, history)) return true;
    const StepList steps = p.steps();
    return std::any_of(steps.begin(), steps.end(),
                       [&](Step step) { return can_finish(p.after(step), history); });
}

void drop_dead_ends(StepSets& sets, const Position& p, const History& history) {
    for (Direction d : kDirections) {
        Bits& from = sets[static_cast<std::size_t>(d)];
        for (Square square : Squares(from))
            if (!can_finish(p.after(Step(*p.board().at(square), square, d)), history))
                from &= ~square.bit();
    }
}

// Without forbidden positions only one step can be a dead end: the third, if it begins to push a
// piece back to where the first two pulled it from.
void drop_push_back(StepSets& sets, const Position& p, const History& history) {
    if (p.steps_left() != 2 || p.pending() == Pending::Push) return;
    const Step pull = p.taken()[1];
    if (pull.piece().side == p.side() || p.board().at(pull.to()) != pull.piece()) return;
    Bits& from = sets[static_cast<std::size_t>(opposite(pull.direction()))];
    if (!(from & pull.to().bit())) return;
    const Step back(pull.piece(), pull.to(), opposite(pull.direction()));
    if (!can_finish(p.after(back), history)) from &= ~pull.to().bit();
}

}  // namespace

ActionSet::ActionSet(const StepSets& steps, bool end_turn, Side side)
    : steps_(steps), end_turn_(end_turn) {
    if (side == Side::Gold) return;
    for (Bits& from : steps_) from = turned_round(from);
    std::swap(steps_[static_cast<std::size_t>(Direction::North)],
              steps_[static_cast<std::size_t>(Direction::South)]);
}

int ActionSet::size() const {
    int sum = end_turn_ ? 1 : 0;
    for (const Bits from : steps_) sum += count(from);
    return sum;
}

Action ActionSet::operator[](int i) const {
    for (std::size_t d = 0; d < steps_.size(); ++d) {
        Bits from = steps_[d];
        const int here = count(from);
        if (i >= here) {
            i -= here;
            continue;
        }
        for (; i > 0; --i) from &= from - 1;
        return static_cast<Action>(4 * lowest(from) + static_cast<int>(d));
    }
    return kEndTurn;
}

ActionSet legal_actions(const Position& position, const History& history) {
    StepSets sets = position.step_sets();
    if (history.forbids_any())
        drop_dead_ends(sets, position, history);
    else
        drop_push_back(sets, position, history);
    return ActionSet(sets, can_end(position, history), position.side());
}

ActionSet placements(const Position& position) {
    StepSets sets{};
    // The code of a placement is that of a step to the north, seen from the side that places.
    sets[static_cast<std::size_t>(forward(position.side()))] = free_home(position);
    return ActionSet(sets, false, position.side());
}

}  // namespace gajah
