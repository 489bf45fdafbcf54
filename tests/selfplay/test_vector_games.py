"""Games by the thousand: the arrays say what single games say."""

from __future__ import annotations

import numpy as np
import pytest

from gajah._core import Side
from gajah.actions import ACTIONS, PLANES, StepGame, VectorGames, encode
from tests.helpers import OPENING, gold

GAMES = 40


def test_arrays_show_each_game_as_a_game_of_its_own_does() -> None:
    games = VectorGames(GAMES, seed=3)
    singles = [StepGame(games.position(i)) for i in range(GAMES)]
    ended = 0
    for _ in range(600):
        actions = games.draw()
        movers = games.sides.copy()
        games.step(actions)
        for i, single in enumerate(singles):
            single.play(int(actions[i]))
            if single.result is None:
                assert (games.endings[i], games.rewards[i], games.winners[i]) == (0, 0.0, -1)
            else:
                ended += 1
                winner = 0 if single.result.winner is Side.GOLD else 1
                assert games.endings[i] in (1, 2, 3)
                assert games.winners[i] == winner
                assert games.rewards[i] == (1.0 if winner == movers[i] else -1.0)
                singles[i] = single = StepGame(games.position(i))
            assert np.array_equal(games.masks[i], single.mask())
            assert np.array_equal(games.planes[i], single.planes())
            assert games.sides[i] == (0 if single.side is Side.GOLD else 1)
    assert ended > 10


def test_arrays_are_the_games_own_memory() -> None:
    games = VectorGames(GAMES)
    masks, planes = games.masks, games.planes
    assert masks.shape == (GAMES, ACTIONS)
    assert planes.shape == (GAMES, PLANES, 8, 8)
    assert np.shares_memory(masks, games.masks)
    before = masks.copy()
    games.step(games.draw())
    assert not np.array_equal(before, masks)
    del games
    assert masks.any(), "the arrays keep the games alive"


def test_same_seed_gives_the_same_games_with_any_number_of_threads() -> None:
    one, three = VectorGames(500, seed=9), VectorGames(500, seed=9, threads=3)
    for _ in range(50):
        actions = one.draw()
        assert np.array_equal(actions, three.draw())
        one.step(actions)
        three.step(actions)
    assert np.array_equal(one.planes, three.planes)
    one.reset(seed=9)
    assert np.array_equal(one.masks, VectorGames(500, seed=9).masks)


def test_illegal_action_is_refused_and_no_game_is_played() -> None:
    games = VectorGames(3, starts=[OPENING])
    actions = games.draw()
    actions[1] = 256
    before = games.masks.copy()
    with pytest.raises(ValueError, match="game 1: action 256"):
        games.step(actions)
    assert np.array_equal(before, games.masks)
    with pytest.raises(ValueError, match="shape"):
        games.step(actions[:2])


def test_games_with_a_setup_phase_begin_on_the_empty_board() -> None:
    games = VectorGames(2, setup_phase=True)
    assert games.position(0).count(Side.GOLD) == 0
    for _ in range(16):
        assert (games.masks.sum(axis=1) <= 16).all()
        games.step(games.draw())
    assert games.position(1).count(Side.SILVER) == 16


def test_game_that_reaches_the_turn_limit_has_no_winner() -> None:
    games = VectorGames(2, starts=[OPENING], max_turns=1)
    for step in ("Ee2n", "Ee3n", "Ee4n", "Ee5n"):
        assert not games.endings.any()
        games.step(np.full(2, encode(step, Side.GOLD)))
    assert games.endings.tolist() == [4, 4]
    assert (games.rewards.tolist(), games.winners.tolist()) == ([0, 0], [-1, -1])
    assert games.position(0) == OPENING


def test_action_that_hands_the_opponent_the_game_is_punished() -> None:
    games = VectorGames(1, starts=[gold("Ed3 rd2 Rh4")])
    games.step(np.array([encode("rd2s", Side.GOLD)]))
    games.step(np.array([encode("Ed3s", Side.GOLD)]))
    games.step(np.array([256]))
    assert (games.rewards[0], games.winners[0], games.endings[0]) == (-1.0, 1, 1)


def test_settings_that_make_no_sense_are_refused() -> None:
    for wrong in (
        {"games": 0},
        {"games": 1, "threads": 0},
        {"games": 1, "max_turns": -1},
        {"games": 1, "starts": [OPENING], "setup_phase": True},
        {"games": 1, "starts": [OPENING.after("Ee2n")]},
        {"games": 1, "starts": [gold("Rd8 ra7")]},
    ):
        with pytest.raises(ValueError, match=r"."):
            VectorGames(**wrong)
    with pytest.raises(ValueError, match="planes=False"):
        _ = VectorGames(1, planes=False).planes
