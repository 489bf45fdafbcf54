#include "rules/notation.h"

#include <algorithm>

namespace gajah {

namespace {

constexpr std::string_view kPieceLetters = "RCDHMErcdhme";
constexpr std::string_view kDirectionLetters = "nesw";
constexpr std::array<std::string_view, kKinds> kKindNames{"rabbit", "cat",   "dog",
                                                          "horse",  "camel", "elephant"};
// The longest piece of a caller's text repeated in a message.
constexpr std::size_t kQuoteLength = 40;

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
    while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
    return s;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (true) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return lines;
        text.remove_prefix(end + 1);
    }
}

std::optional<Piece> find_piece(char c) {
    const auto i = kPieceLetters.find(c);
    if (i == std::string_view::npos) return std::nullopt;
    return Piece{i < kKinds ? Side::Gold : Side::Silver, static_cast<Kind>(i % kKinds)};
}

std::optional<Side> find_side(char c) {
    if (c == 'g' || c == 'w') return Side::Gold;
    if (c == 's' || c == 'b') return Side::Silver;
    return std::nullopt;
}

constexpr bool is_square(std::string_view t) {
    return t.size() == 2 && t[0] >= 'a' && t[0] <= 'h' && t[1] >= '1' && t[1] <= '8';
}

constexpr Square square_of(std::string_view t) { return Square((t[1] - '1') * 8 + (t[0] - 'a')); }

// Row and column as a diagram and the short form write them: a8 first, h1 last.
constexpr Square square_in_text_order(int i) { return Square((7 - i / 8) * 8 + i % 8); }

// A piece's letter; dots and spaces are empty squares, and so is an x on a trap.
void put(Board& board, char c, Square square, int line) {
    const bool trap_mark = (c == 'x' || c == 'X') && (square.bit() & kTraps);
    if (c == ' ' || c == '.' || trap_mark) return;
    const auto piece = find_piece(c);
    if (!piece)
        throw NotationError("expected a piece letter or an empty square on " + name(square) +
                                ", found " + in_quotes({&c, 1}),
                            line);
    board.toggle(*piece, square);
}

Position parse_short(std::string_view text) {
    const auto side = text.empty() ? std::nullopt : find_side(text.front());
    if (!side) throw NotationError("expected the side to move, g or s, found " + in_quotes(text));
    text = trimmed(text.substr(1));
    if (text.size() != 66 || text.front() != '[' || text.back() != ']')
        throw NotationError("expected 64 squares in brackets, found " + in_quotes(text));
    Board board;
    for (int i = 0; i < 64; ++i)
        put(board, text[static_cast<std::size_t>(i) + 1], square_in_text_order(i), 1);
    check_board(board);
    return Position(board, *side);
}

struct Header {
    Side side = Side::Gold;
    Turn taken;
};

// "12g", "12g Ed4n Ed5n", or just "g".
std::optional<Header> find_header(std::string_view line) {
    auto rest = trimmed(line);
    while (!rest.empty() && is_digit(rest.front())) rest.remove_prefix(1);
    if (rest.empty()) return std::nullopt;
    const auto side = find_side(rest.front());
    if (!side || (rest.size() > 1 && !is_space(rest[1]))) return std::nullopt;
    return Header{*side, parse_turn(rest.substr(1))};
}

bool is_border(std::string_view line) { return line.starts_with("+-"); }

