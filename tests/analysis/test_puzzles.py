"""The puzzles that ship: each has a solution, proven where it can be."""

from __future__ import annotations

from collections import Counter
from importlib import resources

import pytest

from gajah._core import Side, VerdictReason
from gajah.analysis.captures import captured_kinds
from gajah.analysis.proofs import find_defence, stops_goal, threatened_goal
from gajah.analysis.puzzles import LEVELS, Puzzle, PuzzleTheme, all_puzzles, find_puzzles

FILE = resources.files("gajah.analysis").joinpath("puzzles.tsv").read_text("utf-8")


def _of(theme: PuzzleTheme) -> list[object]:
    return [pytest.param(puzzle, id=puzzle.id) for puzzle in find_puzzles(theme)]


def test_there_are_300_puzzles_and_every_theme_has_its_share() -> None:
    counts = Counter(puzzle.theme for puzzle in all_puzzles().values())
    assert sum(counts.values()) >= 300
    assert all(counts[theme] >= 50 for theme in PuzzleTheme)


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
    assert len(FILE.encode()) < 150_000


@pytest.mark.parametrize("puzzle", _of(PuzzleTheme.GOAL))
def test_goal_puzzles_have_a_goal_that_is_not_one_step_away(puzzle: Puzzle) -> None:
    verdict = puzzle.position.play(puzzle.solution).verdict()
    assert verdict is not None
    assert (verdict.winner, verdict.reason) == (puzzle.position.side, VerdictReason.GOAL)
    one_step = [puzzle.position.after(step) for step in puzzle.position.steps()]
    decided = [after.end_turn().verdict() for after in one_step if after.why_not_end() is None]
    assert not any(verdict for verdict in decided)


@pytest.mark.parametrize("puzzle", _of(PuzzleTheme.GOAL_IN_TWO))
def test_goals_in_two_are_proven_by_going_through_every_reply(puzzle: Puzzle) -> None:
    assert puzzle.position.find_goal() is None
    assert find_defence(puzzle.position.play(puzzle.solution)) is None


@pytest.mark.parametrize("puzzle", _of(PuzzleTheme.DEFEND))
def test_defences_meet_a_goal_that_is_really_threatened(puzzle: Puzzle) -> None:
    assert puzzle.position.find_goal() is None
    assert threatened_goal(puzzle.position) is not None
    assert stops_goal(puzzle.position.play(puzzle.solution))


@pytest.mark.parametrize("puzzle", _of(PuzzleTheme.CAPTURE))
def test_captures_win_a_piece_where_no_goal_is_at_hand(puzzle: Puzzle) -> None:
    assert puzzle.position.find_goal() is None
    assert captured_kinds(puzzle.position, puzzle.solution)
    assert puzzle.margin_cr > 0
