#include "game/game.h"

#include <algorithm>

#include "rules/notation.h"
#include "rules/turns.h"
#include "rules/words.h"

namespace gajah {

namespace {

// The sides that have still to set up. One that has lost its last piece has not.
std::size_t setups_due(const Position& start, const std::vector<Piece>& handicap) {
    if (start.board().of(start.side())) return 0;
    const Side opponent = other(start.side());
    const auto missing = std::count_if(handicap.begin(), handicap.end(),
                                       [&](Piece piece) { return piece.side == opponent; });
    const int placed = count(start.board().of(opponent));
    if (placed == 0) return 2;
    return placed == static_cast<int>(kArmySize) - static_cast<int>(missing) ? 1 : 0;
}

}  // namespace

std::string describe(const Verdict& result) {
    const std::string wins = name(result.winner) + " wins: ";
    const std::string loser = name(other(result.winner));
    switch (result.reason) {
        case Ending::Goal: return wins + "a rabbit reached goal";
        case Ending::Elimination: return wins + loser + " has no rabbits left";
        default: return wins + loser + " has no legal turn";
    }
}

Game::Game(const Position& start, std::vector<Piece> handicap)
    : handicap_(std::move(handicap)), positions_{start}, setups_due_(setups_due(start, handicap_)) {
    if (!start.at_turn_start())
        throw NotationError("a game starts between two turns, not inside one");
    labels_ = {{setups_due_ > 0 ? 1 : 2, start.side()}};
    if (needs_setup()) return;
    history_.add(start.repetition_key());
    find_result();
}

std::vector<std::uint64_t> Game::keys() const {
    std::vector<std::uint64_t> keys;
    for (const Position& position : positions_) keys.push_back(position.repetition_key());
    return keys;
}

bool Game::needs_setup() const { return positions_.size() <= setups_due_ && !result_; }

std::string Game::play(std::string_view text) {
    if (result_) throw IllegalTurnError(Rule::GameOver);
    const auto [label, body] = split_label(text);
    if (label && *label != this->label())
        throw IllegalTurnError(
            "expected turn " + format(this->label()) + ", found " + format(*label),
            Refusal{Rule::WrongSide, 0, {}});
    const auto parsed = parse_turn_body(body);
    const auto* setup = std::get_if<Setup>(&parsed);
    const Played played = setup ? try_setup(*setup) : try_turn(std::get<1>(parsed));
    positions_.push_back(played.position);
    labels_.push_back(next(this->label()));
    if (!needs_setup()) {
        history_.add(played.position.repetition_key());
        find_result();
    }
    return played.text;
}

Game::Played Game::try_setup(const Setup& setup) const {
    if (!needs_setup()) throw IllegalTurnError(Rule::SetupOver);
    std::vector<Piece> missing;
    for (const Piece piece : handicap_)
        if (piece.side == position().side()) missing.push_back(piece);
    return {format(setup), place_checked(position(), setup, missing)};
}

Game::Played Game::try_turn(std::span<const Step> steps) const {
    if (needs_setup()) throw IllegalTurnError(Rule::SetupExpected);
    const auto played = play_checked(position(), steps);
    refuse_third_occurrence(played.position);
    return {format(played.turn), played.position};
}

Position Game::draft(std::span<const Step> steps) const {
    if (result_) throw IllegalTurnError(Rule::GameOver);
    if (needs_setup()) throw IllegalTurnError(Rule::SetupExpected);
    Position draft = position();
    for (const Step step : steps) draft = after_checked(draft, step);
    if (!has_turn(draft, banned()))
        throw IllegalTurnError("no legal turn begins with these steps",
                               Refusal{Rule::NoChange, 0, {}});
    return draft;
}

std::optional<IllegalTurnError> Game::why_not(const Turn& turn) const {
    try {
        if (result_) throw IllegalTurnError(Rule::GameOver);
        try_turn({turn.begin(), turn.end()});
    } catch (const IllegalTurnError& refusal) {
        return refusal;
    }
    return std::nullopt;
}

std::vector<Turn> Game::turns(const Position& draft) const {
    if (result_) return {};
    const auto boards = banned();
    return list_turns(draft, boards);
}

void Game::refuse_third_occurrence(const Position& position) const {
    if (!history_.forbids(position.repetition_key())) return;
    std::string earlier = positions_.front() == position ? "the start" : "";
    for (std::size_t i = 1; i < positions_.size(); ++i)
        if (positions_[i] == position)
            earlier += (earlier.empty() ? "" : " and ") + format(labels_[i - 1]);
    throw IllegalTurnError("the position after " + earlier + " would occur a third time",
                           Refusal{Rule::Repetition, 0, {}});
}

std::vector<std::uint64_t> Game::banned() const {
    const Side opponent = other(position().side());
    std::vector<std::uint64_t> boards;
    for (const Position& before : positions_)
        if (before.side() == opponent && history_.forbids(before.repetition_key()))
            boards.push_back(before.board().hash());
    return boards;
}

void Game::find_result() {
    result_ = position().verdict();
    if (result_) return;
    const auto boards = banned();
    if (!boards.empty() && !has_turn(position(), boards))
        result_ = Verdict{other(position().side()), Ending::Immobilization};
}

}  // namespace gajah
