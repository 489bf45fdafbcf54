"""Puzzles over HTTP: which there are, the next one, a hint, and whether an answer is right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

from fastapi import APIRouter, Query
from pydantic import Field

from gajah.advice import sentence
from gajah.analysis.puzzle_judge import Judgement, Outcome, judge, solution
from gajah.analysis.puzzles import Puzzle, Theme, all_puzzles, find_puzzles
from gajah.errors import IllegalTurn, NotationError
from gajah.web.api.common import ERRORS, HallDep
from gajah.web.errors import Refusal, refuse_turn
from gajah.web.pool import SearchPool
from gajah.web.shapes import Shape, SquareName, TurnText

T = TypeVar("T")
ThemeName = Literal["goal", "goal2", "capture", "defend"]
PuzzleLevel = Annotated[int, Field(ge=1, le=5)]
PuzzleId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,20}$")]

_MOST_LISTED = 1000
_MOST_TURNS = 3

router = APIRouter(prefix="/puzzles", responses=ERRORS)


class PuzzleSummary(Shape):
    """Enough to choose a puzzle."""

    id: str
    theme: ThemeName
    level: int


class PuzzleList(Shape):
    """Some of the puzzles, easy ones first within a theme, and how many there are."""

    puzzles: list[PuzzleSummary]
    total: int


class PuzzleShape(PuzzleSummary):
    """A puzzle to solve; ``source`` goes by ``from`` outside."""

    position: str
    text: str
    source: str = Field(serialization_alias="from")


class Attempt(Shape):
    """The turns played so far from the puzzle's position, the opponent's replies included."""

    turns: Annotated[list[TurnText], Field(min_length=1, max_length=_MOST_TURNS)]


class AttemptAnswer(Shape):
    """What came of it.

    ``go_on``: right so far, ``reply`` is the opponent's turn and the next is the player's.
    ``wrong``: ``reply``, where there is one, shows why. ``solution`` comes once it is solved.
    """

    outcome: Literal["solved", "go_on", "wrong"]
    solved: bool
    reply: str | None
    text: str
    solution: list[str] | None


class Hint(Shape):
    """The piece to begin with."""

    square: SquareName
    text: str


class Solution(Shape):
    """A whole right answer: turns, the opponent's reply between them where there are two."""

    turns: list[str]


@router.get("")
def list_puzzles(
    theme: ThemeName | None = None,
    level: PuzzleLevel | None = None,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = _MOST_LISTED,
) -> PuzzleList:
    """The puzzles of a theme, of a level, of both, or all."""
    found = list(find_puzzles(_theme(theme), level))
    shown = [
        PuzzleSummary(id=puzzle.id, theme=puzzle.theme.value, level=puzzle.level)
        for puzzle in found[offset : offset + limit]
    ]
    return PuzzleList(puzzles=shown, total=len(found))


@router.get("/next")
def next_puzzle(
    theme: ThemeName | None = None,
    level: PuzzleLevel | None = None,
    after: PuzzleId | None = None,
) -> PuzzleShape:
    """The first puzzle, or the one that follows another; after the last comes the first."""
    found = list(find_puzzles(_theme(theme), level))
    if not found:
        raise Refusal("no_puzzle", "There is no such puzzle.", status=404)
    ids = [puzzle.id for puzzle in found]
    index = ids.index(after) + 1 if after in ids else 0
    return _show(found[index % len(found)])


@router.get("/{puzzle_id}")
def puzzle(puzzle_id: PuzzleId) -> PuzzleShape:
    """One puzzle."""
    return _show(_find(puzzle_id))


@router.get("/{puzzle_id}/hint")
def hint(puzzle_id: PuzzleId) -> Hint:
    """Where a right answer begins."""
    found = _find(puzzle_id)
    first = found.solution.steps[0]
    whose = "Your" if first.piece.side is found.position.side else "Your opponent's"
    animal = first.piece.kind.name.lower()
    return Hint(square=first.square.name, text=f"{whose} {animal} on {first.square} moves first.")


@router.get("/{puzzle_id}/solution")
async def show_solution(puzzle_id: PuzzleId, hall: HallDep) -> Solution:
    """A right answer, for those who give up."""
    found = _find(puzzle_id)
    return Solution(turns=await _think(hall.pool, lambda: _solution(found)))


@router.post("/{puzzle_id}/try")
async def try_puzzle(puzzle_id: PuzzleId, attempt: Attempt, hall: HallDep) -> AttemptAnswer:
    """Judge an answer: every right turn is accepted."""
    found = _find(puzzle_id)
    return await _think(hall.pool, lambda: _answer(found, attempt))


async def _think(pool: SearchPool, think: Callable[[], T]) -> T:
    """Proofs and searches wait for a core as every search does; they end by themselves."""
    async with pool.core():
        return await pool.run(think, _nothing_to_stop)


def _nothing_to_stop() -> None:
    """A judgement takes less than a second."""


def _answer(found: Puzzle, attempt: Attempt) -> AttemptAnswer:
    judgement = _judge(found, attempt)
    solved = judgement.outcome is Outcome.SOLVED
    return AttemptAnswer(
        outcome=judgement.outcome.value,
        solved=solved,
        reply=None if judgement.reply is None else str(judgement.reply),
        text=judgement.text,
        solution=_solution(found) if solved else None,
    )


def _judge(found: Puzzle, attempt: Attempt) -> Judgement:
    try:
        return judge(found, attempt.turns)
    except (IllegalTurn, NotationError) as error:
        raise refuse_turn(error) from None
    except ValueError as error:
        raise Refusal("puzzle_over", sentence(str(error)), status=409) from None


def _solution(found: Puzzle) -> list[str]:
    return [str(turn) for turn in solution(found)]


def _theme(name: ThemeName | None) -> Theme | None:
    return None if name is None else Theme(name)


def _find(puzzle_id: str) -> Puzzle:
    found = all_puzzles().get(puzzle_id)
    if found is None:
        raise Refusal("no_puzzle", "There is no such puzzle.", status=404)
    return found


def _show(found: Puzzle) -> PuzzleShape:
    return PuzzleShape(
        id=found.id,
        theme=found.theme.value,
        level=found.level,
        position=found.position.short,
        text=found.text,
        source=found.source,
    )
