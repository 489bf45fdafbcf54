"""Arimaa as an environment of PettingZoo's (AEC), for two agents that learn.

>>> from gajah.env import arimaa_v0
>>> env = arimaa_v0.env()
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((20, 8, 8), 16)

``player_0`` is gold. An agent acts several times in a row: piece by piece while it sets up, step by
step in a turn. Actions and planes are those of ``gajah.actions``.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec, wrappers

from gajah._core import ACTIONS, Position, Side, StepGame
from gajah.env.views import PLANES_SHAPE, SIDES, planes_for
from gajah.random_game import random_setup

_AGENTS = {Side.GOLD: "player_0", Side.SILVER: "player_1"}
_SIDES = {agent: side for side, agent in _AGENTS.items()}


def env(*, max_cycles: int = 0, **settings: Any) -> AECEnv:
    """The environment as PettingZoo's agents expect it; the settings are those of ``ArimaaEnv``.

    An action that is not legal ends the game, and the agent that chose it gets -1. With
    ``max_cycles`` it is ``parallel_env`` instead, whose agents are asked one after the other.
    """
    if max_cycles:
        return parallel_to_aec(ParallelArimaaEnv(max_cycles=max_cycles, **settings))
    wrapped = wrappers.TerminateIllegalWrapper(ArimaaEnv(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class ArimaaEnv(AECEnv):
    """One game of two agents. The winner gets 1, the loser -1, both at the end.

    Without a setup phase a game begins from ``start``, or from setups drawn by lot, repeatable by
    the seed of ``reset``. After ``max_turns`` turns, setups counted, it is truncated; 0 is no
    limit. An action that is not legal raises ``ValueError``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "arimaa_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        setup_phase: bool = True,
        start: Position | None = None,
        max_turns: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if setup_phase and start is not None:
            raise ValueError("a game with a setup phase begins on the empty board")
        self._setup_phase, self._start, self._max_turns = setup_phase, start, max_turns
        self.render_mode = render_mode
        self._random = random.Random()
        self.possible_agents = list(_AGENTS.values())
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, PLANES_SHAPE, np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.game = StepGame(start)
        if self.game.result is not None:
            raise ValueError("the game is over at its start")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: planes, and which actions are legal."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The 257 codes of ``gajah.actions``."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a new game."""
        if seed is not None:
            self._random = random.Random(seed)
        self.game = StepGame(self._draw_start())
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = _AGENTS[self.game.side]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now; only the agent to move has legal actions."""
        side = _SIDES[agent]
        is_to_move = side is self.game.side
        mask = self.game.mask() if is_to_move else np.zeros(ACTIONS, np.bool_)
        return {"observation": planes_for(self.game, side), "action_mask": mask.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; ``None`` once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action, found None")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.game.play(int(action))
        if result := self.game.result:
            self.rewards = {_AGENTS[s]: 1 if s is result.winner else -1 for s in SIDES}
            self.terminations = dict.fromkeys(self.agents, True)
        elif 0 < self._max_turns <= self.game.turns:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = _AGENTS[self.game.side]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board with letters: printed, or with the mode ``ansi`` as the answer."""
        if self.render_mode is None:
            logger.warn("render() shows nothing without a render_mode")
            return None
        diagram = self.game.position.diagram()
        if self.render_mode == "ansi":
            return diagram
        print(diagram)
        return None

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _draw_start(self) -> Position:
        if self._setup_phase:
            return Position()
        if self._start is not None:
            return self._start
        position = Position()
        for side in SIDES:
            position = position.place(random_setup(side, self._random))
        return position


class ParallelArimaaEnv(ParallelEnv):
    """The same game for agents that act at once, in cycles, for libraries that know no turns.

    What the agent that waits does changes nothing, nor does an action that is not legal. After
    ``max_cycles`` cycles the game is truncated; 0 is no limit. The other settings are those of
    ``ArimaaEnv``.
    """

    metadata: ClassVar[dict[str, Any]] = {**ArimaaEnv.metadata, "is_parallelizable": True}

    def __init__(self, *, max_cycles: int = 0, **settings: Any) -> None:
        super().__init__()
        self.max_cycles = max_cycles
        self._env = ArimaaEnv(**settings)
        self._cycles = 0
        self.render_mode = self._env.render_mode
        self.possible_agents = self._env.possible_agents
        self.observation_spaces = self._env.observation_spaces
        self.action_spaces = self._env.action_spaces
        self.agents: list[str] = []

    @property
    def game(self) -> StepGame:
        """The game so far."""
        return self._env.game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: planes, and which actions are legal."""
        return self._env.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The 257 codes of ``gajah.actions``."""
        return self._env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game: what each agent sees, and nothing else."""
        self._env.reset(seed, options)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._observe(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        """Play the action of the agent to move.

        What each agent sees, its reward, whether the game is over, whether it is truncated.
        """
        env, agents = self._env, self.agents
        env.rewards = dict.fromkeys(agents, 0)
        action = int(actions[env.agent_selection])
        if env.game.mask()[action]:
            env.step(action)
        self._cycles += 1
        is_over = any(env.terminations.values())
        is_cut = any(env.truncations.values()) or 0 < self.max_cycles <= self._cycles
        if is_over or is_cut:
            self.agents = []
        ends = (dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut and not is_over))
        infos: dict[str, Any] = {agent: {} for agent in agents}
        return (self._observe(), dict(env.rewards), *ends, infos)

    def render(self) -> str | None:
        """The board with letters: printed, or with the mode ``ansi`` as the answer."""
        return self._env.render()

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _observe(self) -> dict[str, Any]:
        return {agent: self._env.observe(agent) for agent in self.possible_agents}


#: The environment without wrappers, by the name that PettingZoo's tools look for.
raw_env = ArimaaEnv
#: The one whose agents act at once, by such a name.
parallel_env = ParallelArimaaEnv