Position parse_diagram(std::string_view text) {
    Header header;
    Board board;
    int next_row = 7;
    int number = 0;
    bool header_seen = false;
    for (std::string_view raw : lines_of(text)) {
        ++number;
        const auto line = trimmed(raw);
        if (line.empty() || is_border(line) || line.front() == '#') continue;
        const auto bar = line.find('|');
        if (bar == std::string_view::npos) {
            if (next_row < 0) continue;  // the letters of the columns, or whatever follows
            if (next_row < 7)
                throw NotationError("expected row " + std::to_string(next_row + 1) +
                                        " of the board, found " + in_quotes(line),
                                    number);
            try {
                const auto found = header_seen ? std::nullopt : find_header(line);
                if (!found)
                    throw NotationError("expected a side to move or a board, found " +
                                        in_quotes(line));
                header = *found;
            } catch (const NotationError& e) {
                throw NotationError(e.what(), number);
            }
            header_seen = true;
            continue;
        }
        if (next_row < 0) throw NotationError("a board has eight rows, found another", number);
        const auto label = trimmed(line.substr(0, bar));
        if (!label.empty() && label != std::to_string(next_row + 1))
            throw NotationError(
                "expected row " + std::to_string(next_row + 1) + ", found row " + in_quotes(label),
                number);
        auto cells = line.substr(bar + 1);
        if (const auto end = cells.find('|'); end != std::string_view::npos)
            cells = cells.substr(0, end);
        // " r r r . x . . . ": a square at every second place.
        if (cells.size() < 16)
            throw NotationError("row " + std::to_string(next_row + 1) + " is too short", number);
        for (int column = 0; column < 8; ++column)
            put(board, cells[static_cast<std::size_t>(column) * 2 + 1],
                Square(next_row * 8 + column), number);
        --next_row;
    }
    if (next_row >= 0)
        throw NotationError(next_row == 7
                                ? "expected a position, found no board"
                                : "the board ends before row " + std::to_string(next_row + 1),
                            number);
    check_board(board);
    const auto position = Position::with_steps_taken(board, header.side, header.taken);
    if (!position)
        throw NotationError("the steps " + in_quotes(format(header.taken)) +
                            " cannot have led to this board");
    return *position;
}

}  // namespace

std::string in_quotes(std::string_view text) {
    std::string out = "'";
    for (char c : text.substr(0, kQuoteLength))
        out +=
            static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E ? '?' : c;
    if (text.size() > kQuoteLength) out += "...";
    return out + "'";
}

std::string_view next_word(std::string_view& text) {
    text = trimmed(text);
    const auto end = std::find_if(text.begin(), text.end(), is_space);
    const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(word.size());
    return word;
}

char letter(Side side) { return side == Side::Gold ? 'g' : 's'; }
char letter(Direction d) { return kDirectionLetters[static_cast<std::size_t>(d)]; }
char letter(Piece p) {
    return kPieceLetters[static_cast<std::size_t>(index(p.side) * kKinds + index(p.kind))];
}
std::string name(Side side) { return side == Side::Gold ? "gold" : "silver"; }
std::string name(Kind kind) { return std::string(kKindNames[static_cast<std::size_t>(kind)]); }
std::string name(Piece p) { return name(p.side) + " " + name(p.kind); }
std::string name(Square sq) {
    return {static_cast<char>('a' + sq.column()), static_cast<char>('1' + sq.row())};
}

Piece parse_piece(std::string_view text) {
    const auto piece = text.size() == 1 ? find_piece(text[0]) : std::nullopt;
    if (!piece) throw NotationError("expected one of EMHDCRemhdcr, found " + in_quotes(text));
    return *piece;
}

Square parse_square(std::string_view text) {
    if (!is_square(text))
        throw NotationError("expected a square like e2, found " + in_quotes(text));
    return square_of(text);
}

Step parse_step(std::string_view text) {
    const auto piece = text.size() == 4 ? find_piece(text[0]) : std::nullopt;
    const auto d = text.size() == 4 ? kDirectionLetters.find(text[3]) : std::string_view::npos;
    if (!piece || d == std::string_view::npos || !is_square(text.substr(1, 2)))
        throw NotationError("expected a step like Ed2n, found " + in_quotes(text));
    return Step(*piece, square_of(text.substr(1, 2)), static_cast<Direction>(d));
}

