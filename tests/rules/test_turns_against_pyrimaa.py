"""The rules against pyrimaa, an independent program.

It takes most of a second for all turns of a rich position, so the usual run asks it for all
turns of a few dozen positions and for single steps in thousands; ``python -m bench.judge`` goes
on for as long as one likes.
"""

from __future__ import annotations

import random
from itertools import islice

import pytest
from pyrimaa.board import BLANK_BOARD, Color, IllegalMove
from pyrimaa.board import Position as JudgePosition

from gajah._core import Pending, Position, Rule, Setup
from tests.helpers import OPENING, gold, refused
from tests.judge import (
    Both,
    bitboards,
    our_boards,
    random_walks,
    randomly_played,
    their_boards,
    theirs,
    thinned,
)
from tests.samples import SampleGame, sample_games, sample_positions

SEED = 20260201


def assert_same_turns(position: Position) -> None:
    """Both can leave the same boards behind."""
    ours, judged = our_boards(position), their_boards(position)
    assert ours == judged, (
        f"{len(ours - judged)} too many, {len(judged - ours)} missing: {position!r}"
    )
    assert position.count_turns() == len(judged)


def assert_same_steps(both: Both) -> None:
    """Both allow the same steps, and owe the same push."""
    assert both.our_steps() == both.their_steps(), repr(both.ours)
    assert (both.ours.pending is Pending.PUSH) == both.judge.inpush


@pytest.mark.parametrize("game", sample_games(), ids=lambda game: str(game.number))
def test_position_equals_pyrimaas_after_every_turn_of_a_real_game(game: SampleGame) -> None:
    ours = Position()
    judge = JudgePosition(Color.GOLD, 4, BLANK_BOARD)
    for number, text in enumerate(game.turns):
        ours = ours.place(Setup.parse(text)) if number < 2 else ours.play(text)
        judge = judge.do_move_str(text)
        assert bitboards(ours) == judge.bitBoards, f"turn {number}: {text}"
        assert ours.side.letter == "gs"[judge.color]


def test_turns_equal_pyrimaa_on_positions_from_real_games() -> None:
    rng = random.Random(SEED)
    for position in rng.sample(sample_positions(), k=12):
        assert_same_turns(position)


def test_turns_equal_pyrimaa_on_positions_from_random_play() -> None:
    rng = random.Random(SEED)
    for _ in range(4):
        assert_same_turns(randomly_played(OPENING, rng.randint(1, 40), rng))


def test_turns_equal_pyrimaa_on_thinned_positions_with_either_side_to_move() -> None:
    rng = random.Random(SEED)
    for _ in range(120):
        assert_same_turns(thinned(rng.choice(sample_positions()), rng.randint(2, 9), rng))


def test_steps_equal_pyrimaa_in_every_position_of_the_real_games() -> None:
    for position in sample_positions():
        assert_same_steps(Both.at_turn_start(position))


def test_steps_equal_pyrimaa_within_the_turns_of_real_games() -> None:
    for game in sample_games()[::4]:
        for position, text in game.positions():
            both = Both.at_turn_start(position)
            for step in position.complete(text):
                both = both.after(step)
                if both.ours.steps_left:
                    assert_same_steps(both)


def test_steps_equal_pyrimaa_within_random_turns() -> None:
    starts = random.Random(SEED).sample(sample_positions(), k=100)
    for seed, start in enumerate(starts):
        for both in islice(random_walks(start, seed), 60):
            assert_same_steps(both)


def test_what_is_left_of_a_turn_equals_pyrimaas() -> None:
    starts = random.Random(SEED).sample(sample_positions(), k=100)
    for seed, start in enumerate(starts):
        for both in islice(random_walks(start, seed), 50):
            if both.ours.steps_left <= 2:
                assert our_boards(both.ours) == both.their_boards(), repr(both.ours)


def test_pyrimaa_lets_a_turn_end_in_the_middle_of_a_push_and_gajah_refuses_it() -> None:
    position = gold("Ed4 rd5 Ra1 rh8")
    theirs(position).do_move_str("rd5n")
    assert refused(position.play, "rd5n").rule is Rule.PUSH_UNFINISHED


def test_pyrimaa_ignores_the_piece_letter_and_gajah_refuses_a_wrong_one() -> None:
    position = gold("Ed4 rd5 Ra1 rh8")
    theirs(position).do_move_str("Cd4e")
    error = refused(position.play, "Cd4e")
    assert error.rule is Rule.NO_SUCH_PIECE
    assert str(error) == "step 1, Cd4e: there is no gold cat on d4 but a gold elephant"


def test_pyrimaa_accepts_a_turn_that_changes_nothing_and_gajah_refuses_it() -> None:
    position = gold("Ed4 rd5 Ra1 rh8")
    theirs(position).do_move_str("Ed4w Ec4e")
    assert refused(position.play, "Ed4w Ec4e").rule is Rule.NO_CHANGE


def test_pyrimaa_ignores_captures_as_written_and_gajah_refuses_a_wrong_one() -> None:
    position = gold("Ed4 rd5 Ra1 rh8")
    theirs(position).do_move_str("Ed4w Ec4x")
    error = refused(position.play, "Ed4w Ec4x")
    assert (error.rule, error.step_number) == (Rule.WRONG_CAPTURE, 1)


@pytest.mark.parametrize("turn", ["Ra2s", "rd5n Ra2n", "hh8s", "Ed4n", "Ed4w Ec4w rd5s", "Ed3n"])
def test_what_pyrimaa_refuses_gajah_refuses(turn: str) -> None:
    position = gold("Ed4 rd5 Ra2 hh8")
    with pytest.raises(IllegalMove):
        theirs(position).do_move_str(turn)
    refused(position.play, turn)
