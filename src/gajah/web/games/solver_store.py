"""Solvers of puzzles in the database, and how hard puzzles have proved to be."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.orm import Session

from gajah.arena.glicko2 import GlickoRating
from gajah.web.games.database import insert_into
from gajah.web.games.rows import PuzzleRating, StoredAttempt, StoredSolver
from gajah.web.games.writer import FENCED, Statement, Writer


class SolverStore:
    """The part of the database that is about puzzles. Writes wait until they are committed."""

    def __init__(
        self, session: Callable[[], AbstractContextManager[Session]], writer: Writer, dialect: str
    ) -> None:
        self._session = session
        self._dialect = dialect
        self._writer = writer

    def find(self, solver_id: str) -> StoredSolver | None:
        """The solver of that id."""
        with self._session() as session:
            return session.get(StoredSolver, solver_id)

    def attempts(self, solver_id: str) -> dict[str, StoredAttempt]:
        """What the solver has made of each puzzle that it has seen."""
        wanted = select(StoredAttempt).where(StoredAttempt.solver_id == solver_id)
        with self._session() as session:
            return {row.puzzle_id: row for row in session.scalars(wanted)}

    def puzzle_ratings(self) -> dict[str, GlickoRating]:
        """The ratings of the puzzles that were answered."""
        with self._session() as session:
            return {row.puzzle_id: row.glicko for row in session.scalars(select(PuzzleRating))}

    def idlest(self, keep: int) -> list[str]:
        """The ids of all solvers but ``keep``: those of the fewest answers, longest ago."""
        with self._session() as session:
            count = session.scalar(select(func.count()).select_from(StoredSolver)) or 0
            idle = select(StoredSolver.id).order_by(StoredSolver.answers, StoredSolver.seen)
            return list(session.scalars(idle.limit(max(0, count - keep))))

    async def save(
        self,
        solver: StoredSolver,
        attempts: Sequence[StoredAttempt] = (),
        rating: PuzzleRating | None = None,
        before: GlickoRating | None = None,
    ) -> None:
        """Store what has changed, all or nothing.

        ``rating`` takes the place of ``before``. Raises Overtaken where another process has
        changed the solver or the rating since they were read.
        """
        known_s, solver.seen = solver.seen, time.time()
        statements: list[Statement] = [self._replace(solver, "id", StoredSolver.seen == known_s)]
        if attempts:
            changed = [attempt.puzzle_id for attempt in attempts]
            own = StoredAttempt.solver_id == solver.id
            statements += [
                (delete(StoredAttempt).where(own, StoredAttempt.puzzle_id.in_(changed)), ()),
                (insert(StoredAttempt), [attempt.row() for attempt in attempts]),
            ]
        if rating is not None:
            statements.append(self._replace(rating, "puzzle_id", PuzzleRating.glicko == before))
        await self._writer.write(statements)

    def _replace(
        self, row: StoredSolver | PuzzleRating, key: str, is_same: ColumnElement[bool]
    ) -> Statement:
        """Insert a row, or replace it if it is still the same."""
        values = row.row()
        statement = insert_into(type(row), self._dialect).values(**values)
        changed = {name: value for name, value in values.items() if name != key}
        guarded = statement.on_conflict_do_update(index_elements=[key], set_=changed, where=is_same)
        return guarded.execution_options(**FENCED), ()

    async def forget(self, solver_ids: Sequence[str]) -> None:
        """Forget solvers and their attempts."""
        await self._writer.write(
            [
                (delete(StoredAttempt).where(StoredAttempt.solver_id.in_(solver_ids)), ()),
                (delete(StoredSolver).where(StoredSolver.id.in_(solver_ids)), ()),
            ]
        )
