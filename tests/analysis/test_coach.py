"""The coach: warnings that are exact and rare, hints that say more with every stage."""

from __future__ import annotations

from itertools import islice

import pytest

from gajah._core import Kind, Position, Square
from gajah.analysis.coach import TurnWarning, hint_at, warn
from gajah.analysis.explain import explain_turn
from gajah.analysis.proofs import find_defence
from gajah.errors import IllegalTurn, NotationError
from tests.helpers import OPENING, gold, reflections
from tests.samples import sample_games


def _played(turn: str) -> Position:
    """The position in which a turn of the sample games was played."""
    every = (pair for game in sample_games() for pair in game.positions())
    return next(position for position, played in every if played == turn)


def _warned(turn: str) -> TurnWarning:
    warning = warn(_played(turn), turn)
    assert warning is not None
    return warning


def test_a_turn_that_leaves_a_goal_is_warned_of() -> None:
    position = gold("ra4 Cc2 Ed6 Rh1 rh8")
    warning = warn(position, "Ed6n")
    assert warning is not None
    assert warning.text == "This lets silver reach the goal on a1 next turn."
    assert warning.squares == (Square("a1"),)
    assert warning.arrows == (
        (Square("a4"), Square("a3")),
        (Square("a3"), Square("a2")),
        (Square("a2"), Square("a1")),
    )


def test_a_turn_that_loses_the_game_at_once_is_warned_of() -> None:
    warning = warn(gold("Ed3 rd2 Ra1 eh8 rh7"), "rd2s Ed3s")
    assert warning is not None
    assert warning.text == "This turn loses the game."
    assert warning.squares == (Square("d1"),)
    assert len(warning.reply) == 0


def test_a_goal_that_no_turn_stops_is_no_reason_to_warn() -> None:
    position = gold("ra2 Ee6 Rh2 rg8")
    assert find_defence(position) is None
    assert warn(position, "Ee6n") is None


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        ("Hb3n Hb4n Hb5n Da2n", "This lets silver capture your horse on b6 next turn."),
        ("Hf4w mf3n hb5s dg5s", "This lets gold capture your camel on f4 next turn."),
        ("hb7s cc7s ca6s hb6s", "This lets gold capture your cat on c6 next turn."),
        ("dg5e Mg4n Mg5n dh5w", "This lets silver capture your camel on g6 next turn."),
    ],
)
def test_mistakes_of_real_games_are_warned_of(turn: str, text: str) -> None:
    warning = _warned(turn)
    assert warning.text == text
    assert warning.arrows


def test_the_reply_of_a_warning_does_what_it_says() -> None:
    every = (pair for game in sample_games()[10::10] for pair in game.positions())
    warned = 0
    for position, turn in islice(every, 0, None, 4):
        warning = warn(position, turn)
        if warning is None:
            continue
        warned += 1
        before = position.play(turn)
        after = before.play(warning.reply)
        if "goal" in warning.text:
            verdict = after.verdict()
            assert verdict is not None
            assert verdict.winner is before.side
        else:
            lost = before.count(position.side) - after.count(position.side)
            rabbits = before.count(position.side, Kind.RABBIT)
            rabbits -= after.count(position.side, Kind.RABBIT)
            assert lost > rabbits or rabbits > 1
    assert warned


def test_a_warning_is_the_same_on_reflected_boards() -> None:
    turn = "Hb3n Hb4n Hb5n Da2n"
    for position, text in reflections(_played(turn)):
        warning = warn(position, text(turn))
        assert warning is not None
        assert "capture your horse" in warning.text


def test_the_same_turn_is_warned_of_again_in_the_same_words() -> None:
    assert _warned("Hf4w mf3n hb5s dg5s") == _warned("Hf4w mf3n hb5s dg5s")


def test_quiet_turns_pass_without_a_warning() -> None:
    for turn in ("Ee2n", "Ee2n Ee3n Ee4n", "Hh2n Ha2n"):
        assert warn(OPENING, turn) is None


def test_a_winning_turn_passes_without_a_warning() -> None:
    assert warn(gold("Ra7 ra2 rh8 ee5"), "Ra7n") is None


@pytest.mark.parametrize("turn", ["", "nonsense", "Ee2n Ee3n Ee4n Ee5n Ee6n"])
def test_what_is_no_turn_is_refused(turn: str) -> None:
    for ask in (warn, hint_at):
        with pytest.raises((IllegalTurn, NotationError)):
            ask(OPENING, turn)


def test_a_hint_says_more_with_every_stage() -> None:
    position = gold("Eb2 hb4 Ra1 rh8 eg7")
    hint = hint_at(position, "Eb2n")
    assert hint.look.text == "Look around the trap on c3."
    assert set(hint.look.squares) == {Square(name) for name in ("c3", "c4", "d3", "c2", "b3")}
    assert hint.piece.text == "Your elephant on b2 moves first."
    assert hint.piece.squares == (Square("b2"),)
    assert str(hint.turn) == "Eb2n"
    assert list(hint.why) == explain_turn(position, "Eb2n")


@pytest.mark.parametrize(
    ("position", "turn", "look"),
    [
        ("Ra7 rh8 ee5", "Ra7n", "You can reach the goal in this turn."),
        ("Ra1 Ec8 rc7 ee1", "rc7s Ec8s", "There is something to capture in the trap on c6."),
        ("ra3 Cc2 Rh1 ee8", "Cc2w Cb2n", "Your opponent threatens a goal on a1."),
        ("Hb6 ea6 Cd5 Rh1 rh8", "Cd5n", "Your horse on b6 is in danger."),
    ],
)
def test_a_hint_begins_with_what_is_most_urgent(position: str, turn: str, look: str) -> None:
    assert hint_at(gold(position), turn).look.text == look


def test_a_push_is_hinted_at_by_the_piece_that_pushes() -> None:
    hint = hint_at(gold("Ra1 Ec8 rc7 ee1"), "rc7s Ec8s")
    assert hint.piece.text == "Your elephant on c8 moves first."
