#include "game/typed.h"

#include "rules/checked.h"
#include "rules/notation.h"

namespace gajah {

namespace {

constexpr std::size_t kMostDigits = 6;  // of a turn's number; the longest games have three

bool is_one_of(std::string_view letters, char c) { return letters.find(c) != letters.npos; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return is_one_of(" \t\r\n", c); }
bool is_piece(char c) { return is_one_of("EMHDCRemhdcr", c); }
bool is_square(std::string_view text) {
    return text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' && text[1] <= '8';
}
bool is_capture(std::string_view word) {
    return word.size() == 4 && is_piece(word[0]) && is_square(word.substr(1, 2)) && word[3] == 'x';
}
char lower(char c) { return static_cast<char>(c | 32); }

// A step as it is typed.
struct Typed {
    std::optional<char> piece;
    std::string_view from;
    std::optional<char> direction;
    std::string_view to;  // where there is no direction
};

std::optional<Typed> read_step(std::string_view word) {
    const bool named = !word.empty() && is_piece(word[0]) && word.size() == 4;
    const std::string_view bare = word.substr(named ? 1 : 0);
    if (bare.size() == 3 && is_square(bare.substr(0, 2)) && is_one_of("nesw", bare[2]))
        return Typed{named ? std::optional(word[0]) : std::nullopt, bare.substr(0, 2), bare[2], {}};
    const std::size_t second = word.size() == 5 && word[2] == '-' ? 3 : 2;
    if (word.size() == second + 2 && is_square(word.substr(0, 2)) && is_square(word.substr(second)))
        return Typed{std::nullopt, word.substr(0, 2), std::nullopt, word.substr(second)};
    return std::nullopt;
}

Direction direction_of(const Typed& typed) {
    const Square from = parse_square(typed.from);
    for (const Direction d : kDirections) {
        if (typed.direction && letter(d) == *typed.direction) return d;
        if (!typed.direction && from.has_next(d) && name(from.next(d)) == typed.to) return d;
    }
    throw NotationError("a step goes to the next square, and " + std::string(typed.to) +
                        " is not beside " + std::string(typed.from));
}

// A piece that this turn has lost there is still named, so that the refusal says so.
std::optional<Piece> piece_named(const Position& position, Square square) {
    if (const auto there = position.board().at(square)) return there;
    for (const Step step : position.taken())
        if (const auto lost = step.capture(); lost && lost->square == square) return lost->piece;
    return std::nullopt;
}

// The step with its piece as notation has it.
std::string canonical(std::string_view word, const Position& position) {
    const auto typed = read_step(word);
    if (!typed) return std::string(word);  // a capture without its step
    const Direction direction = direction_of(*typed);
    const auto there = piece_named(position, parse_square(typed->from));
    const bool suits = there && (!typed->piece || lower(*typed->piece) == lower(letter(*there)));
    if (!suits && !typed->piece)
        throw NotationError("there is no piece on " + std::string(typed->from));
    return (suits ? letter(*there) : *typed->piece) + std::string(typed->from) + letter(direction);
}

}  // namespace

std::string format(TurnLabel label) { return std::to_string(label.number) + letter(label.side); }

TurnLabel next(TurnLabel label) {
    return {label.number + (label.side == Side::Silver), other(label.side)};
}

std::pair<std::optional<TurnLabel>, std::string_view> split_label(std::string_view line) {
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    const std::size_t digits = word.empty() ? 0 : word.size() - 1;
    bool is_label = digits >= 1 && digits <= kMostDigits && is_one_of("gswb", word.back());
    int number = 0;
    for (std::size_t i = 0; i < digits && is_label; ++i) {
        is_label = is_digit(word[i]);
        number = 10 * number + (word[i] - '0');
    }
    std::string_view text = is_label ? rest : line;
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    if (!is_label) return {std::nullopt, text};
    return {TurnLabel{number, is_one_of("gw", word.back()) ? Side::Gold : Side::Silver}, text};
}

std::variant<Setup, std::vector<Step>> parse_turn_body(std::string_view text) {
    std::string_view rest = text;
    const std::string_view word = next_word(rest);
    if (word.size() == 3 && is_piece(word[0]) && is_square(word.substr(1)))
        return parse_setup(text);
    return parse_steps(text);
}

bool is_step(std::string_view word) {
    return word == "pass" || is_capture(word) || read_step(word).has_value();
}

Position take_typed(Position position, std::string_view text) {
    std::vector<std::string_view> words;
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        if (!is_step(word))
            throw NotationError("expected a step like Ed2n, found " + in_quotes(word));
        if (word != "pass") words.push_back(word);
    }
    for (std::size_t i = 0; i < words.size();) {
        std::string step = canonical(words[i++], position);
        while (i < words.size() && is_capture(words[i])) step += " " + std::string(words[i++]);
        const std::vector<Step> steps = parse_steps(step);
        if (steps.size() != 1) throw NotationError("expected one step like Ed2n");
        position = after_checked(position, steps[0]);
    }
    return position;
}

}  // namespace gajah
