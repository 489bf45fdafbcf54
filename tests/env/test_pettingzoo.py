"""arimaa_v0 against PettingZoo's own tests, and the endings that agents meet."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from gajah import Side
from gajah.actions import END_TURN, encode
from gajah.env import arimaa_v0
from tests.helpers import OPENING, gold

# PettingZoo's tests name the environments that observe dictionaries, and warn about all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("setup_phase", [True, False])
def test_pettingzoo_finds_nothing_wrong(setup_phase: bool) -> None:
    api_test(arimaa_v0.env(setup_phase=setup_phase), num_cycles=1000)


@pytest.mark.parametrize("setup_phase", [True, False])
def test_same_seed_gives_the_same_game(setup_phase: bool) -> None:
    seed_test(lambda: arimaa_v0.env(setup_phase=setup_phase), num_cycles=100)


def test_agents_that_act_at_once_play_in_cycles() -> None:
    max_cycles_test(arimaa_v0)
    parallel_api_test(arimaa_v0.parallel_env(setup_phase=False, max_turns=100), num_cycles=1000)
    parallel_seed_test(lambda: arimaa_v0.parallel_env(setup_phase=False), num_cycles=100)


def test_who_waits_changes_nothing_and_neither_does_what_is_not_legal() -> None:
    env = arimaa_v0.parallel_env(setup_phase=False, start=gold("Rd7 Ed4 ra7"))
    observations, _ = env.reset()
    step = encode("Rd7n", Side.GOLD)
    assert observations["player_0"]["action_mask"][step]
    assert not observations["player_1"]["action_mask"].any()
    env.step({"player_0": END_TURN, "player_1": step})
    assert env.game.position == gold("Rd7 Ed4 ra7")
    env.step({"player_0": step, "player_1": step})
    seen, rewards, over, cut, _ = env.step({"player_0": END_TURN, "player_1": step})
    assert seen["player_0"]["observation"].shape == (20, 8, 8)
    assert rewards == {"player_0": 1, "player_1": -1}
    assert over == {"player_0": True, "player_1": True}
    assert cut == {"player_0": False, "player_1": False}
    assert env.agents == []


def test_board_is_rendered_in_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(arimaa_v0.env)
    assert " +-----------------+" in capsys.readouterr().out


def play(env: Any, *steps: str) -> None:
    """Gold's steps, and the end of its turn."""
    for step in steps:
        env.step(encode(step, env.unwrapped.game.side))
    env.step(END_TURN)


def test_winner_gets_one_and_the_loser_minus_one() -> None:
    env = arimaa_v0.env(setup_phase=False, start=gold("Rd7 Ed4 ra7"))
    env.reset()
    play(env, "Rd7n")
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.terminations == {"player_0": True, "player_1": True}
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert rewards == {"player_0": 1, "player_1": -1}


def test_illegal_action_ends_the_game_for_the_agent_that_chose_it() -> None:
    env = arimaa_v0.env(setup_phase=False, start=OPENING)
    env.reset()
    env.step(END_TURN)
    assert env.rewards["player_0"] == -1
    bare = arimaa_v0.raw_env(setup_phase=False, start=OPENING)
    bare.reset()
    with pytest.raises(ValueError, match="action 256 is not legal"):
        bare.step(END_TURN)


def test_game_is_truncated_at_its_turn_limit() -> None:
    env = arimaa_v0.env(setup_phase=False, start=OPENING, max_turns=2)
    env.reset()
    play(env, "Ee2n")
    assert not any(env.truncations.values())
    play(env, "ed7s")
    assert env.truncations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 0, "player_1": 0}


def test_agent_that_waits_sees_the_board_from_its_own_end() -> None:
    env = arimaa_v0.raw_env(setup_phase=False, start=OPENING)
    env.reset()
    waiting = env.observe("player_1")
    assert not waiting["action_mask"].any()
    play(env, "Ee2n")
    moving = env.observe("player_1")["observation"]
    assert np.array_equal(waiting["observation"][:6], moving[:6]), "silver's pieces have not moved"
    assert moving[11, 5, 4] == 1, "gold's elephant on e3 is in silver's sixth row"


def test_environment_is_copied_and_pickled_with_its_game() -> None:
    env = arimaa_v0.raw_env(setup_phase=False, start=OPENING, max_turns=9)
    env.reset()
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        play(twin, "Ee2n")
        assert env.game.position == OPENING
        assert twin.game.position == OPENING.play("Ee2n")


def test_start_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="empty board"):
        arimaa_v0.env(start=OPENING)
    with pytest.raises(ValueError, match="over at its start"):
        arimaa_v0.env(setup_phase=False, start=gold("Rd8 ra7"))
