"""Puzzles: which there are, the next one, a hint, and whether an answer is right.

A browser is recognised by a cookie, which it gets with its first answer: answers count.
"""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from gajah.analysis.puzzle_judge import Outcome
from gajah.analysis.puzzles import Puzzle, PuzzleTheme, find_puzzles
from gajah.web.lessons import puzzles as p
from gajah.web.lessons.solvers import Solvers
from gajah.web.server.api.common import ERRORS, PREFIX, LobbyDep, think
from gajah.web.server.people import person_of
from gajah.web.wire import solvers as s
from gajah.web.wire.errors import Refusal

PuzzleLevel = Annotated[int, Field(ge=1, le=5)]
PuzzleId = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,20}$")]

_MOST_LISTED = 5000
_COOKIE = "gajah_solver"
_COOKIE_S = 400 * 86_400  # as long as browsers keep one at most

router = APIRouter(prefix="/puzzles", responses=ERRORS)


class Visitor:
    """The browser that a request comes from, as a solver of puzzles."""

    def __init__(self, request: Request, response: Response) -> None:
        self.solvers = cast(Solvers, request.app.state.solvers)
        self.token = request.cookies.get(_COOKIE)
        self.person = person_of(request)
        self._is_secure = request.url.scheme == "https"
        self._response = response

    async def enrol(self) -> str | None:
        """The secret of its solver, which it is to keep; None if there are too many new ones."""
        token = await self.solvers.enrol(self.token, self.person.key)
        if token is not None:
            # Anew each time, so that it does not run out.
            self._response.set_cookie(
                _COOKIE,
                token,
                max_age=_COOKIE_S,
                path=f"{PREFIX}/puzzles",
                secure=self._is_secure,
                httponly=True,
                samesite="strict",
            )
        return token

    async def must_enrol(self) -> str:
        """The same; a Refusal if there are too many new ones."""
        token = await self.enrol()
        if token is None:
            raise Refusal("slow_down", "Too many new solvers at once.", status=429)
        return token

    async def count(self, puzzle: Puzzle, *, right: bool) -> s.Counted | None:
        """Count an answer; None if the solver cannot be remembered."""
        token = await self.enrol()
        return await self.solvers.decide(token, puzzle, right=right) if token else None


VisitorDep = Annotated[Visitor, Depends()]


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
        s.PuzzleSummary(id=puzzle.id, theme=puzzle.theme, level=puzzle.level)
        for puzzle in found[offset : offset + limit]
    ]
    return p.PuzzleList(puzzles=shown, total=len(found))


@router.get("/next")
async def next_puzzle(
    visitor: VisitorDep,
    theme: PuzzleTheme | None = None,
    level: PuzzleLevel | None = None,
    after: PuzzleId | None = None,
) -> s.PuzzleShape:
    """The puzzle that suits the solver: new and near its rating, or missed and due again."""
    found = list(find_puzzles(theme, level))
    chosen = await visitor.solvers.choose(visitor.token, found, after)
    if chosen is None:
        raise p.no_puzzle()
    return p.show_puzzle(chosen)


@router.get("/me")
async def standing(visitor: VisitorDep) -> s.Standing:
    """The solver's rating, progress and run."""
    return await visitor.solvers.standing(visitor.token)


@router.post("/known")
async def know_puzzles(known: s.KnownPuzzles, visitor: VisitorDep) -> s.Standing:
    """Take over which puzzles a browser has solved before the server kept account."""
    return await visitor.solvers.take_over(await visitor.must_enrol(), known.solved)


@router.post("/run")
async def begin_run(wanted: s.NewRun, visitor: VisitorDep) -> s.RunShape:
    """Begin a streak, or a run against the clock."""
    return await visitor.solvers.begin_run(await visitor.must_enrol(), wanted.mode)


@router.post("/run/skip")
async def skip_puzzle(_: s.Nothing, visitor: VisitorDep) -> s.RunShape:
    """Go on with another puzzle."""
    return await visitor.solvers.skip(visitor.token)


@router.post("/run/try")
async def try_in_run(attempt: p.Attempt, visitor: VisitorDep, lobby: LobbyDep) -> p.AttemptAnswer:
    """Judge an answer to the puzzle of the run. The time counts when the answer comes in."""
    found = await visitor.solvers.run_puzzle(visitor.token)
    answer = await think(lobby.pool, visitor.person, lambda _: p.answer(found, attempt))
    if answer.outcome is Outcome.GO_ON:
        return answer
    run = await visitor.solvers.decide_run(visitor.token, found, right=answer.solved)
    return answer.model_copy(update={"run": run})


@router.get("/{puzzle_id}")
def puzzle(puzzle_id: PuzzleId) -> s.PuzzleShape:
    """One puzzle."""
    return p.show_puzzle(p.find_puzzle(puzzle_id))


@router.post("/{puzzle_id}/hint")
async def hint(_: s.Nothing, puzzle_id: PuzzleId, visitor: VisitorDep) -> p.Hint:
    """Where a right answer begins; the puzzle then counts as missed."""
    found = p.find_puzzle(puzzle_id)
    counted = await visitor.count(found, right=False)
    return p.first_hint(found).model_copy(update={"counted": counted})


@router.post("/{puzzle_id}/solution")
async def solution(
    _: s.Nothing, puzzle_id: PuzzleId, visitor: VisitorDep, lobby: LobbyDep
) -> p.Solution:
    """A right answer, for those who give up; the puzzle then counts as missed."""
    found = p.find_puzzle(puzzle_id)
    shown = await think(lobby.pool, visitor.person, lambda _: p.show_solution(found))
    counted = await visitor.count(found, right=False)
    return shown.model_copy(update={"counted": counted})


@router.post("/{puzzle_id}/try")
async def try_puzzle(
    puzzle_id: PuzzleId, attempt: p.Attempt, visitor: VisitorDep, lobby: LobbyDep
) -> p.AttemptAnswer:
    """Judge an answer: every right turn is accepted. The first to a puzzle is rated."""
    found = p.find_puzzle(puzzle_id)
    answer = await think(lobby.pool, visitor.person, lambda _: p.answer(found, attempt))
    if answer.outcome is Outcome.GO_ON:
        return answer
    counted = await visitor.count(found, right=answer.solved)
    return answer.model_copy(update={"counted": counted})
