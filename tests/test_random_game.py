"""Random games: repeatable, legal, and not all the same."""

from __future__ import annotations

import random

import pytest

from gajah._core import Setup, Side
from gajah.game import Game
from gajah.random_game import Draw, random_game, random_setup

SEEDS = range(3)


DRAWS: tuple[Draw, ...] = ("turns", "steps")


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("seed", SEEDS)
def test_same_seed_gives_the_same_game(seed: int, draw: Draw) -> None:
    assert random_game(seed, draw=draw).turns == random_game(seed, draw=draw).turns


def test_different_seeds_give_different_games() -> None:
    assert len({random_game(seed, max_turns=4).turns for seed in range(20)}) == 20


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("seed", SEEDS)
def test_random_game_ends_and_can_be_played_again(seed: int, draw: Draw) -> None:
    game = random_game(seed, draw=draw)
    replayed = Game()
    for turn in game.turns:
        replayed.play(str(turn))
    assert replayed.result == game.result is not None


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("turns", [0, 1, 2, 5])
def test_game_stops_after_so_many_turns_without_a_result(turns: int, draw: Draw) -> None:
    game = random_game(0, max_turns=turns, draw=draw)
    assert (len(game.turns), game.result) == (turns, None)


def test_negative_number_of_turns_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        random_game(0, max_turns=-1)


def test_unknown_way_to_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="coins"):
        random_game(0, draw="coins")  # type: ignore[arg-type]


@pytest.mark.parametrize("side", [Side.GOLD, Side.SILVER])
def test_random_setups_are_legal_and_use_every_square_for_every_kind(side: Side) -> None:
    rng = random.Random(1)
    setups = [random_setup(side, rng) for _ in range(300)]
    assert all(setup.why_not(side) is None for setup in setups)
    assert len({_elephant(setup) for setup in setups}) == 16


def _elephant(setup: Setup) -> str:
    return next(str(p.square) for p in setup if p.piece.letter in "Ee")
