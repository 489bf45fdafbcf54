#include "rules/words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "rules/notation.h"

namespace gajah {

namespace {

std::string the(Piece piece, Square square) { return "the " + name(piece) + " on " + name(square); }

std::string explain_no_such_piece(const Position& before, Step step) {
    const auto there = before.board().at(step.from());
    const std::string what = "there is no " + name(step.piece()) + " on " + name(step.from()) +
                             (there ? " but a " + name(*there) : "");
    for (int i = before.taken().size() - 1; i >= 0; --i)
        if (before.taken()[i].capture() == Capture{step.piece(), step.from()})
            return what + ": step " + std::to_string(i + 1) + ", " + format(before.taken()[i]) +
                   ", lost it in the trap";
    return what;
}

std::string explain_frozen(const Position& before, Step step) {
    const Board& board = before.board();
    const Bits holders =
        board.stronger(other(step.piece().side), step.piece().kind) & neighbours(step.from().bit());
    if (!holders) return the(step.piece(), step.from()) + " is frozen";
    const Square by(lowest(holders));
    return the(step.piece(), step.from()) + " is frozen by " + the(*board.at(by), by);
}

std::string explain_no_pusher(const Position& before, Step step) {
    const Board& board = before.board();
    const Piece piece = step.piece();
    const Bits beside = neighbours(step.from().bit()) & board.of(before.side());
    const std::string what = the(piece, step.from()) + " can be moved only by a stronger " +
                             name(before.side()) + " piece beside it";
    if (const Bits strong = beside & board.stronger(before.side(), piece.kind)) {
        const Square by(lowest(strong));
        return what + ", and " + the(*board.at(by), by) + " is frozen";
    }
    return what;
}

// "one elephant, two horses and eight rabbits"
std::string list_army(const std::array<int, kKinds>& counts) {
    static constexpr std::array<const char*, 9> kNumbers{"no",   "one", "two",   "three", "four",
                                                         "five", "six", "seven", "eight"};
    std::vector<std::string> parts;
    for (std::size_t k = kKinds; k-- > 0;) {
        if (counts[k] <= 0) continue;
        const std::string one = name(static_cast<Kind>(k));
        parts.push_back(kNumbers[static_cast<std::size_t>(counts[k])] + (" " + one) +
                        (counts[k] > 1 ? "s" : ""));
    }
    return join_words(parts);
}

}  // namespace

std::string join_words(std::span<const std::string> words) {
    std::string joined;
    for (std::size_t i = 0; i < words.size(); ++i)
        joined += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return joined;
}

std::string describe(Rule rule) {
    switch (rule) {
        case Rule::NoSuchPiece: return "that piece is not there";
        case Rule::OffBoard: return "the step leaves the board";
        case Rule::Occupied: return "the square is occupied";
        case Rule::Frozen: return "the piece is frozen";
        case Rule::RabbitBackward: return "a rabbit cannot step backward";
        case Rule::NoPusher: return "no stronger piece beside it can push or pull it";
        case Rule::PushOnLastStep: return "a push takes two steps and only one is left";
        case Rule::PushUnfinished: return "push not completed";
        case Rule::TooManySteps: return "a turn has at most four steps";
        case Rule::WrongCapture: return "the capture written there does not happen";
        case Rule::NoStep: return "at least one step must be taken";
        case Rule::NoChange: return "the turn does not change the position";
        case Rule::Repetition: return "the position would occur a third time";
        case Rule::SetupPieces:
            return "a setup places the side's sixteen pieces: " + list_army(kFullArmy);
        case Rule::SetupSquares: return "a setup fills the side's own two rows, one piece a square";
        case Rule::SetupExpected: return "the pieces have to be set up first";
        case Rule::SetupOver: return "both sides have set up already";
        case Rule::WrongSide: return "it is the other side's turn";
        case Rule::GameOver: return "the game is over";
    }
    return "refused";
}

std::string explain_setup(Side side, std::span<const Piece> missing, Rule rule) {
    std::array<int, kKinds> army = kFullArmy;
    for (const Piece piece : missing)
        if (piece.side == side) --army[static_cast<std::size_t>(piece.kind)];
    if (rule != Rule::SetupPieces || army == kFullArmy) return describe(rule);
    return "with this handicap a setup places " + list_army(army);
}

std::string explain_step(const Position& before, Step step, Rule rule) {
    switch (rule) {
        case Rule::NoSuchPiece: return explain_no_such_piece(before, step);
        case Rule::Occupied: {
            const auto there = before.board().at(step.to());
            return there ? name(step.to()) + " is occupied by the " + name(*there) : describe(rule);
        }
        case Rule::Frozen: return explain_frozen(before, step);
        case Rule::NoPusher: return explain_no_pusher(before, step);
        case Rule::WrongCapture:
            return step.capture()
                       ? "the capture " + format(*step.capture()) + " does not happen there"
                       : describe(rule);
        default: return describe(rule);
    }
}

std::string explain(const Position& before, const Refusal& refusal) {
    if (refusal.step_number == 0) return describe(refusal.rule);
    return "step " + std::to_string(refusal.step_number) + ", " + format(refusal.step) + ": " +
           explain_step(before, refusal.step, refusal.rule);
}

std::string explain_pending(const Position& position) {
    if (position.pending() == Pending::None) return "";
    if (position.pending() == Pending::Pull)
        return "A weaker enemy beside " + name(position.pending_square()) + " may be pulled there.";
    std::string ways;
    for (Step step : position.steps()) ways += (ways.empty() ? "" : " or ") + format(step);
    return "The push has begun: finish it with " + ways + ", or undo it.";
}

std::string sentence(std::string_view words) {
    std::string text(words);
    std::string_view first = words.substr(0, words.find(' '));
    first = first.substr(0, first.find_last_not_of(",:") + 1);
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    // Not e2 or Ed2n: there a capital letter would mean something else.
    if (!first.empty() && std::all_of(first.begin(), first.end(), is_letter) && text[0] >= 'a')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    const bool ends = !text.empty() && std::string_view(".?!").find(text.back()) != text.npos;
    return ends ? text : text + ".";
}

}  // namespace gajah
