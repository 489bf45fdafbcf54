#include "engine/legal.h"

#include <algorithm>

#include "rules/turns.h"

namespace gajah {

namespace {

bool contains(const std::vector<std::uint64_t>& boards, std::uint64_t hash) {
    return std::find(boards.begin(), boards.end(), hash) != boards.end();
}

}  // namespace

std::optional<std::uint64_t> board_after(const Position& position, const Turn& turn,
                                         const History& history,
                                         const std::vector<std::uint64_t>& excluded) {
    const auto played = position.play(turn);
    if (played.refusal || history.forbids(played.position.repetition_key()) ||
        contains(excluded, played.position.board().hash()))
        return std::nullopt;
    return played.position.board().hash();
}

std::optional<Turn> any_turn(const Position& position, const History& history) {
    for (const Turn& turn : list_turns(position))
        if (board_after(position, turn, history, {})) return turn;
    return std::nullopt;
}

}  // namespace gajah
