// Pieces on certain squares, looked for in the positions of whole games.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "study/course.h"

namespace gajah {

class Pattern {
public:
    // "Ed5 hc6": what stands on each of the squares, a piece or, as in ".c3", nothing. Throws
    // NotationError.
    explicit Pattern(std::string_view text);

    // The first board of a course with these pieces or their mirror image, counted from 0; -1 if
    // there is none, and for a text that is no course: a database may be damaged.
    int find(std::string_view course) const;

    // The stands of the pieces, then as many of their mirror image.
    const std::vector<std::size_t>& stands() const { return stands_; }

    // For each of the games that `index_courses` was told of, one byte: 1 if at some time these
    // pieces or their mirror image stood so, else 0. `written` is what it has written for each of
    // `stands()`.
    std::string find_games(std::span<const std::string_view> written, std::size_t games) const;

private:
    // Of a board and its mirror image: the character wanted on each square, 0 for any.
    std::array<std::array<char, kSquares>, 2> wanted_{};
    int squares_ = 0;
    std::vector<std::size_t> stands_;
};

}  // namespace gajah
