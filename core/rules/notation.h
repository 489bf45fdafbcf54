// Steps, turns, setups and positions as text. Syntax only: nothing here asks what is legal,
// except that a position must be one that can stand on a board.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/position.h"

namespace gajah {

// Text that is not notation. `line` counts from 1 inside the text given.
class NotationError : public std::invalid_argument {
public:
    explicit NotationError(const std::string& reason, int line = 1)
        : std::invalid_argument(reason), line_(line) {}
    int line() const { return line_; }

private:
    int line_;
};

// The beginning of a text from outside, in quotes and ASCII: 'Ed2n Ed3n'.
std::string in_quotes(std::string_view text);
// The next word of the text, taken off its front; empty at the end.
std::string_view next_word(std::string_view& text);

char letter(Side side);            // g s
char letter(Direction direction);  // n e s w
char letter(Piece piece);          // E M H D C R, silver in lower case
std::string name(Side side);       // "gold"
std::string name(Kind kind);       // "elephant"
std::string name(Piece piece);     // "gold elephant"
std::string name(Square square);   // "e2"

Piece parse_piece(std::string_view text);
Square parse_square(std::string_view text);
Step parse_step(std::string_view text);                // Ed2n, no capture
std::vector<Step> parse_steps(std::string_view text);  // Ed2n rd3x Ed3n, captures attached
Turn parse_turn(std::string_view text);                // the same, at most four
Setup parse_setup(std::string_view text);              // Ra1 Rb1 ...
Position parse_position(std::string_view text);        // short form or diagram

std::string format(Step step);
std::string format(const Capture& capture);
std::string format(const Turn& turn);
std::string format(const Placement& placement);
std::string format(const Setup& setup);
// Side and board; says nothing of a partly played turn.
std::string format_short(const Position& position);
// With a header line: the turn's number if given, the side, the steps taken this turn.
std::string format_diagram(const Position& position, int turn_number = 0);

// Throws NotationError if no game can have brought the board about: too many of a kind, or a
// piece on a trap without a friend beside it.
void check_board(const Board& board);

}  // namespace gajah
