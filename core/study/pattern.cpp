#include "study/pattern.h"

#include <algorithm>
#include <optional>

#include "rules/notation.h"

namespace gajah {

namespace {

constexpr std::size_t kMirror = 7;  // Exchanges the columns of a square's index.

using Written = std::vector<std::string_view>;

// The boards at which all of the stands were there; `spans` are boards to begin with, if any.
std::vector<Span> together(std::optional<std::vector<Span>> spans, Written written,
                           std::size_t games) {
    std::sort(written.begin(), written.end(),
              [](std::string_view a, std::string_view b) { return a.size() < b.size(); });
    for (const std::string_view bytes : written)
        spans = spans ? common(*spans, bytes, games) : read_spans(bytes, games);
    return spans.value_or(std::vector<Span>{});
}

}  // namespace

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
    for (const auto& wanted : wanted_)
        for (std::size_t i = 0; i < kSquares; ++i)
            if (wanted[i]) stands_.push_back(stand_of(wanted[i], i));
}

int Pattern::find(std::string_view course) const {
    std::array<char, kSquares> board{};
    std::array<int, 2> fitting{};
    int number = 0, found = -1;
    walk_course(
        course,
        [&](std::size_t square, char what) {
            const char one = wanted_[0][square], other = wanted_[1][square];
            if (!one && !other) return;
            const char before = board[square];
            fitting[0] += one && what == one;
            fitting[0] -= one && before == one;
            fitting[1] += other && what == other;
            fitting[1] -= other && before == other;
            board[square] = what;
        },
        [&] {
            const bool fits = fitting[0] == squares_ || fitting[1] == squares_;
            if (fits) found = number;
            ++number;
            return fits;
        });
    return found;
}

std::string Pattern::find_games(std::span<const std::string_view> written,
                                std::size_t games) const {
    std::string found(games, 0);
    if (written.size() != stands_.size()) return found;
    // What a board and its mirror image have in common, as a row of rabbits has, is read once.
    Written shared;
    std::array<Written, 2> own;
    const std::size_t half = stands_.size() / 2;
    for (std::size_t i = 0; i < stands_.size(); ++i) {
        const auto other =
            i < half ? std::span(stands_).last(half) : std::span(stands_).first(half);
        const bool is_shared = std::find(other.begin(), other.end(), stands_[i]) != other.end();
        if (!is_shared)
            own[i / half].push_back(written[i]);
        else if (i < half)
            shared.push_back(written[i]);
    }
    std::optional<std::vector<Span>> boards;
    if (!shared.empty()) boards = together({}, shared, games);
    for (const Written& image : own)
        for (const Span& span : together(boards, image, games)) found[span.game()] = 1;
    return found;
}

}  // namespace gajah
