// What a turn does, as exact facts in a player's words; nothing here is an opinion.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/position.h"

namespace gajah {

// What a fact is about, the most important first.
enum class FactKind : std::uint8_t {
    Goal,
    Wins,
    Capture,
    Loses,
    ThreatensGoal,
    StopsGoal,
    ThreatensCapture,
    Saves,
    Hostage,
    Frame,
    Freezes,
    Frees,
    OpensTrap,
};
// What programs call it: "threatens_goal".
std::string_view word(FactKind kind);

using Arrow = std::pair<Square, Square>;

// Something that a turn does: one sentence, the squares it is about, and arrows for it.
struct TurnFact {
    FactKind kind{};
    std::string text;
    std::vector<Square> squares;
    std::vector<Arrow> arrows;
};

// Everything that a legal turn does from the position at its start, the most important first. A
// threat is what the mover would do if the opponent passed.
std::vector<TurnFact> explain_turn(const Position& before, const Position::Played& played);

// An arrow for each step.
std::vector<Arrow> arrows_of(const Turn& turn);

// Where a rabbit of that side has reached the goal; there is one.
Square goal_square(const Board& board, Side side);

// The pieces on these squares, the strongest first: "the camel on f6 and the cat on c6".
std::string in_words(const Board& board, std::vector<Square> squares,
                     const std::string& whose = "the");

}  // namespace gajah
