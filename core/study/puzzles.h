// Puzzles: what they ask for, and whether an answer is right. Every right turn is accepted, not
// only the stored one.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "study/worth.h"

namespace gajah {

// What a puzzle asks for.
enum class PuzzleTheme : std::uint8_t { Goal, GoalInTwo, Capture, Defend };
// The theme that the file of puzzles calls "goal", "goal2", "capture" or "defend"; throws
// std::invalid_argument for any other.
PuzzleTheme parse_theme(std::string_view word);
// The task in a sentence, for the side to move.
std::string task(PuzzleTheme theme);
// The same with that side: "Gold to move. ..."
std::string task(PuzzleTheme theme, Side side);

// A position, what is asked of the side to move, and one right answer of perhaps many.
struct Puzzle {
    Position position;
    PuzzleTheme theme{};
    Turn solution;
    // For captures: how much worse than the solution, in centi-rabbits, another way to capture as
    // much may be and still be right.
    int margin = 0;
};

enum class Outcome : std::uint8_t { Solved, GoOn, Wrong };
// What programs call it: "go_on".
std::string_view word(Outcome outcome);

// What came of an answer, the sentence that says it, and the opponent's reply where there is one.
// The reply to a right answer is to be answered in turn; the reply to a wrong one shows why it is
// wrong.
struct Judgement {
    Outcome outcome{};
    std::string text;
    std::optional<Turn> reply;
};

// Turns that are no answer to a puzzle: too few, too many, or after its end.
class NoAnswer : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// Judges the turns played so far from the puzzle's position, replies included. Throws NotationError
// for what is no turn, IllegalTurnError for a turn that cannot be played, and NoAnswer.
Judgement judge(const FixedSearch& search, const Puzzle& puzzle,
                std::span<const std::string_view> turns);

// A whole right answer, with the opponent's reply where the answer takes two turns.
std::vector<Turn> solve(const Puzzle& puzzle);

}  // namespace gajah
