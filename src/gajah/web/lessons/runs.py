"""Runs: puzzles of rising difficulty until the first mistake, or as many as fit into a time."""

from __future__ import annotations

from collections.abc import Iterable

from gajah.analysis.puzzles import Puzzle, PuzzleTheme, all_puzzles
from gajah.web.games.rows import StoredRun
from gajah.web.lessons.training import Choice
from gajah.web.wire.errors import Refusal
from gajah.web.wire.solvers import RunMode

TIMED_S = 180.0
_MISTAKES = {"streak": 1, "timed": 3}
_SKIPS = {"streak": 1, "timed": 0}
# The rating of the first puzzle, and how much harder each one is.
_FIRST_RATING = 850.0
_RISE = {"streak": 45.0, "timed": 30.0}
# Where a run looks for puzzles that the solver does not know.
_LOOK_AMONG = 40


def mistakes_left(run: StoredRun) -> int:
    """How many mistakes end the run."""
    return _MISTAKES[run.mode] - run.mistakes


def skips_left(run: StoredRun) -> int:
    """How many puzzles may be skipped."""
    return _SKIPS[run.mode] - run.skipped


def seconds_left(run: StoredRun, now_s: float) -> float | None:
    """The time left, never below 0; None in a run without a clock."""
    if run.mode != "timed":
        return None
    return max(0.0, run.began_s + TIMED_S - now_s)


def is_over(run: StoredRun, now_s: float) -> bool:
    """Whether nothing counts any more."""
    return run.over or seconds_left(run, now_s) == 0


def check_goes_on(run: StoredRun | None, now_s: float) -> StoredRun:
    """The run; a Refusal if there is none or it is over."""
    if run is None or is_over(run, now_s):
        raise Refusal("run_over", "This run is over. Start a new one.", status=409)
    return run


def begin(mode: RunMode, choice: Choice, now_s: float) -> StoredRun:
    """A new run with its first puzzle."""
    empty = StoredRun(mode=mode, began_s=now_s, puzzles=())
    return _with_next(empty, choice)


def after_answer(run: StoredRun, *, right: bool, choice: Choice) -> StoredRun:
    """The run after its puzzle was answered."""
    changes = {"score": run.score + right, "mistakes": run.mistakes + (not right)}
    answered = run.model_copy(update=changes)
    if mistakes_left(answered) == 0:
        return answered.model_copy(update={"over": True})
    return _with_next(answered, choice)


def after_skip(run: StoredRun, choice: Choice) -> StoredRun:
    """The run with another puzzle; a Refusal if none may be skipped any more."""
    if not skips_left(run):
        raise Refusal("no_skip", "No puzzle of this run can be skipped any more.", status=409)
    return _with_next(run.model_copy(update={"skipped": True}), choice)


def _with_next(run: StoredRun, choice: Choice) -> StoredRun:
    waiting = [puzzle for puzzle in _puzzles(run.mode) if puzzle.id not in run.puzzles]
    if not waiting:
        return run.model_copy(update={"over": True})
    target = _FIRST_RATING + _RISE[run.mode] * run.score
    waiting.sort(key=lambda puzzle: abs(choice.rating_of(puzzle) - target))
    nearest = waiting[:_LOOK_AMONG]
    unknown = [puzzle for puzzle in nearest if puzzle.id not in choice.attempts]
    chosen = choice.near(unknown or nearest, target)
    return run.model_copy(update={"puzzles": (*run.puzzles, chosen.id)})


def _puzzles(mode: RunMode) -> Iterable[Puzzle]:
    """Against the clock only what takes one turn."""
    quick = (p for p in all_puzzles().values() if p.theme is not PuzzleTheme.GOAL_IN_TWO)
    return quick if mode == "timed" else all_puzzles().values()
