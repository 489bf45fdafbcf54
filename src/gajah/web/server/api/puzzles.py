"""Puzzles: which there are, the next one, a hint, and whether an answer is right."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from gajah.analysis.puzzles import PuzzleTheme, find_puzzles
from gajah.web.lessons import puzzles as p
from gajah.web.server.api.common import ERRORS, LobbyDep, think

PuzzleLevel = Annotated[int, Field(ge=1, le=5)]
PuzzleId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,20}$")]

_MOST_LISTED = 1000

router = APIRouter(prefix="/puzzles", responses=ERRORS)


@router.get("")
def list_puzzles(
    theme: PuzzleTheme | None = None,
    level: PuzzleLevel | None = None,
    offset: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=_MOST_LISTED)] = _MOST_LISTED,
) -> p.PuzzleList:
    """The puzzles of a theme, of a level, of both, or all."""
    found = list(find_puzzles(theme, level))
    shown = [
        p.PuzzleSummary(id=puzzle.id, theme=puzzle.theme, level=puzzle.level)
        for puzzle in found[offset : offset + limit]
    ]
    return p.PuzzleList(puzzles=shown, total=len(found))


@router.get("/next")
def next_puzzle(
    theme: PuzzleTheme | None = None,
    level: PuzzleLevel | None = None,
    after: PuzzleId | None = None,
) -> p.PuzzleShape:
    """The first puzzle, or the one that follows another; after the last comes the first."""
    found = list(find_puzzles(theme, level))
    if not found:
        raise p.no_puzzle()
    ids = [puzzle.id for puzzle in found]
    index = ids.index(after) + 1 if after in ids else 0
    return p.show_puzzle(found[index % len(found)])


@router.get("/{puzzle_id}")
def puzzle(puzzle_id: PuzzleId) -> p.PuzzleShape:
    """One puzzle."""
    return p.show_puzzle(p.find_puzzle(puzzle_id))


@router.get("/{puzzle_id}/hint")
def hint(puzzle_id: PuzzleId) -> p.Hint:
    """Where a right answer begins."""
    return p.first_hint(p.find_puzzle(puzzle_id))


@router.get("/{puzzle_id}/solution")
async def solution(puzzle_id: PuzzleId, lobby: LobbyDep) -> p.Solution:
    """A right answer, for those who give up."""
    found = p.find_puzzle(puzzle_id)
    return await think(lobby.pool, lambda _: p.show_solution(found))


@router.post("/{puzzle_id}/try")
async def try_puzzle(puzzle_id: PuzzleId, attempt: p.Attempt, lobby: LobbyDep) -> p.AttemptAnswer:
    """Judge an answer: every right turn is accepted."""
    found = p.find_puzzle(puzzle_id)
    return await think(lobby.pool, lambda _: p.answer(found, attempt))
