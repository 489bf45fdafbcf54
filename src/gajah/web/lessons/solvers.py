"""Solvers: browsers that the server remembers, and what their answers count for.

A browser keeps a secret; what is stored by its hash is the solver. The first answer to a puzzle
changes the ratings of both, later ones tell whether a missed puzzle has been learned.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from typing import Concatenate, ParamSpec, TypeVar

from gajah.analysis.puzzles import Puzzle, all_puzzles
from gajah.arena.glicko2 import GlickoRating, GlickoResult, rate
from gajah.web.games.rows import PuzzleRating, StoredAttempt, StoredRun, StoredSolver
from gajah.web.games.seats import hash_token, new_token
from gajah.web.games.store import GameStore
from gajah.web.games.writer import Overtaken
from gajah.web.lessons import runs
from gajah.web.lessons.puzzles import show_puzzle
from gajah.web.lessons.training import (
    NEW_SOLVER,
    Choice,
    is_due,
    is_provisional,
    note_missed,
    note_repeated,
    start_rating,
    will_return,
)
from gajah.web.settings import ClientLimits
from gajah.web.wire.limits import Buckets
from gajah.web.wire.solvers import Counted, Progress, RunMode, RunShape, Standing

Attempts = dict[str, StoredAttempt]
P = ParamSpec("P")
T = TypeVar("T")

_MOST_TRIES = 5

_Method = Callable[Concatenate["Solvers", P], Awaitable[T]]


def _until_stored(method: _Method[P, T]) -> _Method[P, T]:
    """Do it anew where another process has changed the same solver or puzzle meanwhile."""

    async def tried(self: Solvers, /, *args: P.args, **named: P.kwargs) -> T:
        for _ in range(_MOST_TRIES - 1):
            with suppress(Overtaken):
                return await method(self, *args, **named)
            self.forget_ratings()
        return await method(self, *args, **named)

    return tried


class Solvers:
    """All solvers. What one asks for is done before the next is heard."""

    def __init__(self, store: GameStore, limits: ClientLimits) -> None:
        self._store = store.solvers
        self._time = store.time
        self._most = limits.solvers
        self._newcomers = Buckets(limits.new_solvers_per_s, limits.new_solver_burst)
        self._lock = asyncio.Lock()
        self._rng = random.Random()
        #: Of the puzzles that were answered; read from the database when first needed.
        self._ratings: dict[str, GlickoRating] | None = None

    async def enrol(self, token: str | None, client: str) -> str | None:
        """The secret of a solver: that one if it is known, else a new one.

        None if too many new solvers come from one client.
        """
        async with self._lock:
            if token:
                known = await asyncio.to_thread(self._store.find, hash_token(token))
                if known is not None:
                    return token
            if not self._newcomers.take(client, time.monotonic()):
                return None
            if gone := await asyncio.to_thread(self._store.idlest, self._most - 1):
                await self._store.forget(gone)
            token = new_token()
            await self._store.save(_new_solver(hash_token(token)))
            return token

    async def standing(self, token: str | None) -> Standing:
        """A solver's rating and progress; a browser that is not known is a new solver."""
        async with self._lock:
            return self._show(*await self._load(token))

    async def choose(
        self, token: str | None, puzzles: Collection[Puzzle], after: str | None
    ) -> Puzzle | None:
        """The puzzle that suits a solver next."""
        async with self._lock:
            choice = self._choice(*await self._load(token))
        return choice.next_of(puzzles, after)

    @_until_stored
    async def decide(self, token: str, puzzle: Puzzle, *, right: bool) -> Counted:
        """Count an answer, a hint or a solution that was shown."""
        async with self._lock:
            solver, attempts = await self._load(token)
            change = await self._count(solver, attempts, puzzle, right=right)
            rating = round(self._rating(puzzle).rating)
            standing = self._show(solver, attempts)
        return Counted(standing=standing, change=change, puzzle_rating=rating)

    @_until_stored
    async def take_over(self, token: str, solved: Sequence[str]) -> Standing:
        """Note puzzles that a browser solved when it kept account itself."""
        async with self._lock:
            solver, attempts = await self._load(token)
            ids = [id_ for id_ in dict.fromkeys(solved) if id_ in all_puzzles()]
            new = [_solved(solver, id_) for id_ in ids if id_ not in attempts]
            await self._store.save(solver, new)
            return self._show(solver, attempts | {row.puzzle_id: row for row in new})

    @_until_stored
    async def begin_run(self, token: str, mode: RunMode) -> RunShape:
        """A new run in place of the last one."""
        async with self._lock:
            solver, attempts = await self._load(token)
            solver.run = runs.begin(mode, self._choice(solver, attempts), self._time.now_s())
            await self._store.save(solver)
            return self._show_run(solver, solver.run)

    @_until_stored
    async def skip(self, token: str | None) -> RunShape:
        """Another puzzle instead of the present one of a run."""
        async with self._lock:
            solver, attempts = await self._load(token)
            run = runs.check_goes_on(solver.run, self._time.now_s())
            solver.run = runs.after_skip(run, self._choice(solver, attempts))
            await self._store.save(solver)
            return self._show_run(solver, solver.run)

    async def run_puzzle(self, token: str | None) -> Puzzle:
        """The puzzle to solve in a solver's run; a Refusal if the run is over."""
        async with self._lock:
            solver, _ = await self._load(token)
            run = runs.check_goes_on(solver.run, self._time.now_s())
            return all_puzzles()[run.puzzles[-1]]

    @_until_stored
    async def decide_run(self, token: str | None, puzzle: Puzzle, *, right: bool) -> RunShape:
        """Count an answer in a run, once; ratings stay as they are."""
        async with self._lock:
            solver, attempts = await self._load(token)
            run = solver.run
            assert run is not None, "its puzzle was asked for before"
            if run.puzzles[-1] == puzzle.id and not run.over:
                attempt = _touched(solver, attempts, puzzle)
                attempt.solved = attempt.solved or right
                if not right:
                    note_missed(attempt, solver.answers)
                choice = self._choice(solver, attempts)
                run = solver.run = runs.after_answer(run, right=right, choice=choice)
                _note_best(solver, run)
                await self._store.save(solver, [attempt])
            return self._show_run(solver, run)

    async def _count(
        self, solver: StoredSolver, attempts: Attempts, puzzle: Puzzle, *, right: bool
    ) -> int | None:
        """Note an answer; by how much it changes the solver's rating, if it does."""
        now, old = time.time(), attempts.get(puzzle.id)
        if old is not None and not is_due(old, solver.answers, now):
            if right and not old.solved:
                old.solved = True
                await self._store.save(solver, [old])
            return None
        attempt = _touched(solver, attempts, puzzle)
        attempt.solved = attempt.solved or right
        solver.answers, solver.in_row = solver.answers + 1, solver.in_row + 1 if right else 0
        if not right:
            note_missed(attempt, solver.answers)
        elif old is not None:
            note_repeated(attempt, now)
        if old is not None:
            await self._store.save(solver, [attempt])
            return None
        return await self._rate(solver, attempt, puzzle, right=right)

    async def _rate(
        self, solver: StoredSolver, attempt: StoredAttempt, puzzle: Puzzle, *, right: bool
    ) -> int:
        before, opponent = solver.glicko, self._rating(puzzle)
        solver.glicko = rate(before, [GlickoResult(opponent, float(right))])
        after = rate(opponent, [GlickoResult(before, float(not right))])
        rated = PuzzleRating(puzzle_id=puzzle.id, glicko=after)
        await self._store.save(solver, [attempt], rated, before=opponent)
        assert self._ratings is not None
        self._ratings[puzzle.id] = after
        return round(solver.glicko.rating) - round(before.rating)

    def forget_ratings(self) -> None:
        """Read those of the puzzles anew when they are needed next."""
        self._ratings = None

    async def _load(self, token: str | None) -> tuple[StoredSolver, Attempts]:
        """A solver and its attempts; also reads what is known of the puzzles, once."""
        if self._ratings is None:
            self._ratings = await asyncio.to_thread(self._store.puzzle_ratings)
        solver_id = hash_token(token) if token else ""
        solver = await asyncio.to_thread(self._store.find, solver_id) if token else None
        if solver is None:
            return _new_solver(solver_id), {}
        if solver.run is not None and solver.run.puzzles[-1] not in all_puzzles():
            solver.run = None  # Begun before the puzzles were made anew.
        return solver, await asyncio.to_thread(self._store.attempts, solver_id)

    def _rating(self, puzzle: Puzzle) -> GlickoRating:
        assert self._ratings is not None
        return self._ratings.get(puzzle.id) or start_rating(puzzle)

    def _choice(self, solver: StoredSolver, attempts: Attempts) -> Choice:
        def rating_of(puzzle: Puzzle) -> float:
            return self._rating(puzzle).rating

        return Choice(solver, attempts, rating_of, time.time(), self._rng)

    def _show(self, solver: StoredSolver, attempts: Attempts) -> Standing:
        return Standing(
            rating=round(solver.glicko.rating),
            provisional=is_provisional(solver.glicko),
            answers=solver.answers,
            in_row=solver.in_row,
            repeat=sum(will_return(attempt) for attempt in attempts.values()),
            best_streak=solver.best_streak,
            best_timed=solver.best_timed,
            progress=_progress(attempts),
            run=None if solver.run is None else self._show_run(solver, solver.run),
        )

    def _show_run(self, solver: StoredSolver, run: StoredRun) -> RunShape:
        now_s = self._time.now_s()
        return RunShape(
            mode=run.mode,
            score=run.score,
            best=solver.best_streak if run.mode == "streak" else solver.best_timed,
            mistakes_left=runs.mistakes_left(run),
            skips_left=runs.skips_left(run),
            seconds_left=runs.seconds_left(run, now_s),
            over=runs.is_over(run, now_s),
            puzzle=show_puzzle(all_puzzles()[run.puzzles[-1]]),
        )


