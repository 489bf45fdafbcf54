"""Levels for people: a weaker one looks ahead less often, and so loses."""

import random

import pytest

from gajah._core import Kind, Position, Turn
from gajah.analysis.threats import capture_threats
from gajah.bots.engine import GajahBot
from gajah.bots.levels import FULL_STRENGTH, LEVELS
from gajah.engine import Engine
from gajah.game import Game
from gajah.setups import choose_setup
from tests.samples import sample_games


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


def given_away(position: Position, turn: Turn) -> int:
    """The strongest piece that the opponent can capture after it, or more for a goal."""
    after = position.play(turn)
    if after.verdict() or after.find_goal():
        return max(Kind) + 2
    return max((threat.piece.kind + 1 for threat in capture_threats(after).values()), default=0)


def test_a_careless_turn_gives_more_away_than_a_natural_one() -> None:
    natural, careless = Engine(draws=1), Engine(draws=16)
    gained = 0
    for number, game in enumerate(sample_games()[:12]):
        positions = [position for position, _ in game.positions()]
        position = positions[len(positions) // 2]
        given = []
        for engine in (natural, careless):
            engine.seed(number)
            given.append(given_away(position, engine.search(position, nodes=0).turn))
        # The turn of the first engine is the first one drawn by the second.
        assert given[1] >= given[0]
        gained += given[1] - given[0]
    assert gained > 12


def test_a_careless_player_still_takes_the_goal_at_hand() -> None:
    goal = Position({"a7": "R", "e7": "r", "h8": "e", "h2": "H"})
    assert str(Engine(draws=16).search(goal, nodes=0).turn) == "Ra7n"
