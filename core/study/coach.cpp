#include "study/coach.h"

#include <algorithm>

#include "engine/score.h"
#include "eval/features.h"
#include "rules/goal.h"
#include "rules/goal_in_two.h"
#include "rules/notation.h"
#include "rules/turns.h"
#include "study/proofs.h"
#include "study/threats.h"

namespace gajah {

namespace {

// What a turn loses against the best one found, in centi-rabbits, before it is worth an
// interruption. A player who is warned for nothing stops listening; lab/web.md has the count.
constexpr int kLostMuch = 175;

void add_once(std::vector<Square>& squares, Square square) {
    if (std::find(squares.begin(), squares.end(), square) == squares.end())
        squares.push_back(square);
}

// Can the side to move capture anything but a single rabbit, whatever that costs?
bool can_capture_much(const Position& position) {
    const Side enemy = other(position.side());
    const auto counts = [enemy](const Board& board) {
        const int rabbits = count(board.rabbits(enemy));
        return std::pair(rabbits, count(board.of(enemy)) - rabbits);
    };
    const auto [rabbits, others] = counts(position.board());
    bool can = false;
    each_turn_board(position, [&, rabbits = rabbits, others = others](const Board& board) {
        const auto [rabbits_left, others_left] = counts(board);
        return can = others_left < others || rabbits_left < rabbits - 1;
    });
    return can;
}

// Has the side to move a turn that captures as much, for less than it is?
bool can_capture(const Position& position, const Kinds& target) {
    if (position.verdict()) return false;
    const auto turns = capturing_turns(position);
    return std::any_of(turns.begin(), turns.end(), [&](const auto& captures) {
        return is_as_much(captured_kinds(position.side(), captures[0].turn), target);
    });
}

std::optional<TurnWarning> warn_of_the_end(const FixedSearch& search, const Position& before,
                                           const Position::Played& played) {
    if (search.best(before).score <= -kWinBound) return std::nullopt;
    TurnWarning warning{"This turn loses the game.", {}, {}, {}};
    for (const TurnFact& fact : explain_turn(before, played))
        if (fact.kind == FactKind::Loses)
            warning.squares.insert(warning.squares.end(), fact.squares.begin(), fact.squares.end());
    return warning;
}

std::optional<TurnWarning> warn_of_goal(const FixedSearch& search, const Position& before,
                                        const Position& left, const Turn& goal) {
    if (!stops_goal(before.play(search.best(before).turn).position)) return std::nullopt;
    const Square square = goal_square(left.play(goal).position.board(), left.side());
    return TurnWarning{
        "This lets " + name(left.side()) + " reach the goal on " + name(square) + " next turn.",
        goal,
        {square},
        arrows_of(goal)};
}

// The searches take longest: what can be known without them is asked before.
std::optional<TurnWarning> warn_of_capture(const FixedSearch& search, const Position& before,
                                           const Position& left) {
    if (!can_capture_much(left)) return std::nullopt;
    const SearchLine reply = search.best(left);
    const Kinds kinds = captured_kinds(left.side(), reply.turn);
    if (kinds.empty() || kinds == Kinds{Kind::Rabbit}) return std::nullopt;
    const Position better = before.play(search.best(before).turn).position;
    if (can_capture(better, kinds) || search.score_after(better) + reply.score < kLostMuch)
        return std::nullopt;
    std::vector<Square> squares;
    const auto lost = captures_of(left.side(), reply.turn);
    for (const CaptureThreat& capture : lost) squares.push_back(capture.square);
    const std::string text = "This lets " + name(left.side()) + " capture " +
                             in_words(left.board(), squares, "your") + " next turn.";
    for (const CaptureThreat& capture : lost) add_once(squares, capture.trap);
    return TurnWarning{text, reply.turn, squares, arrows_of(reply.turn)};
}

// A square and those next to it.
std::vector<Square> around(Square square) {
    std::vector<Square> squares{square};
    for (Direction d : kDirections)
        if (square.has_next(d)) squares.push_back(square.next(d));
    return squares;
}

// The half of its row that a square lies in.
std::vector<Square> half_row(Square square) {
    std::vector<Square> squares;
    for (int i = 0; i < 4; ++i) squares.push_back(Square((square.index() & ~3) + i));
    return squares;
}

// The trap next to which a turn ends a step, or comes closest to that.
Square nearest_trap(const Turn& turn) {
    Square nearest;
    int fewest = 64;
    for (Square trap : Squares(kTraps))
        for (Step step : turn)
            if (const int steps = feature::distance(trap, step.to()); steps < fewest) {
                fewest = steps;
                nearest = trap;
            }
    return nearest;
}

std::optional<Pointer> point_at(const Position& before, const TurnFact& fact) {
    if (fact.squares.empty()) return std::nullopt;
    const Square square = fact.squares[0];
    switch (fact.kind) {
        case FactKind::Goal:
            return Pointer{"You can reach the goal in this turn.", half_row(square)};
        case FactKind::Capture:
            return Pointer{"There is something to capture in the trap on " + name(square) + ".",
                           around(square)};
        case FactKind::StopsGoal:
            return Pointer{"Your opponent threatens a goal on " + name(square) + ".", {square}};
        case FactKind::Saves:
            return Pointer{in_words(before.board(), {square}, "Your") + " is in danger.", {square}};
        default: return std::nullopt;
    }
}

// Where to look: at the turn's most urgent fact, or around the trap where it happens.
Pointer look(const Position& before, const Turn& turn, const std::vector<TurnFact>& why) {
    for (const TurnFact& fact : why)
        if (auto pointer = point_at(before, fact)) return *pointer;
    const Square trap = nearest_trap(turn);
    return {"Look around the trap on " + name(trap) + ".", around(trap)};
}

}  // namespace

std::optional<TurnWarning> warn(const FixedSearch& search, const Position& before,
                                const Position::Played& played) {
    const Position& left = played.position;
    if (left.verdict())
        return has_won(left.side(), left) ? warn_of_the_end(search, before, played) : std::nullopt;
    if (const auto goal = find_goal(left)) return warn_of_goal(search, before, left, *goal);
    return warn_of_capture(search, before, left);
}

TurnHint hint_at(const Position& before, const Position::Played& played) {
    const Turn& turn = played.turn;
    auto why = explain_turn(before, played);
    const Step* first = std::find_if(turn.begin(), turn.end(),
                                     [&](Step step) { return step.piece().side == before.side(); });
    return {look(before, turn, why), moves_first(*first, before.side()), turn, std::move(why)};
}

Pointer moves_first(Step step, Side you) {
    const Piece piece = step.piece();
    return {(piece.side == you ? "Your " : "Your opponent's ") + name(piece.kind) + " on " +
                name(step.from()) + " moves first.",
            {step.from()}};
}

}  // namespace gajah
