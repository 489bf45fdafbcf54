"""Levels for people: a weaker one looks ahead less often, and so loses."""

import random

import pytest

from gajah.bots.engine import GajahBot
from gajah.bots.levels import FULL_STRENGTH, LEVELS
from gajah.game import Game
from gajah.setups import choose_setup


def play(gold: GajahBot, silver: GajahBot, seed: int) -> Game:
    game = Game()
    chance = random.Random(seed)
    while game.needs_setup:
        game.play(choose_setup(game, chance))
    while game.result is None:
        game.play((gold if len(game.turns) % 2 == 0 else silver).choose(game))
    return game


@pytest.mark.parametrize(("weak", "strong"), [(1, 4), (2, 5)])
def test_a_level_three_higher_wins_nearly_always(weak: int, strong: int) -> None:
    wins = 0
    for seed in range(6):
        players = GajahBot(level=strong, seed=seed), GajahBot(level=weak, seed=seed)
        as_gold = seed % 2 == 0
        game = play(*(players if as_gold else players[::-1]), seed)
        assert game.result is not None
        assert game.result.winner is not None
        wins += (game.result.winner.letter == "g") == as_gold
    assert wins >= 5, f"level {strong} won {wins} of 6 against level {weak}"


def test_a_level_slips_in_the_same_turns_again_with_the_same_seed() -> None:
    def moves() -> list[str]:
        return [str(t) for t in play(GajahBot(level=4, seed=7), GajahBot(level=2, seed=8), 1).turns]

    assert moves() == moves()


def test_every_level_slips_less_than_the_one_below_and_the_last_never() -> None:
    lapses = [LEVELS[n].lapses for n in sorted(LEVELS)]
    assert lapses == sorted(lapses, reverse=True)
    assert len(set(lapses)) == len(lapses) == FULL_STRENGTH
    assert lapses[-1] == 0.0
