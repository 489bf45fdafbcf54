// The boards of whole games: as text, and gathered by what stood where.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/position.h"

namespace gajah {

// The boards of a game as text, to be searched: all 64 squares of the first one, then for each
// board a slash and what is different, a character for the square and one for what stands there.
std::string format_course(std::span<const Position> positions);

inline constexpr char kNothing = '.';
inline constexpr std::size_t kSquares = 64;

// Tells `put(square, what)` what each board of a course changes, and calls `end_board` at the end
// of each board until it returns true. A text that is no course, for a database may be damaged,
// ends before the board that cannot be read.
template <class Put, class EndBoard>
void walk_course(std::string_view course, Put&& put, EndBoard&& end_board);

// A stand is a piece, or nothing, on a square.
inline constexpr std::size_t kStands = 13 * kSquares;
inline constexpr std::size_t kNoStand = kStands;

// Its number; kNoStand for a letter that stands for no piece.
std::size_t stand_of(char what, std::size_t square);

// For each stand, in which games and from which board to which it was there, as bytes: three
// numbers a span, first the games since the last one, then the boards between them (from the
// beginning of its game, if that is another one), then its length less one. Numbers take seven
// bits a byte, the low ones first, and the highest bit says that more follow.
std::vector<std::string> index_courses(std::span<const std::string_view> courses);

// Numbers with commas between them as bytes: 1 for each number that is there, 0 for those below the
// largest that are not. Numbers above kMostNumber are left out: a database may be damaged.
inline constexpr std::uint32_t kMostNumber = 100'000'000;
std::string mark_numbers(std::string_view text);

// Boards in the order of games: the game's number in the upper half, the board's in the lower.
struct Span {
    static constexpr int kGameShift = 32;

    std::uint64_t begin, end;

    std::size_t game() const { return begin >> kGameShift; }
};

// What `index_courses` has written about a stand; nothing if the bytes are damaged, or name a game
// that is not below `games`.
std::vector<Span> read_spans(std::string_view bytes, std::size_t games);

// Those of the boards that are also in what `read_spans` would make of the bytes.
std::vector<Span> common(std::span<const Span> spans, std::string_view bytes, std::size_t games);

namespace course {
inline constexpr char kNextBoard = '/';
inline constexpr char kFirstSquare = '0';  // Above the slash; 64 printable characters follow it.
}  // namespace course

template <class Put, class EndBoard>
void walk_course(std::string_view text, Put&& put, EndBoard&& end_board) {
    if (text.size() < kSquares) return;
    for (std::size_t i = 0; i < kSquares; ++i) put(i, text[i]);
    for (std::size_t i = kSquares; i < text.size();) {
        if (text[i] == course::kNextBoard) {
            if (end_board()) return;
            ++i;
            continue;
        }
        const auto square = static_cast<std::size_t>(text[i] - course::kFirstSquare);
        if (square >= kSquares || i + 1 == text.size()) return;
        put(square, text[i + 1]);
        i += 2;
    }
    end_board();
}

}  // namespace gajah
