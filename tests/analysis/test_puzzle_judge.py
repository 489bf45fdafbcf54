"""Answers to puzzles: every right turn counts, every wrong one is answered."""

from __future__ import annotations

from itertools import islice

import pytest

from gajah._core import Position, Turn
from gajah.analysis.proofs import defending_turns, find_defence, stubborn_reply, winning_turns
from gajah.analysis.puzzle_judge import Judgement, Outcome, judge, solution
from gajah.analysis.puzzles import Puzzle, PuzzleTheme, find_puzzles
from gajah.errors import IllegalTurn, NotationError

# The rabbit on a3 goals in two turns; no silver piece comes near it in time.
RUNNER = Position({"a3": "R", "h1": "R", "b4": "E", "h8": "r", "g8": "e"})


def _puzzle(theme: PuzzleTheme, position: Position, turn: str, margin_cr: int = 0) -> Puzzle:
    return Puzzle("test", theme, 1, "a test", position, Turn.parse(turn), margin_cr)


def _some(theme: PuzzleTheme) -> list[Puzzle]:
    return list(islice(find_puzzles(theme), 0, None, 25))


def _judge(puzzle: Puzzle, *turns: Turn | str) -> Judgement:
    return judge(puzzle, [str(turn) for turn in turns])


@pytest.mark.parametrize("puzzle", _some(PuzzleTheme.GOAL), ids=lambda puzzle: puzzle.id)
def test_every_winning_turn_solves_a_goal_puzzle(puzzle: Puzzle) -> None:
    for turn in winning_turns(puzzle.position):
        assert _judge(puzzle, turn).outcome is Outcome.SOLVED


def test_a_turn_without_a_goal_is_wrong() -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL))
    quiet = next(t for t in puzzle.position.legal_turns() if not puzzle.position.play(t).verdict())
    assert _judge(puzzle, quiet).outcome is Outcome.WRONG


@pytest.mark.parametrize("puzzle", _some(PuzzleTheme.DEFEND), ids=lambda puzzle: puzzle.id)
def test_exactly_the_turns_that_leave_no_goal_defend(puzzle: Puzzle) -> None:
    right = defending_turns(puzzle.position)
    for turn in right[:50]:
        assert _judge(puzzle, turn).outcome is Outcome.SOLVED
    wrong = [turn for turn in puzzle.position.legal_turns()[::97] if turn not in right]
    for turn in wrong[:50]:
        judgement = _judge(puzzle, turn)
        assert judgement.outcome is Outcome.WRONG
        after = puzzle.position.play(turn)
        if after.verdict() is None:
            assert judgement.reply is not None
            assert after.play(judgement.reply).verdict() is not None


@pytest.mark.parametrize("puzzle", _some(PuzzleTheme.GOAL_IN_TWO), ids=lambda puzzle: puzzle.id)
def test_a_goal_in_two_is_played_to_its_end(puzzle: Puzzle) -> None:
    first = _judge(puzzle, puzzle.solution)
    assert first.outcome is Outcome.GO_ON
    assert first.reply is not None
    goal = puzzle.position.play(puzzle.solution).play(first.reply).find_goal()
    assert goal is not None
    assert _judge(puzzle, puzzle.solution, first.reply, goal).outcome is Outcome.SOLVED
    whole = solution(puzzle)
    assert _judge(puzzle, *whole).outcome is Outcome.SOLVED


def test_a_wrong_finish_of_a_goal_in_two_is_wrong() -> None:
    puzzle = _puzzle(PuzzleTheme.GOAL_IN_TWO, RUNNER, "Ra3n")
    reply = _judge(puzzle, "Ra3n").reply
    assert reply is not None
    assert _judge(puzzle, "Ra3n", reply, "Ra4n").outcome is Outcome.WRONG


def test_another_first_turn_that_cannot_be_stopped_is_right_too() -> None:
    puzzle = _puzzle(PuzzleTheme.GOAL_IN_TWO, RUNNER, "Ra3n")
    assert _judge(puzzle, "Ra3n Ra4n Ra5n").outcome is Outcome.GO_ON


def test_a_first_turn_that_can_be_stopped_is_answered_by_a_defence() -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL_IN_TWO))
    position = puzzle.position
    wrong = next(t for t in position.legal_turns() if defending_turns(position.play(t)))
    judgement = _judge(puzzle, wrong)
    assert judgement.outcome is Outcome.WRONG
    assert judgement.reply is not None


@pytest.mark.parametrize("puzzle", _some(PuzzleTheme.CAPTURE), ids=lambda puzzle: puzzle.id)
def test_a_capture_puzzle_is_solved_by_its_solution_each_time(puzzle: Puzzle) -> None:
    first = _judge(puzzle, puzzle.solution)
    assert first.outcome is Outcome.SOLVED
    assert _judge(puzzle, puzzle.solution) == first


def test_a_turn_that_captures_nothing_is_wrong_and_says_so() -> None:
    puzzle = next(find_puzzles(PuzzleTheme.CAPTURE))
    quiet = next(turn for turn in puzzle.position.legal_turns() if "x" not in str(turn))
    judgement = _judge(puzzle, quiet)
    assert judgement.outcome is Outcome.WRONG
    assert "captures nothing" in judgement.text


def test_the_smaller_of_two_captures_is_wrong() -> None:
    position = Position(
        {"e3": "E", "d3": "h", "e6": "M", "d6": "r", "a2": "R", "h8": "r", "g8": "e"}
    )
    puzzle = _puzzle(PuzzleTheme.CAPTURE, position, "hd3w hc3x Ee3w", margin_cr=100)
    assert _judge(puzzle, "hd3w hc3x Ee3w").outcome is Outcome.SOLVED
    smaller = _judge(puzzle, "rd6w rc6x Me6w")
    assert smaller.outcome is Outcome.WRONG
    assert "more valuable" in smaller.text


def test_answers_that_are_no_turns_are_refused() -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL))
    with pytest.raises(NotationError):
        judge(puzzle, ["hello"])
    with pytest.raises(IllegalTurn):
        judge(puzzle, ["Ea1n Ea2n Ea3n Ea4n"])
    with pytest.raises(ValueError, match="at least one"):
        judge(puzzle, [])


def test_no_turn_may_follow_the_last_one_of_an_answer() -> None:
    puzzle = next(find_puzzles(PuzzleTheme.GOAL))
    with pytest.raises(ValueError, match="over"):
        _judge(puzzle, puzzle.solution, "Ra1n")


def test_the_proof_agrees_with_the_one_in_the_core() -> None:
    for puzzle in _some(PuzzleTheme.GOAL_IN_TWO):
        found = puzzle.position.find_goal_in_two()
        assert found is not None
        assert find_defence(puzzle.position.play(found)) is None
    assert RUNNER.find_goal_in_two() is not None


def test_a_stubborn_reply_leaves_fewer_ways_to_win_than_an_idle_one() -> None:
    after = Position({"a3": "R", "h1": "R", "b4": "E", "h8": "r", "e8": "e"}).play("Ra3n Ra4n")
    idle, stubborn = after.play("rh8w"), after.play(stubborn_reply(after))
    assert len(winning_turns(stubborn)) < len(winning_turns(idle))


def test_a_decided_position_has_no_reply() -> None:
    won = Position({"a7": "R", "h8": "r", "g8": "e"}).play("Ra7n")
    with pytest.raises(ValueError, match="decided"):
        stubborn_reply(won)