std::vector<Step> parse_steps(std::string_view text) {
    std::vector<Step> steps;
    for (auto word = next_word(text); !word.empty(); word = next_word(text)) {
        if (word == "pass") continue;  // old records write the steps not taken
        if (word.size() == 4 && word[3] == 'x') {
            const auto piece = find_piece(word[0]);
            if (!piece || !is_square(word.substr(1, 2)))
                throw NotationError("expected a capture like hc3x, found " + in_quotes(word));
            if (steps.empty() || steps.back().capture())
                throw NotationError("the capture " + in_quotes(word) + " follows no step");
            const Step s = steps.back();
            steps.back() = Step(s.piece(), s.from(), s.direction(),
                                Capture{*piece, square_of(word.substr(1, 2))});
        } else {
            steps.push_back(parse_step(word));
        }
    }
    return steps;
}

Turn parse_turn(std::string_view text) {
    const auto steps = parse_steps(text);
    if (steps.size() > kStepsPerTurn)
        throw NotationError("a turn has at most four steps, found " + std::to_string(steps.size()));
    Turn turn;
    for (Step s : steps) turn.push_back(s);
    return turn;
}

Setup parse_setup(std::string_view text) {
    Setup setup;
    for (auto word = next_word(text); !word.empty(); word = next_word(text)) {
        const auto piece = word.size() == 3 ? find_piece(word[0]) : std::nullopt;
        if (!piece || !is_square(word.substr(1, 2)))
            throw NotationError("expected a placement like Ra1, found " + in_quotes(word));
        setup.push_back({*piece, square_of(word.substr(1, 2))});
    }
    return setup;
}

Position parse_position(std::string_view text) {
    const auto body = trimmed(text);
    return body.find('[') != std::string_view::npos ? parse_short(body) : parse_diagram(text);
}

std::string format(Step s) { return letter(s.piece()) + name(s.from()) + letter(s.direction()); }
std::string format(const Capture& c) { return letter(c.piece) + name(c.square) + 'x'; }
std::string format(const Placement& p) { return letter(p.piece) + name(p.square); }

std::string format(const Turn& turn) {
    std::string out;
    for (Step s : turn) {
        if (!out.empty()) out += ' ';
        out += format(s);
        if (const auto c = s.capture()) out += ' ' + format(*c);
    }
    return out;
}

std::string format(const Setup& setup) {
    std::string out;
    for (const Placement& p : setup) {
        if (!out.empty()) out += ' ';
        out += format(p);
    }
    return out;
}

std::string format_short(const Position& position) {
    std::string out{letter(position.side()), ' ', '['};
    for (int i = 0; i < 64; ++i) {
        const auto piece = position.board().at(square_in_text_order(i));
        out += piece ? letter(*piece) : ' ';
    }
    return out + ']';
}

std::string format_diagram(const Position& position, int turn_number) {
    std::string out = turn_number > 0 ? std::to_string(turn_number) : "";
    out += letter(position.side());
    if (!position.at_turn_start()) out += ' ' + format(position.taken());
    out += "\n +-----------------+\n";
    for (int row = 7; row >= 0; --row) {
        out += static_cast<char>('1' + row);
        out += "|";
        for (int column = 0; column < 8; ++column) {
            const Square square(row * 8 + column);
            const auto piece = position.board().at(square);
            out += ' ';
            out += piece ? letter(*piece) : square.bit() & kTraps ? 'x' : '.';
        }
        out += " |\n";
    }
    return out + " +-----------------+\n   a b c d e f g h";
}

void check_board(const Board& board) {
    for (Side side : {Side::Gold, Side::Silver}) {
        for (int k = 0; k < kKinds; ++k) {
            const auto kind = static_cast<Kind>(k);
            const int n = count(board.of(side, kind));
            const int most = kFullArmy[static_cast<std::size_t>(k)];
            if (n > most)
                throw NotationError("a side has at most " + std::to_string(most) + " " +
                                    name(kind) + (most > 1 ? "s" : "") + ", found " +
                                    std::to_string(n) + " " + name(side));
        }
        const Bits lost = board.of(side) & kTraps & ~neighbours(board.of(side));
        if (lost) {
            const Square trap(lowest(lost));
            throw NotationError("the " + name(*board.at(trap)) + " on " + name(trap) +
                                " stands on a trap with no friend beside it");
        }
    }
}

}  // namespace gajah
