"""What a game takes as a turn, and what it gives back."""

from __future__ import annotations

from typing import Any

import pytest

from gajah import Game, IllegalTurn, Reason, Result, Side, Turn
from tests.helpers import GOLD_SETUP, SILVER_SETUP, gold


def test_turn_and_position_come_together() -> None:
    position = gold("Ed2 Rc2 Ra1 re8")
    turn, after = position.resolve("Rc2n")
    assert str(turn) == "Rc2n Rc3x"
    assert (turn, after) == (position.complete("Rc2n"), position.play("Rc2n"))
    with pytest.raises(IllegalTurn, match="no gold elephant on e4"):
        position.resolve("Ee4n")


@pytest.mark.parametrize("given", [Turn.parse("Ed2n"), list(Turn.parse("Ed2n")), "2g Ed2n"])
def test_turn_may_be_a_value_steps_or_text(given: Any) -> None:
    game = Game(start=gold("Ed2 Ra1 re8"))
    assert game.play(given) == Turn.parse("Ed2n")


def test_drafted_steps_are_played_as_they_are() -> None:
    game = Game(start=gold("Ed2 Rc2 Ra1 re8"))
    drafted = game.position.after("Rc2n").after("Ed2n")
    assert str(game.play(drafted.taken)) == "Rc2n Rc3x Ed2n"
    assert game.position == drafted.end_turn()


@pytest.mark.parametrize("game", [Game(), Game(start=gold("Ed2 Ra1 re8"))], ids=["setup", "turn"])
@pytest.mark.parametrize("given", [None, 7, b"Ed2n", ["Ed2n"]])
def test_what_is_no_turn_is_a_type_error(game: Game, given: Any) -> None:
    with pytest.raises(TypeError, match="expected a turn, a setup, steps or their text"):
        game.play(given)
    assert game.turns == ()


def test_last_turn_is_none_until_a_turn_is_played() -> None:
    game = Game()
    for setup in (GOLD_SETUP, SILVER_SETUP):
        assert game.last_turn is None
        game.play(setup)
    assert game.last_turn is None
    game.play("Ee2n")
    assert game.last_turn == Turn.parse("Ee2n")


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason.GOAL, "gold wins: a rabbit reached goal"),
        (Reason.ELIMINATION, "gold wins: silver has no rabbits left"),
        (Reason.IMMOBILIZATION, "gold wins: silver has no legal turn"),
        (Reason.RESIGNATION, "gold wins: silver resigned"),
        (Reason.REPETITION, "gold wins: silver repeated the position a third time"),
    ],
)
def test_a_result_says_which_side_did_what(reason: Reason, words: str) -> None:
    assert str(Result(Side.GOLD, reason)) == words
