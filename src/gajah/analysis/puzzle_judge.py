"""Judge answers to puzzles: every right turn is accepted, not only the stored one."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from gajah._core import Position, Side, Turn
from gajah.analysis.captures import captured_kinds, captures_as_much, score_after
from gajah.analysis.proofs import defending_turns, stops_goal, stubborn_reply
from gajah.analysis.puzzles import Puzzle, PuzzleTheme


class Outcome(enum.Enum):
    """What came of an answer."""

    SOLVED = "solved"
    GO_ON = "go_on"
    WRONG = "wrong"


@dataclass(frozen=True)
class Judgement:
    """An outcome, the sentence that says it, and the opponent's reply where there is one.

    The reply to a right answer is to be answered in turn; the reply to a wrong one shows why it
    is wrong.
    """

    outcome: Outcome
    text: str
    reply: Turn | None = None


def judge(puzzle: Puzzle, turns: Sequence[str]) -> Judgement:
    """Judge the turns played so far from the puzzle's position, replies included.

    Raises ``NotationError`` or ``IllegalTurn`` for what is no turn, ``ValueError`` when the
    puzzle was over before the last of them.
    """
    if not turns:
        raise ValueError("an answer has at least one turn")
    if len(turns) > _LONGEST[puzzle.theme]:
        raise ValueError("the puzzle is over: the answer has too many turns")
    positions = [puzzle.position]
    for turn in turns:
        if positions[-1].verdict() is not None:
            raise ValueError("the puzzle is over: the game is decided before the last turn")
        positions.append(positions[-1].play(turn))
    if puzzle.theme is PuzzleTheme.GOAL_IN_TWO:
        return _judge_goal_in_two(positions)
    after = positions[-1]
    if puzzle.theme is PuzzleTheme.GOAL:
        return _judge_goal(puzzle.position.side, after)
    if puzzle.theme is PuzzleTheme.DEFEND:
        return _judge_defence(after)
    return _judge_capture(puzzle, puzzle.position.complete(turns[0]), after)


def solution(puzzle: Puzzle) -> list[Turn]:
    """A whole right answer, with the opponent's reply where the answer takes two turns."""
    if puzzle.theme is not PuzzleTheme.GOAL_IN_TWO:
        return [puzzle.solution]
    after = puzzle.position.play(puzzle.solution)
    reply = stubborn_reply(after)
    last = after.play(reply).find_goal()
    assert last is not None, "the stored turn leaves no defence"
    return [puzzle.solution, reply, last]


_LONGEST = {
    PuzzleTheme.GOAL: 1,
    PuzzleTheme.GOAL_IN_TWO: 3,
    PuzzleTheme.CAPTURE: 1,
    PuzzleTheme.DEFEND: 1,
}


def _has_won(side: Side, after: Position) -> bool:
    verdict = after.verdict()
    return verdict is not None and verdict.winner is side


def _judge_goal(side: Side, after: Position) -> Judgement:
    if _has_won(side, after):
        return Judgement(Outcome.SOLVED, "Goal! The game is won.")
    return Judgement(Outcome.WRONG, "The game is not won yet: a rabbit can reach the goal.")


def _judge_goal_in_two(positions: list[Position]) -> Judgement:
    side = positions[0].side
    if len(positions) == 2:
        return _judge_first_of_two(side, positions[1])
    if len(positions) == 4:
        return _judge_goal(side, positions[3])
    raise ValueError("an answer ends with a turn of the side that solves")


def _judge_first_of_two(side: Side, after: Position) -> Judgement:
    if _has_won(side, after):
        return Judgement(Outcome.SOLVED, "Won at once!")
    goal = after.find_goal()
    if goal is not None:
        return Judgement(Outcome.WRONG, "Your opponent has a goal first.", goal)
    defences = defending_turns(after)
    if not defences:
        text = "Right: nothing stops you now. Your opponent tries; finish it."
        return Judgement(Outcome.GO_ON, text, stubborn_reply(after))
    simplest = min(defences, key=len)
    return Judgement(Outcome.WRONG, "This can still be stopped.", simplest)


def _judge_defence(after: Position) -> Judgement:
    if stops_goal(after):
        return Judgement(Outcome.SOLVED, "Well defended: there is no goal any more.")
    if after.verdict() is not None:
        return Judgement(Outcome.WRONG, "This loses the game at once.")
    return Judgement(Outcome.WRONG, "The goal is still there.", after.find_goal())


def _judge_capture(puzzle: Puzzle, turn: Turn, after: Position) -> Judgement:
    if _has_won(puzzle.position.side, after):
        return Judgement(Outcome.SOLVED, "That even wins the game.")
    target = captured_kinds(puzzle.position, puzzle.solution)
    if not captures_as_much(puzzle.position, turn, target):
        taken = captured_kinds(puzzle.position, turn)
        text = "There is a more valuable capture." if taken else "This captures nothing."
        return Judgement(Outcome.WRONG, text)
    best = score_after(puzzle.position.play(puzzle.solution))
    score = score_after(after)
    if best - score <= puzzle.margin_cr:
        return Judgement(Outcome.SOLVED, "Well caught.")
    text = "The piece is caught, but there is a better way to do it."
    return Judgement(Outcome.WRONG, text)
