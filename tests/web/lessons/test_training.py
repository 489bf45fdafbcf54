"""Which puzzle comes next, and when a missed one comes back."""

from __future__ import annotations

import random

import pytest

from gajah._core import Side
from gajah.analysis.puzzles import Puzzle, PuzzleTheme, all_puzzles, find_puzzles
from gajah.arena.glicko2 import GlickoRating
from gajah.web.games.rows import StoredAttempt, StoredSolver
from gajah.web.lessons.training import (
    NEW_SOLVER,
    REPEAT_AFTER,
    REPEAT_DAYS,
    Choice,
    is_due,
    note_missed,
    note_repeated,
    start_rating,
    will_return,
)

DAY_S = 86_400.0
ALL = list(all_puzzles().values())


def _attempt(puzzle: Puzzle, at: float = 0.0, solved: bool = True) -> StoredAttempt:
    return StoredAttempt(solver_id="ann", puzzle_id=puzzle.id, at=at, solved=solved)


def _choice(
    *attempts: StoredAttempt, glicko: GlickoRating | None = None, answers: int = 1, seed: int = 0
) -> Choice:
    solver = StoredSolver(id="ann", glicko=glicko or NEW_SOLVER, answers=answers)
    known = {attempt.puzzle_id: attempt for attempt in attempts}

    def rating_of(puzzle: Puzzle) -> float:
        return start_rating(puzzle).rating

    return Choice(solver, known, rating_of, 0.0, random.Random(seed))


@pytest.mark.parametrize("seed", range(20))
def test_a_new_solver_begins_with_an_easy_goal_for_gold(seed: int) -> None:
    first = _choice(answers=0, seed=seed).next_of(ALL)
    assert first is not None
    assert (first.theme, first.level) == (PuzzleTheme.GOAL, 1)
    assert first.position.side is Side.GOLD


def test_a_new_solver_who_wants_a_theme_gets_that() -> None:
    first = _choice(answers=0).next_of(list(find_puzzles(PuzzleTheme.DEFEND)))
    assert first is not None
    assert first.theme is PuzzleTheme.DEFEND


@pytest.mark.parametrize("rating", [900, 1200, 1500, 1800, 2100])
def test_puzzles_are_as_hard_as_the_solver_is_good(rating: int) -> None:
    choice = _choice(_attempt(ALL[0]), glicko=GlickoRating(rating, 0.0))
    found = choice.next_of(ALL)
    assert found is not None
    assert start_rating(found).rating == rating


def test_a_solver_of_whom_little_is_known_gets_easy_puzzles() -> None:
    found = _choice(_attempt(ALL[0])).next_of(ALL)
    assert found is not None
    assert found.level == 1


def test_a_puzzle_that_was_seen_does_not_come_again_while_there_are_others() -> None:
    few = ALL[:3]
    choice = _choice(_attempt(few[0]), _attempt(few[1]))
    assert choice.next_of(few) is few[2]
    assert choice.next_of(few, after=few[2].id) is few[0]


def test_when_all_are_known_the_one_of_longest_ago_comes() -> None:
    few = ALL[:3]
    ages = zip(few, (30.0, 10.0, 20.0), strict=True)
    assert _choice(*(_attempt(p, at) for p, at in ages)).next_of(few) is few[1]


def test_a_single_puzzle_is_shown_again_and_of_none_there_is_none() -> None:
    assert _choice().next_of(ALL[:1], after=ALL[0].id) is ALL[0]
    assert _choice().next_of([]) is None


def test_missed_puzzles_take_turns_with_new_ones() -> None:
    missed = _attempt(ALL[0], solved=False)
    note_missed(missed, answers=0)
    found = [_choice(missed, answers=n).next_of(ALL) for n in range(REPEAT_AFTER + 4)]
    came_back = [n for n, puzzle in enumerate(found) if puzzle is ALL[0]]
    assert came_back == [6, 8]


def test_a_missed_puzzle_rests_longer_each_time_it_is_solved() -> None:
    attempt, now = _attempt(ALL[0], solved=False), 1000.0
    note_missed(attempt, answers=7)
    assert not is_due(attempt, 7 + REPEAT_AFTER - 1, now)
    assert is_due(attempt, 7 + REPEAT_AFTER, now)
    for days in REPEAT_DAYS:
        note_repeated(attempt, now)
        assert not is_due(attempt, 10_000, now + days * DAY_S - 1)
        now += days * DAY_S
        assert is_due(attempt, 0, now)
    note_repeated(attempt, now)
    assert not will_return(attempt)


def test_a_puzzle_missed_again_begins_anew() -> None:
    attempt = _attempt(ALL[0], solved=False)
    note_missed(attempt, answers=1)
    note_repeated(attempt, now=0.0)
    note_missed(attempt, answers=9)
    assert is_due(attempt, 9 + REPEAT_AFTER, now=0.0)
    note_repeated(attempt, now=0.0)
    assert is_due(attempt, 0, now=REPEAT_DAYS[0] * DAY_S)
