// A game by the official rules: the turns so far, repetition and the result.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "game/typed.h"
#include "rules/checked.h"
#include "rules/history.h"

namespace gajah {

// "gold wins: a rabbit reached goal".
std::string describe(const Verdict& result);

class Game {
public:
    // From the start of a turn, or from the empty board; `handicap` names the pieces that are left
    // out of the setups still to come.
    explicit Game(const Position& start = {}, std::vector<Piece> handicap = {});

    const Position& position() const { return positions_.back(); }
    // Positions between two turns, the start included, by their repetition keys.
    std::vector<std::uint64_t> keys() const;
    TurnLabel label() const { return labels_.back(); }
    const std::optional<Verdict>& result() const { return result_; }
    // Has the side to move still to place its pieces?
    bool needs_setup() const;
    const std::vector<Piece>& handicap() const { return handicap_; }

    // A turn or a setup as text, perhaps with its label. Throws NotationError or IllegalTurnError
    // and changes nothing. Answers with the turn as a record writes it, captures included.
    std::string play(std::string_view text);
    // The position after the first steps of a turn, which can be played to its end from there.
    // Throws IllegalTurnError.
    Position draft(std::span<const Step> steps) const;
    // Why the turn may not end with these steps.
    std::optional<IllegalTurnError> why_not(const Turn& turn) const;
    // Each distinct turn that may be played now, what is left of it after a draft.
    std::vector<Turn> turns(const Position& draft) const;

private:
    struct Played {
        std::string text;
        Position position;
    };
    Played try_setup(const Setup& setup) const;
    Played try_turn(std::span<const Step> steps) const;
    void refuse_third_occurrence(const Position& position) const;
    void find_result();
    // Boards that the side to move may not leave behind, by their hashes.
    std::vector<std::uint64_t> banned() const;

    std::vector<Piece> handicap_;
    std::vector<Position> positions_;
    std::vector<TurnLabel> labels_;
    std::size_t setups_due_ = 0;
    History history_;
    std::optional<Verdict> result_;
};

}  // namespace gajah
