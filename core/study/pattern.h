// Pieces on certain squares, looked for in the positions of whole games.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "rules/position.h"

namespace gajah {

// The boards of a game as text, to be searched: all 64 squares of the first one, then for each
// board a slash and what is different, a character for the square and one for what stands there.
std::string format_course(std::span<const Position> positions);

class Pattern {
public:
    // "Ed5 hc6": what stands on each of the squares, a piece or, as in ".c3", nothing. Throws
    // NotationError.
    explicit Pattern(std::string_view text);

    // The first board of a course with these pieces or their mirror image, counted from 0; -1 if
    // there is none, and for a text that is no course: a database may be damaged.
    int find(std::string_view course) const;

private:
    // Of a board and its mirror image: the character wanted on each square, 0 for any.
    std::array<std::array<char, 64>, 2> wanted_{};
    int squares_ = 0;
};

}  // namespace gajah
