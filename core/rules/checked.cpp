#include "rules/checked.h"

#include "rules/words.h"

namespace gajah {

IllegalTurnError::IllegalTurnError(Rule rule)
    : IllegalTurnError(describe(rule), Refusal{rule, 0, {}}) {}

Position::Played play_checked(const Position& position, std::span<const Step> steps) {
    auto played = position.play(steps);
    if (played.refusal)
        throw IllegalTurnError(explain(played.position, *played.refusal), *played.refusal);
    return played;
}

Position after_checked(const Position& position, Step step) {
    if (const auto rule = position.why_not(step)) {
        const Refusal refusal{*rule, position.taken().size() + 1, step};
        throw IllegalTurnError(explain(position, refusal), refusal);
    }
    return position.after(step);
}

Position end_checked(const Position& position) {
    if (const auto rule = position.why_not_end()) throw IllegalTurnError(*rule);
    return position.end_turn();
}

Position place_checked(const Position& position, const Setup& setup,
                       std::span<const Piece> missing) {
    if (position.board().of(position.side())) throw IllegalTurnError(Rule::SetupOver);
    if (const auto rule = why_not_setup(position.side(), setup, missing))
        throw IllegalTurnError(explain_setup(position.side(), missing, *rule),
                               Refusal{*rule, 0, {}});
    Board board = position.board();
    for (const Placement& p : setup) {
        if (board.occupied() & p.square.bit()) throw IllegalTurnError(Rule::SetupOver);
        board.toggle(p.piece, p.square);
    }
    return Position(board, other(position.side()));
}

}  // namespace gajah