def _new_solver(solver_id: str) -> StoredSolver:
    return StoredSolver(id=solver_id, glicko=NEW_SOLVER)


def _solved(solver: StoredSolver, puzzle_id: str) -> StoredAttempt:
    return StoredAttempt(solver_id=solver.id, puzzle_id=puzzle_id, solved=True)


def _touched(solver: StoredSolver, attempts: Attempts, puzzle: Puzzle) -> StoredAttempt:
    """What the solver makes of the puzzle, as of now."""
    new = StoredAttempt(solver_id=solver.id, puzzle_id=puzzle.id)
    attempt = attempts.setdefault(puzzle.id, new)
    attempt.at = time.time()
    return attempt


def _note_best(solver: StoredSolver, run: StoredRun) -> None:
    if run.mode == "streak":
        solver.best_streak = max(solver.best_streak, run.score)
    else:
        solver.best_timed = max(solver.best_timed, run.score)


def _progress(attempts: Attempts) -> list[Progress]:
    total = Counter((p.theme, p.level) for p in all_puzzles().values())
    solved = Counter(
        (p.theme, p.level)
        for p in all_puzzles().values()
        if p.id in attempts and attempts[p.id].solved
    )
    return [
        Progress(theme=theme, level=level, solved=solved[theme, level], total=count)
        for (theme, level), count in total.items()
    ]
