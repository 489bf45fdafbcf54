// A teacher beside the board: warnings before a turn is played, and hints in stages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "study/explain.h"
#include "study/worth.h"

namespace gajah {

// What a turn lets the opponent do next, in one sentence, and the `reply` that does it.
struct TurnWarning {
    std::string text;
    Turn reply;
    std::vector<Square> squares;
    std::vector<Arrow> arrows;
};

// A part of a hint: a sentence, and the squares that it is about.
struct Pointer {
    std::string text;
    std::vector<Square> squares;
};

// A turn told in stages: where to look, which piece moves first, the turn, and why.
struct TurnHint {
    Pointer look;
    Pointer piece;
    Turn turn;
    std::vector<TurnFact> why;
};

// Does a legal turn let the opponent goal or capture next turn where a better turn does not?
//
// The reply is exact: it is legal and does what the warning says; after a turn that itself loses
// the game there is none, and it is empty. The better turn is that of the search; it leaves no such
// goal or capture, and is worth 1.75 rabbits more. A single rabbit is no reason to warn.
std::optional<TurnWarning> warn(const FixedSearch& search, const Position& before,
                                const Position::Played& played);

// Tells a legal turn, such as the best one of an engine, in stages.
TurnHint hint_at(const Position& before, const Position::Played& played);

// "Your horse on c3 moves first."
Pointer moves_first(Step step, Side you);

}  // namespace gajah
