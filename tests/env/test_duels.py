"""The vector environment against a bot: spaces, endings, seeds, and the bot's own game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gajah._core import Side
from gajah.bots.names import PlayerNameError
from gajah.env.duels import DuelVectorEnv


def chosen(observations: dict[str, Any], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action for each game, by chance."""
    masks = observations["action_mask"]
    return np.asarray((masks * (1 + rng.random(masks.shape))).argmax(axis=1))


def trace(seed: int) -> list[float]:
    """What happens in some steps with that seed."""
    env = DuelVectorEnv(3, opponent="random", max_turns=12)
    rng = np.random.default_rng(0)
    observations, _ = env.reset(seed=seed)
    seen = []
    for _ in range(40):
        observations, rewards, *_ = env.step(chosen(observations, rng))
        seen += [float(observations["observation"].sum()), float(rewards.sum())]
    return seen


@pytest.mark.parametrize("setup_phase", [True, False])
def test_games_are_played_to_their_ends_and_begin_anew(setup_phase: bool) -> None:
    env = DuelVectorEnv(4, opponent="random", setup_phase=setup_phase, max_turns=60)
    rng = np.random.default_rng(1)
    observations, infos = env.reset(seed=1)
    assert infos == {}
    ended = 0
    for _ in range(220):
        assert env.observation_space.contains(observations)
        assert observations["action_mask"].any(axis=1).all(), "it is the learner's move"
        actions = chosen(observations, rng)
        assert env.action_space.contains(actions)
        observations, rewards, terminations, truncations, infos = env.step(actions)
        over = terminations | truncations
        assert np.array_equal(rewards != 0, terminations)
        ended += over.sum()
        if over.any():
            assert np.array_equal(infos["_final_obs"], over)
            final = infos["final_obs"][np.flatnonzero(over)[0]]
            assert env.single_observation_space.contains(final)
    assert ended > 0


def test_same_seed_gives_the_same_games() -> None:
    assert trace(5) == trace(5)
    assert trace(5) != trace(6)


def test_learner_plays_both_sides_unless_one_is_named() -> None:
    env = DuelVectorEnv(2, opponent="random", max_turns=4)
    observations, _ = env.reset(seed=1)
    rng = np.random.default_rng(2)
    sides = [duel.side for duel in env._duels]
    assert sides == [Side.GOLD, Side.SILVER]
    for _ in range(30):
        observations, *_ = env.step(chosen(observations, rng))
    silver = DuelVectorEnv(2, opponent="heuristic", side=Side.SILVER)
    seen, _ = silver.reset(seed=1)
    # Gold's bot has moved: some piece of the opponent's stands beyond its two rows.
    assert (seen["observation"][:, 6:12, :6].sum(axis=(1, 2, 3)) > 0).all()


def test_action_that_is_not_legal_is_refused() -> None:
    env = DuelVectorEnv(1)
    env.reset(seed=1)
    for action in (256, -1, 300):
        with pytest.raises(ValueError, match=f"{action} is not legal"):
            env.step(np.array([action]))


def test_unknown_bot_is_refused() -> None:
    with pytest.raises(PlayerNameError, match="random"):
        DuelVectorEnv(1, opponent="rndom")
