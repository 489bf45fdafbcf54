"""Which puzzle suits a solver next, and when a missed one comes back."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from gajah._core import Side
from gajah.analysis.puzzles import Puzzle, PuzzleTheme
from gajah.arena.glicko2 import GlickoRating
from gajah.web.games.rows import StoredAttempt, StoredSolver

# A missed puzzle comes back after this many other answers, then after these days.
REPEAT_AFTER = 5
REPEAT_DAYS = (1, 3, 7, 21)
_DAY_S = 86_400.0
# A new solver is rather a beginner: a first puzzle of level 1 is then neither gift nor shock.
NEW_SOLVER = GlickoRating(1200.0, 300.0)
# The rating that a puzzle of a level starts with, and how little is known about it.
_LEVEL_BASE, _LEVEL_STEP, _LEVEL_DEVIATION = 600.0, 300.0, 200.0
# Above this deviation a rating is shown with a question mark.
_PROVISIONAL_DEVIATION = 110.0
# The next puzzle is drawn from this many whose rating is nearest to the solver's.
_NEAREST = 12


def start_rating(puzzle: Puzzle) -> GlickoRating:
    """What its level says about a puzzle that no solver has answered yet."""
    return GlickoRating(_LEVEL_BASE + _LEVEL_STEP * puzzle.level, _LEVEL_DEVIATION)


def is_provisional(glicko: GlickoRating) -> bool:
    """Whether too little is known for the number to mean much."""
    return glicko.deviation > _PROVISIONAL_DEVIATION


def is_due(attempt: StoredAttempt, answers: int, now: float) -> bool:
    """Whether a missed puzzle is to come back now."""
    if attempt.due_after is not None:
        return answers >= attempt.due_after
    return attempt.due_at is not None and now >= attempt.due_at


def will_return(attempt: StoredAttempt) -> bool:
    """Whether the puzzle was missed and has not been repeated often enough."""
    return attempt.due_after is not None or attempt.due_at is not None


def note_missed(attempt: StoredAttempt, answers: int) -> None:
    """Let a puzzle come back after some other ones."""
    attempt.stage, attempt.due_after, attempt.due_at = 0, answers + REPEAT_AFTER, None


def note_repeated(attempt: StoredAttempt, now: float) -> None:
    """Let a missed puzzle that was solved when it came back rest for longer, or for good."""
    days = REPEAT_DAYS[attempt.stage] if attempt.stage < len(REPEAT_DAYS) else None
    attempt.stage += 1
    attempt.due_after = None
    attempt.due_at = None if days is None else now + days * _DAY_S


@dataclass(frozen=True)
class Choice:
    """What the next puzzle is chosen by."""

    solver: StoredSolver
    attempts: Mapping[str, StoredAttempt]
    rating_of: Callable[[Puzzle], float]
    now: float
    rng: random.Random

    def next_of(self, puzzles: Collection[Puzzle], after: str | None = None) -> Puzzle | None:
        """The best of these, but not that which was shown last, unless there is no other.

        Missed puzzles that are due take turns with new ones. When all are known, the one that was
        answered the longest time ago comes.
        """
        others = [p for p in puzzles if p.id != after] or list(puzzles)
        new = [p for p in others if p.id not in self.attempts]
        due = [p for p in others if self._is_due(p)]
        if due and (self.solver.answers % 2 == 0 or not new):
            return min(due, key=lambda p: self.attempts[p.id].at)
        if not self.attempts and (easy := [p for p in new if _is_first(p)]):
            return self.rng.choice(easy)
        if new:
            # A rating of which little is known is taken for less: easy puzzles tell as much.
            glicko = self.solver.glicko
            return self.near(new, glicko.rating - glicko.deviation)
        return min(others, key=lambda p: self.attempts[p.id].at, default=None)

    def near(self, puzzles: Sequence[Puzzle], target: float) -> Puzzle:
        """One of the puzzles whose ratings are nearest to that, by lot."""
        ranked = sorted(puzzles, key=lambda p: abs(self.rating_of(p) - target))
        return self.rng.choice(ranked[:_NEAREST])

    def _is_due(self, puzzle: Puzzle) -> bool:
        attempt = self.attempts.get(puzzle.id)
        return attempt is not None and is_due(attempt, self.solver.answers, self.now)


def _is_first(puzzle: Puzzle) -> bool:
    """Whether it suits a new solver: gold, at the bottom of the board, has an easy goal."""
    easy = puzzle.theme is PuzzleTheme.GOAL and puzzle.level == 1
    return easy and puzzle.position.side is Side.GOLD
