"""The 257 codes: what they mean, for both sides, in turns and setups."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given

from gajah import actions
from gajah._core import Kind, Placement, Position, Side, Square, Step
from gajah.errors import IllegalTurn
from gajah.game import Game, Reason
from gajah.random_game import random_game
from tests.helpers import OPENING, gold, silver
from tests.rules.test_game_endings import SHUTTLE
from tests.strategies import any_positions


def test_forward_from_the_own_back_row_has_the_same_code_for_both_sides() -> None:
    assert actions.encode("Ra1n", Side.GOLD) == actions.encode("ra8s", Side.SILVER) == 0
    assert actions.encode("Eb3e", Side.GOLD) == actions.encode("eb6e", Side.SILVER) == 4 * 17 + 1
    assert actions.encode(None, Side.GOLD) == actions.END_TURN == actions.ACTIONS - 1


@given(any_positions())
def test_codes_of_legal_steps_are_read_back_as_those_steps(position: Position) -> None:
    if actions.StepGame(position).is_placing:
        return
    for step in position.steps():
        found = actions.decode(actions.encode(step, position.side), position)
        assert isinstance(found, Step)
        assert (found.piece, found.square, found.direction) == (
            step.piece,
            step.square,
            step.direction,
        )


@given(any_positions())
def test_legal_codes_are_the_steps_that_a_legal_turn_goes_on_with(position: Position) -> None:
    if position.verdict() or actions.StepGame(position).is_placing:
        return
    expected = [
        actions.encode(step, position.side)
        for step in position.steps()
        if position.after(step).has_turn()
    ]
    assert actions.legal(position) == sorted(expected)
    assert np.flatnonzero(actions.mask(position)).tolist() == sorted(expected)


def test_code_that_means_nothing_here_is_refused() -> None:
    for code in (-1, 257, 4 * 30, 4 * 8 + 3):
        with pytest.raises(ValueError, match=r"."):
            actions.decode(code, OPENING)
    with pytest.raises(ValueError, match="not legal"):
        actions.apply(OPENING, actions.END_TURN)
    with pytest.raises(ValueError, match="e4"):
        actions.encode(Placement("E", "e4"), Side.GOLD)


def test_setup_is_eight_placements_the_strongest_first() -> None:
    pairs = [kind for kind in (Kind.HORSE, Kind.DOG, Kind.CAT) for _ in range(2)]
    position = Position()
    kinds = []
    while position.side is Side.GOLD:
        code = actions.legal(position)[-1]
        placed = actions.decode(code, position)
        assert isinstance(placed, Placement)
        assert actions.encode(placed, Side.GOLD) == code
        kinds.append(placed.piece.kind)
        position = actions.apply(position, code)
    assert kinds == [Kind.ELEPHANT, Kind.CAMEL, *pairs]
    assert position.count(Side.GOLD) == 16
    assert len(actions.legal(position)) == 16, "silver places its elephant"
    assert position["h2"] is not None
    assert position["h2"].kind is Kind.ELEPHANT


def test_side_without_rabbits_is_setting_up_only_where_the_board_says_so() -> None:
    assert not actions.StepGame(gold("Ed4 rd5")).is_placing
    assert not actions.StepGame(silver("ed4 Rd5")).is_placing
    assert actions.StepGame(Position()).is_placing


def test_fourth_step_ends_the_turn_by_itself() -> None:
    position = OPENING
    for step in ("Ee2n", "Ee3n", "Ee4n", "Ee5n"):
        assert position.side is Side.GOLD
        position = actions.apply(position, actions.encode(step, Side.GOLD))
    assert position.side is Side.SILVER


@pytest.mark.parametrize("seed", range(4))
def test_step_game_ends_as_the_game_of_the_same_turns(seed: int) -> None:
    game = random_game(seed, draw="steps")
    setups, turns = game.turns[:2], game.turns[2:]
    played = actions.StepGame(Position().place(setups[0]).place(setups[1]))  # type: ignore[arg-type]
    for turn in turns:
        side = played.side
        for step in turn:
            assert isinstance(step, Step)
            played.play(actions.encode(step, side))
        if played.side is side:
            played.play(actions.END_TURN)
    assert game.result is not None
    assert played.result is not None
    assert played.result.winner is game.result.winner
    assert played.result.reason.name == game.result.reason.name
    assert played.legal() == []


def test_step_game_offers_what_the_draft_of_a_game_allows() -> None:
    """Few pieces and many repetitions, where a step may lead to a dead end."""
    rng = random.Random(5)
    banned_turns = 0
    for _ in range(30):
        game = Game(start=gold("Ra2 Cb2 rh7 cg7"))
        played = actions.StepGame(game.start)
        while game.result is None and len(game.turns) < 40:
            taken: list[Step] = []
            side = game.side
            while played.side is side and played.result is None:
                allowed = [s for s in played.position.steps() if _is_draft(game, [*taken, s])]
                codes = {actions.encode(step, side) for step in allowed}
                assert set(played.legal()) - {actions.END_TURN} == codes
                may_end = bool(taken) and game.why_not(taken) is None
                assert (actions.END_TURN in played.legal()) is may_end
                banned_turns += bool(game.banned_positions())
                # A player that likes to end its turn repeats positions soon.
                if may_end and (not allowed or rng.random() < 0.7):
                    played.play(actions.END_TURN)
                    break
                step = rng.choice(allowed)
                taken.append(step)
                played.play(actions.encode(step, side))
            game.play(taken)
        assert (game.result is None) is (played.result is None)
    assert banned_turns > 0


def _is_draft(game: Game, steps: list[Step]) -> bool:
    try:
        game.draft(steps)
    except IllegalTurn:
        return False
    return True


def test_step_game_is_lost_where_every_turn_repeats() -> None:
    played = actions.StepGame(Position.parse(SHUTTLE))
    for step in ("Eh1n", "da7n", "Eh2s", "da8s", "Eh1n", "da7n", "Eh2s"):
        assert played.result is None
        played.play(actions.encode(step, played.side))
        played.play(actions.END_TURN)
    assert played.result is not None
    assert played.result.winner is Side.GOLD
    assert played.result.reason.name == Reason.IMMOBILIZATION.name


def test_copy_of_a_step_game_goes_on_by_itself() -> None:
    played = actions.StepGame(OPENING)
    other = played.copy()
    other.play(other.legal()[0])
    assert played.position == OPENING
    assert other.position != OPENING


def test_planes_of_a_setup_mark_the_free_squares() -> None:
    played = actions.StepGame()
    played.play(actions.encode(Placement("E", "e2"), Side.GOLD))
    planes = played.planes()
    assert planes[14, :2].sum() == 15
    assert planes[14, 1, 4] == 0
    assert planes[5, 1, 4] == 1
    assert planes[16:].sum() == 0
    assert Square("e2").row == 2


def test_pickled_step_game_goes_on_with_its_history() -> None:
    rng = random.Random(3)
    for start in (Position(), gold("Ra2 Cb2 rh7 cg7")):
        played = actions.StepGame(start)
        for _ in range(120):
            restored = pickle.loads(pickle.dumps(played))
            assert restored.legal() == played.legal()
            assert (restored.position, restored.turns) == (played.position, played.turns)
            if played.result is not None:
                assert restored.result.winner is played.result.winner
                break
            ends = actions.END_TURN in played.legal()
            played.play(actions.END_TURN if ends else rng.choice(played.legal()))
