#include "study/puzzles.h"

#include <algorithm>

#include "rules/checked.h"
#include "rules/goal.h"
#include "rules/goal_in_two.h"
#include "rules/notation.h"
#include "study/proofs.h"

namespace gajah {

namespace {

std::size_t most_turns(PuzzleTheme theme) { return theme == PuzzleTheme::GoalInTwo ? 3 : 1; }

Judgement judge_goal(Side side, const Position& after) {
    if (has_won(side, after)) return {Outcome::Solved, "Goal! The game is won.", {}};
    return {Outcome::Wrong, "The game is not won yet: a rabbit can reach the goal.", {}};
}

Judgement judge_first_of_two(Side side, const Position& after) {
    if (has_won(side, after)) return {Outcome::Solved, "Won at once!", {}};
    if (const auto goal = find_goal(after))
        return {Outcome::Wrong, "Your opponent has a goal first.", goal};
    const auto defences = defending_turns(after);
    if (defences.empty())
        return {Outcome::GoOn, "Right: nothing stops you now. Your opponent tries; finish it.",
                stubborn_reply(after)};
    const auto simplest =
        std::min_element(defences.begin(), defences.end(),
                         [](const Turn& one, const Turn& two) { return one.size() < two.size(); });
    return {Outcome::Wrong, "This can still be stopped.", *simplest};
}

// The positions are those after each turn of the answer.
Judgement judge_goal_in_two(Side side, std::span<const Position> positions) {
    if (positions.size() == 1) return judge_first_of_two(side, positions[0]);
    if (positions.size() == 3) return judge_goal(side, positions[2]);
    throw NoAnswer("an answer ends with a turn of the side that solves");
}

Judgement judge_defence(const Position& after) {
    if (stops_goal(after))
        return {Outcome::Solved, "Well defended: there is no goal any more.", {}};
    if (after.verdict()) return {Outcome::Wrong, "This loses the game at once.", {}};
    return {Outcome::Wrong, "The goal is still there.", find_goal(after)};
}

Judgement judge_capture(const FixedSearch& search, const Puzzle& puzzle,
                        const Position::Played& played) {
    const Side side = puzzle.position.side();
    if (has_won(side, played.position)) return {Outcome::Solved, "That even wins the game.", {}};
    const auto stored = puzzle.position.play(puzzle.solution);
    const Kinds taken = captured_kinds(side, played.turn);
    if (!is_as_much(taken, captured_kinds(side, stored.turn)))
        return {Outcome::Wrong,
                taken.empty() ? "This captures nothing." : "There is a more valuable capture.",
                {}};
    const int best = search.score_after(stored.position);
    if (best - search.score_after(played.position) <= puzzle.margin)
        return {Outcome::Solved, "Well caught.", {}};
    return {Outcome::Wrong, "The piece is caught, but there is a better way to do it.", {}};
}

}  // namespace

PuzzleTheme parse_theme(std::string_view word) {
    if (word == "goal") return PuzzleTheme::Goal;
    if (word == "goal2") return PuzzleTheme::GoalInTwo;
    if (word == "capture") return PuzzleTheme::Capture;
    if (word == "defend") return PuzzleTheme::Defend;
    throw std::invalid_argument("the theme of a puzzle is goal, goal2, capture or defend");
}

std::string task(PuzzleTheme theme) {
    switch (theme) {
        case PuzzleTheme::Goal: return "Bring a rabbit to the goal this turn.";
        case PuzzleTheme::GoalInTwo: return "Play a turn after which nothing can stop your goal.";
        case PuzzleTheme::Capture:
            return "Win a piece this turn, and choose the best way to do it.";
        case PuzzleTheme::Defend: break;
    }
    return "Your opponent threatens a goal. Stop it.";
}

std::string task(PuzzleTheme theme, Side side) {
    return (side == Side::Gold ? "Gold" : "Silver") + (" to move. " + task(theme));
}

std::string_view word(Outcome outcome) {
    static constexpr std::string_view kWords[] = {"solved", "go_on", "wrong"};
    return kWords[static_cast<std::size_t>(outcome)];
}

Judgement judge(const FixedSearch& search, const Puzzle& puzzle,
                std::span<const std::string_view> turns) {
    if (turns.empty()) throw NoAnswer("an answer has at least one turn");
    if (turns.size() > most_turns(puzzle.theme))
        throw NoAnswer("the puzzle is over: the answer has too many turns");
    std::vector<Position> positions;
    Position::Played played{{}, puzzle.position, {}};
    for (std::string_view turn : turns) {
        if (played.position.verdict())
            throw NoAnswer("the puzzle is over: the game is decided before the last turn");
        played = play_checked(played.position, parse_steps(turn));
        positions.push_back(played.position);
    }
    const Side side = puzzle.position.side();
    switch (puzzle.theme) {
        case PuzzleTheme::Goal: return judge_goal(side, played.position);
        case PuzzleTheme::GoalInTwo: return judge_goal_in_two(side, positions);
        case PuzzleTheme::Capture: return judge_capture(search, puzzle, played);
        case PuzzleTheme::Defend: break;
    }
    return judge_defence(played.position);
}

std::vector<Turn> solve(const Puzzle& puzzle) {
    if (puzzle.theme != PuzzleTheme::GoalInTwo) return {puzzle.solution};
    const auto first = puzzle.position.play(puzzle.solution);
    const Turn reply = stubborn_reply(first.position);
    const auto second = first.position.play(reply);
    std::vector<Turn> whole{puzzle.solution, reply};
    if (const auto last = find_goal(second.position)) whole.push_back(*last);
    return whole;
}

}  // namespace gajah
