"""Puzzles as the page sees them: what is shown of one, and whether an answer is right."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from gajah._core import sentence
from gajah.analysis.coach import first_piece
from gajah.analysis.puzzle_judge import Judgement, Outcome, judge, solution
from gajah.analysis.puzzles import Puzzle, all_puzzles
from gajah.errors import IllegalTurn, NotationError
from gajah.web.wire.errors import Refusal, refuse_turn
from gajah.web.wire.shapes import Shape, SquareName, TurnText
from gajah.web.wire.solvers import Counted, PuzzleShape, PuzzleSummary, RunShape

_MOST_TURNS = 3


class PuzzleList(Shape):
    """Some of the puzzles, easy ones first within a theme, and how many there are."""

    puzzles: list[PuzzleSummary]
    total: int


class Attempt(Shape):
    """The turns played so far from the puzzle's position, the opponent's replies included."""

    turns: Annotated[list[TurnText], Field(min_length=1, max_length=_MOST_TURNS)]


class AttemptAnswer(Shape):
    """What came of it.

    ``go_on``: right so far, ``reply`` is the opponent's turn and the next is the player's.
    ``wrong``: ``reply``, where there is one, shows why. ``solution`` comes once it is solved.
    ``counted`` is what it means for the solver, ``run`` how a run goes on, null where it does not.
    """

    outcome: Outcome
    solved: bool
    reply: str | None
    text: str
    solution: list[str] | None
    counted: Counted | None = None
    run: RunShape | None = None


class Hint(Shape):
    """The piece to begin with."""

    square: SquareName
    text: str
    counted: Counted | None = None


class Solution(Shape):
    """A whole right answer: turns, the opponent's reply between them where there are two."""

    turns: list[str]
    counted: Counted | None = None


def first_hint(puzzle: Puzzle) -> Hint:
    """Where a right answer begins."""
    first = first_piece(puzzle.position, puzzle.solution.steps[0])
    return Hint(square=first.squares[0].name, text=first.text)


def answer(found: Puzzle, attempt: Attempt) -> AttemptAnswer:
    """What comes of an attempt; a Refusal if its turns cannot be played."""
    judgement = _judge(found, attempt)
    solved = judgement.outcome is Outcome.SOLVED
    return AttemptAnswer(
        outcome=judgement.outcome,
        solved=solved,
        reply=None if judgement.reply is None else str(judgement.reply),
        text=judgement.text,
        solution=show_solution(found).turns if solved else None,
    )


def _judge(found: Puzzle, attempt: Attempt) -> Judgement:
    try:
        return judge(found, attempt.turns)
    except (IllegalTurn, NotationError) as error:
        raise refuse_turn(error) from None
    except ValueError as error:
        raise Refusal("puzzle_over", sentence(str(error)), status=409) from None


def show_solution(found: Puzzle) -> Solution:
    """A right answer, for those who give up."""
    return Solution(turns=[str(turn) for turn in solution(found)])


def find_puzzle(puzzle_id: str) -> Puzzle:
    """The puzzle of that id; a Refusal if there is none."""
    found = all_puzzles().get(puzzle_id)
    if found is None:
        raise no_puzzle()
    return found


def no_puzzle() -> Refusal:
    """The refusal of an unknown puzzle."""
    return Refusal("no_puzzle", "There is no such puzzle.", status=404)


def show_puzzle(found: Puzzle) -> PuzzleShape:
    """A puzzle to solve."""
    return PuzzleShape(
        id=found.id,
        theme=found.theme,
        level=found.level,
        position=found.position.short,
        text=found.text,
        source=found.source,
    )
