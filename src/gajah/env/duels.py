"""Many games against a named bot at once, as a vector environment of Gymnasium's.

>>> from gajah.env.duels import DuelVectorEnv
>>> env = DuelVectorEnv(2, opponent="random", max_turns=20)
>>> observations, infos = env.reset(seed=1)
>>> observations["observation"].shape
(2, 20, 8, 8)
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gajah._core import ACTIONS, Placement, Setup, Side, Step, StepGame, Turn
from gajah.actions import END_TURN, decode, encode
from gajah.bots.base import Bot
from gajah.bots.names import make_bot
from gajah.env.views import PLANES_SHAPE, planes_for
from gajah.game import Game
from gajah.random_game import random_setup

_SEED_BITS = 63


class Duel:
    """One game of a learner, who acts by codes, against a bot, which plays whole turns."""

    def __init__(self, side: Side, bot: Bot, setups: tuple[Setup, ...] = ()) -> None:
        self.side, self._bot = side, bot
        self.game = Game()
        for setup in setups:
            self.game.play(setup)
        self.steps = StepGame(self.game.position)
        self._draft: list[Step | Placement] = []
        bot.new_game()
        self._answer()

    def act(self, action: int) -> None:
        """Play the learner's action and, once its turn is over, the bot's answer."""
        position = self.steps.position
        self.steps.play(action)
        if (what := decode(action, position)) is not None:
            self._draft.append(what)
        if self.steps.side is self.side and self.steps.result is None:
            return
        self._finish()
        self._answer()

    def _finish(self) -> None:
        """Tell the game by turns what the learner has done."""
        if self.game.needs_setup:
            placed = self.steps.position.pieces.items()
            own = [Placement(piece, square) for square, piece in placed if piece.side is self.side]
            self.game.play(Setup(own))
        else:
            self.game.play([step for step in self._draft if isinstance(step, Step)])
        self._draft = []

    def _answer(self) -> None:
        while self.game.result is None and self.game.side is not self.side:
            answer = self._bot.choose(self.game)
            self.game.play(answer)
            for action in _codes(answer, self.steps):
                self.steps.play(action)


def _codes(played: Turn | Setup, game: StepGame) -> list[int]:
    """The actions that a turn or a setup is made of."""
    side = game.side
    if isinstance(played, Turn):
        steps = [encode(step, side) for step in played]
        return steps if len(steps) == game.position.steps_left else [*steps, END_TURN]
    strongest_first = sorted(played, key=lambda placement: -placement.piece.kind)
    return [encode(placement, side) for placement in strongest_first][:_PLACED]


# The rabbits fill the rows by themselves.
_PLACED = 8


class DuelVectorEnv(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Games against a bot, one for each place; a game that ends begins anew in the same step.

    ``opponent`` is a player's name, such as ``random`` or ``gajah:level=2``. ``side`` is the
    learner's; by default every other game is gold's. Without a setup phase setups are drawn by lot.
    A game of ``max_turns`` turns, setups counted, is truncated; 0 is no limit. The reward is 1 for
    a win, -1 for a loss. Bots think one after the other, so their speed decides.
    """

    def __init__(
        self,
        num_envs: int,
        *,
        opponent: str = "random",
        side: Side | None = None,
        setup_phase: bool = False,
        max_turns: int = 0,
    ) -> None:
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, PLANES_SHAPE, np.float32),
                "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponent, self._side = opponent, side
        self._setup_phase, self._max_turns = setup_phase, max_turns
        make_bot(opponent)  # a name that no bot has is refused here
        self._seat(random.Random())

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin all games anew; with a seed, with its chance and fresh bots."""
        first = seed[0] if isinstance(seed, list) else seed
        if first is not None:
            self._seat(random.Random(first))
        self._duels = [self._begin(place) for place in range(self.num_envs)]
        return self._observations(), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Act in each game; ``final_obs`` of the infos has what was seen last of ended games."""
        rewards = np.zeros(self.num_envs, np.float32)
        terminations, truncations = np.zeros((2, self.num_envs), np.bool_)
        final: NDArray[Any] = np.full(self.num_envs, None, dtype=object)
        for place, action in enumerate(actions):
            duel = self._duels[place]
            duel.act(int(action))
            if result := duel.steps.result:
                terminations[place] = True
                rewards[place] = 1 if result.winner is duel.side else -1
            elif 0 < self._max_turns <= duel.steps.turns:
                truncations[place] = True
            if terminations[place] or truncations[place]:
                final[place] = _observe(duel)
                self._duels[place] = self._begin(place)
        ended = terminations | truncations
        infos = {"final_obs": final, "_final_obs": ended} if ended.any() else {}
        return self._observations(), rewards, terminations, truncations, infos

    def _seat(self, chance: random.Random) -> None:
        """Give each place its bot and its chance."""
        seeds = [chance.getrandbits(_SEED_BITS) for _ in range(self.num_envs)]
        self._bots = [make_bot(self._opponent, seed=seed) for seed in seeds]
        self._chances = [random.Random(seed) for seed in seeds]
        self._played = [0] * self.num_envs

    def _begin(self, place: int) -> Duel:
        is_gold = (place + self._played[place]) % 2 == 0
        self._played[place] += 1
        side = self._side or (Side.GOLD if is_gold else Side.SILVER)
        chance = self._chances[place]
        sides = () if self._setup_phase else (Side.GOLD, Side.SILVER)
        return Duel(side, self._bots[place], tuple(random_setup(s, chance) for s in sides))

    def _observations(self) -> dict[str, Any]:
        seen = [_observe(duel) for duel in self._duels]
        return {key: np.stack([each[key] for each in seen]) for key in seen[0]}


def _observe(duel: Duel) -> dict[str, Any]:
    game = duel.steps
    mask = game.mask() if game.side is duel.side else np.zeros(ACTIONS, np.bool_)
    return {"observation": planes_for(game, duel.side), "action_mask": mask.astype(np.int8)}
