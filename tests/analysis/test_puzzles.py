"""The puzzles that ship: each has a solution, proven where it can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import resources

import pytest

from gajah._core import Side, VerdictReason
from gajah.analysis.captures import captured_kinds
from gajah.analysis.proofs import find_defence, stops_goal, threatened_goal
from gajah.analysis.puzzles import LEVELS, Puzzle, PuzzleTheme, all_puzzles, find_puzzles

FILE = resources.files("gajah.analysis").joinpath("puzzles.tsv").read_text("utf-8")


def test_there_are_2000_puzzles_and_every_theme_has_its_share() -> None:
    counts = Counter(puzzle.theme for puzzle in all_puzzles().values())
    assert sum(counts.values()) >= 2000
    assert all(counts[theme] >= 400 for theme in PuzzleTheme)


def test_every_level_has_puzzles_and_no_level_has_most_of_them() -> None:
    counts = Counter(puzzle.level for puzzle in all_puzzles().values())
    assert set(counts) == set(LEVELS)
    assert max(counts.values()) < sum(counts.values()) / 2


def test_both_sides_are_to_move_and_both_kinds_of_games_are_there() -> None:
    puzzles = all_puzzles().values()
    assert {puzzle.position.side for puzzle in puzzles} == {Side.GOLD, Side.SILVER}
    assert {puzzle.source.split(" ")[0] for puzzle in puzzles} == {"arimaa.com", "self-play"}


def test_names_and_positions_are_there_once() -> None:
    lines = [line for line in FILE.splitlines() if not line.startswith("#")]
    assert len(all_puzzles()) == len(lines)
    places = {(puzzle.theme, puzzle.position) for puzzle in all_puzzles().values()}
    assert len(places) == len(lines)


def test_a_line_of_the_file_round_trips() -> None:
    lines = [line for line in FILE.splitlines() if not line.startswith("#")]
    assert [Puzzle.parse(line).line() for line in lines] == lines


def test_the_file_stays_small() -> None:
    assert len(FILE.encode()) < 450_000


def _is_goal(puzzle: Puzzle) -> bool:
    """Whether the solution is a goal, and no single step is."""
    verdict = puzzle.position.play(puzzle.solution).verdict()
    won = (puzzle.position.side, VerdictReason.GOAL)
    one_step = [puzzle.position.after(step) for step in puzzle.position.steps()]
    decided = [after.end_turn().verdict() for after in one_step if after.why_not_end() is None]
    is_goal = verdict is not None and (verdict.winner, verdict.reason) == won
    return is_goal and not any(decided)


def _is_goal_in_two(puzzle: Puzzle) -> bool:
    """Whether there is no goal now, and none of all replies to the solution stops it."""
    no_goal = puzzle.position.find_goal() is None
    return no_goal and find_defence(puzzle.position.play(puzzle.solution)) is None


def _is_defence(puzzle: Puzzle) -> bool:
    """Whether a goal is threatened, and the solution stops it."""
    threatened = threatened_goal(puzzle.position) is not None
    no_goal = puzzle.position.find_goal() is None
    return no_goal and threatened and stops_goal(puzzle.position.play(puzzle.solution))


def _is_capture(puzzle: Puzzle) -> bool:
    """Whether no goal is at hand, and the solution captures."""
    no_goal = puzzle.position.find_goal() is None
    captured = captured_kinds(puzzle.position, puzzle.solution)
    return no_goal and bool(captured) and puzzle.margin_cr > 0


@pytest.mark.parametrize(
    ("theme", "is_proven"),
    [
        (PuzzleTheme.GOAL, _is_goal),
        (PuzzleTheme.GOAL_IN_TWO, _is_goal_in_two),
        (PuzzleTheme.DEFEND, _is_defence),
        (PuzzleTheme.CAPTURE, _is_capture),
    ],
)
def test_every_puzzle_is_what_it_says(
    theme: PuzzleTheme, is_proven: Callable[[Puzzle], bool]
) -> None:
    assert [puzzle.id for puzzle in find_puzzles(theme) if not is_proven(puzzle)] == []
