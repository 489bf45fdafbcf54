#include "study/pattern.h"

#include "rules/notation.h"

namespace gajah {

namespace {

constexpr char kNothing = '.';
constexpr char kNextBoard = '/';
constexpr char kFirstSquare = '0';  // Above the slash, and 64 printable characters follow it.
constexpr std::size_t kSquares = 64;
constexpr std::size_t kMirror = 7;  // Exchanges the columns of a square's index.

std::string squares(const Board& board) {
    std::string text(kSquares, kNothing);
    for (std::size_t i = 0; i < kSquares; ++i)
        if (const auto piece = board.at(Square(static_cast<int>(i)))) text[i] = letter(*piece);
    return text;
}

}  // namespace

std::string format_course(std::span<const Position> positions) {
    std::string course, last;
    for (const Position& position : positions) {
        const std::string now = squares(position.board());
        if (course.empty()) {
            course = now;
        } else {
            course += kNextBoard;
            for (std::size_t i = 0; i < kSquares; ++i)
                if (now[i] != last[i])
                    course += {static_cast<char>(kFirstSquare + static_cast<char>(i)), now[i]};
        }
        last = now;
    }
    return course;
}

Pattern::Pattern(std::string_view text) {
    for (auto word = next_word(text); !word.empty(); word = next_word(text)) {
        const std::string_view piece = word.substr(0, 1);
        if (word.size() != 3)
            throw NotationError("expected a piece and its square like Ed5, found " +
                                in_quotes(word));
        const char found = piece[0] == kNothing ? kNothing : letter(parse_piece(piece));
        const auto square = static_cast<std::size_t>(parse_square(word.substr(1)).index());
        if (wanted_[0][square])
            throw NotationError("the square " + std::string(word.substr(1)) + " is named twice");
        wanted_[0][square] = wanted_[1][square ^ kMirror] = found;
        ++squares_;
    }
    if (!squares_) throw NotationError("expected pieces and their squares like Ed5 hc6");
}

int Pattern::find(std::string_view course) const {
    if (course.size() < kSquares) return -1;
    std::array<char, kSquares> board{};
    std::array<int, 2> fitting{};
    const auto put = [&](std::size_t square, char what) {
        const char one = wanted_[0][square], other = wanted_[1][square];
        if (!one && !other) return;
        const char before = board[square];
        fitting[0] += one && what == one;
        fitting[0] -= one && before == one;
        fitting[1] += other && what == other;
        fitting[1] -= other && before == other;
        board[square] = what;
    };
    for (std::size_t i = 0; i < kSquares; ++i) put(i, course[i]);
    int number = 0;
    const auto fits = [&] { return fitting[0] == squares_ || fitting[1] == squares_; };
    for (std::size_t i = kSquares; i < course.size();) {
        if (course[i] == kNextBoard) {
            if (fits()) return number;
            ++number;
            ++i;
            continue;
        }
        const auto square = static_cast<std::size_t>(course[i] - kFirstSquare);
        if (square >= kSquares || i + 1 == course.size()) return -1;
        put(square, course[i + 1]);
        i += 2;
    }
    return fits() ? number : -1;
}

}  // namespace gajah
