"""python_arimaa against OpenSpiel's own checks, and a game of its MCTS bot."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import gajah.env.python_arimaa
from gajah._core import PLANES

assert gajah.env.python_arimaa is not None


@pytest.mark.parametrize("settings", ["", "(setup_phase=False)", "(max_turns=5)"])
def test_openspiel_finds_nothing_wrong_in_random_games(settings: str) -> None:
    game = pyspiel.load_game(f"python_arimaa{settings}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiel_s_simulation_with_clones_and_serialisation_passes() -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    game = pyspiel.load_game("python_arimaa(max_turns=20)")
    GamesSimTest().sim_game(game, check_pyspiel_serialization=True, check_pickle_serialization=True)


def test_game_is_registered_with_its_type() -> None:
    assert "python_arimaa" in pyspiel.registered_names()
    game = pyspiel.load_game("python_arimaa")
    assert game.num_distinct_actions() == 257
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.min_utility(), game.max_utility()) == (-1.0, 1.0)


def test_clone_goes_on_by_itself_and_history_leads_to_the_same_state() -> None:
    game = pyspiel.load_game("python_arimaa(setup_phase=False)")
    state = game.new_initial_state()
    for _ in range(20):
        state.apply_action(state.legal_actions()[-1])
    clone = state.clone()
    before = str(state)
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == before


def test_each_player_observes_from_its_own_end() -> None:
    game = pyspiel.load_game("python_arimaa(setup_phase=False)")
    state = game.new_initial_state()
    seen = make_observation(game)
    planes = []
    for player in range(2):
        seen.set_from(state, player)
        planes.append(seen.dict["observation"].copy())
    assert planes[0].shape == (PLANES, 8, 8)
    assert np.array_equal(planes[0][:12].sum(axis=(1, 2)), planes[1][:12].sum(axis=(1, 2)))
    assert planes[0][:6, :2].sum() == planes[1][:6, :2].sum() == 16


def test_game_as_long_as_its_limit_is_drawn() -> None:
    state = pyspiel.load_game("python_arimaa(setup_phase=False,max_turns=3)").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.returns() == [0.0, 0.0]
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_bot_of_openspiel_s_tree_search_plays_a_game() -> None:
    game = pyspiel.load_game("python_arimaa")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=2, evaluator=evaluator, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1.0, 1.0]
