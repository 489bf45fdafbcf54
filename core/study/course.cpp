#include "study/course.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "rules/notation.h"

namespace gajah {

namespace {

constexpr std::string_view kStanding = "RCDHMErcdhme.";
static_assert(kStanding.size() * kSquares == kStands);

std::string squares(const Board& board) {
    std::string text(kSquares, kNothing);
    for (std::size_t i = 0; i < kSquares; ++i)
        if (const auto piece = board.at(Square(static_cast<int>(i)))) text[i] = letter(*piece);
    return text;
}

constexpr std::uint32_t kLowBits = 0x7f, kMoreFollow = 0x80;
constexpr int kBitsAByte = 7;

void append_number(std::string& bytes, std::uint32_t number) {
    for (; number > kLowBits; number >>= kBitsAByte)
        bytes += static_cast<char>((number & kLowBits) | kMoreFollow);
    bytes += static_cast<char>(number);
}

// Reads numbers one after the other. Of bytes that are damaged it makes some number, or none.
class Numbers {
public:
    explicit Numbers(std::string_view bytes)
        : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

    bool has_next() const { return next_ != end_; }
    bool is_damaged() const { return is_damaged_; }

    std::uint32_t take() {
        // Nearly all of them have one byte.
        if (next_ != end_ && static_cast<std::uint8_t>(*next_) <= kLowBits)
            return static_cast<std::uint8_t>(*next_++);
        return take_long();
    }

private:
    std::uint32_t take_long() {
        std::uint32_t number = 0;
        for (int shift = 0; shift <= kMostShift && next_ != end_; shift += kBitsAByte) {
            const auto byte = static_cast<std::uint8_t>(*next_++);
            number |= (byte & kLowBits) << shift;
            if (byte <= kLowBits) return number;
        }
        is_damaged_ = true;
        next_ = end_;
        return 0;
    }

    static constexpr int kMostShift = 3 * kBitsAByte;

    const char *next_, *end_;
    bool is_damaged_ = false;
};

// The spans of one stand, as they are written.
struct SpanWriter {
    std::string bytes;
    std::uint32_t game = 0, end = 0;

    void add(std::uint32_t in_game, std::uint32_t from, std::uint32_t to) {
        append_number(bytes, in_game - game);
        append_number(bytes, in_game == game ? from - end : from);
        append_number(bytes, to - from - 1);
        game = in_game;
        end = to;
    }
};

constexpr std::size_t kLeastBytes = 3;  // Of a span.

// Visits what `index_courses` has written about a stand; false if the bytes are damaged.
template <class Visit>
bool each_span(std::string_view bytes, std::size_t games, Visit&& visit) {
    std::uint64_t game = 0, end = 0;
    for (Numbers numbers(bytes); numbers.has_next();) {
        const std::uint32_t later = numbers.take(), gap = numbers.take(), more = numbers.take();
        game += later;
        const std::uint64_t begin = (later ? 0 : end) + gap;
        end = begin + more + 1;
        if (numbers.is_damaged() || game >= games || end >> Span::kGameShift) return false;
        const std::uint64_t first = game << Span::kGameShift;
        visit(Span{first | begin, first | end});
    }
    return true;
}

void index_course(std::string_view course, std::uint32_t game, std::span<SpanWriter> stands) {
    struct Standing {
        std::size_t stand = kNoStand;
        std::uint32_t since = 0;
    };
    std::array<Standing, kSquares> now{};
    std::uint32_t board = 0;
    const auto end = [&](const Standing& last) {
        if (last.stand != kNoStand && last.since < board)
            stands[last.stand].add(game, last.since, board);
    };
    walk_course(
        course,
        [&](std::size_t square, char what) {
            const std::size_t stand = stand_of(what, square);
            if (stand == now[square].stand) return;
            end(now[square]);
            now[square] = {stand, board};
        },
        [&] {
            ++board;
            return false;
        });
    for (const Standing& last : now) end(last);
}

}  // namespace

std::string format_course(std::span<const Position> positions) {
    std::string text, last;
    for (const Position& position : positions) {
        const std::string now = squares(position.board());
        if (text.empty()) {
            text = now;
        } else {
            text += course::kNextBoard;
            for (std::size_t i = 0; i < kSquares; ++i)
                if (now[i] != last[i])
                    text +=
                        {static_cast<char>(course::kFirstSquare + static_cast<char>(i)), now[i]};
        }
        last = now;
    }
    return text;
}

std::size_t stand_of(char what, std::size_t square) {
    const std::size_t which = kStanding.find(what);
    return which == std::string_view::npos ? kNoStand : which * kSquares + square;
}

std::vector<std::string> index_courses(std::span<const std::string_view> courses) {
    std::vector<SpanWriter> stands(kStands);
    for (std::size_t i = 0; i < courses.size(); ++i)
        index_course(courses[i], static_cast<std::uint32_t>(i), stands);
    std::vector<std::string> bytes;
    for (SpanWriter& each : stands) bytes.push_back(std::move(each.bytes));
    return bytes;
}

std::string mark_numbers(std::string_view text) {
    std::string marks;
    for (const char *next = text.data(), *end = next + text.size(); next < end; ++next) {
        std::uint32_t number = 0;
        const auto [rest, error] = std::from_chars(next, end, number);
        if (error == std::errc::invalid_argument) continue;
        next = rest;
        if (error != std::errc{} || number > kMostNumber) continue;
        if (number >= marks.size()) marks.resize(number + 1, 0);
        marks[number] = 1;
    }
    return marks;
}

std::vector<Span> read_spans(std::string_view bytes, std::size_t games) {
    std::vector<Span> spans;
    spans.reserve(bytes.size() / kLeastBytes);
    const bool is_sound = each_span(bytes, games, [&](const Span& span) { spans.push_back(span); });
    return is_sound ? spans : std::vector<Span>{};
}

std::vector<Span> common(std::span<const Span> spans, std::string_view bytes, std::size_t games) {
    std::vector<Span> both;
    std::size_t i = 0;
    const bool is_sound = each_span(bytes, games, [&](const Span& other) {
        while (i < spans.size() && spans[i].end <= other.begin) ++i;
        for (; i < spans.size() && spans[i].begin < other.end; ++i) {
            both.push_back(
                {std::max(spans[i].begin, other.begin), std::min(spans[i].end, other.end)});
            if (spans[i].end > other.end) break;  // The next one may have some of it as well.
        }
    });
    return is_sound ? both : std::vector<Span>{};
}

}  // namespace gajah
