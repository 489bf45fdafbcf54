"""Arimaa as a game of OpenSpiel's. Importing this module registers it.

>>> import gajah.env.python_arimaa
>>> import pyspiel
>>> game = pyspiel.load_game("python_arimaa(setup_phase=False)")
>>> state = game.new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'Ra2n'

Actions and planes are those of ``gajah.actions``. ``setup_phase=False`` begins from the named setup
that is the default; a game of ``max_turns`` turns, setups counted, is drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from gajah._core import ACTIONS, Position, StepGame
from gajah.actions import decode
from gajah.env.views import PLANES_SHAPE, SIDES, planes_for
from gajah.setups import DEFAULT, named_setup

_MAX_TURNS = 400
_PLACEMENTS = 16
_STEPS_PER_TURN = 4

_TYPE = pyspiel.GameType(
    short_name="python_arimaa",
    long_name="Python Arimaa",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"setup_phase": True, "max_turns": _MAX_TURNS},
)


class ArimaaGame(pyspiel.Game):
    """The game with its settings."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        settings = {"setup_phase": True, "max_turns": _MAX_TURNS} | (params or {})
        self.max_turns = int(settings["max_turns"])
        self.setup_phase = bool(settings["setup_phase"])
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_PLACEMENTS + _STEPS_PER_TURN * self.max_turns,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, state: Any = None) -> ArimaaState:  # noqa: ARG002
        """The beginning of a game."""
        return ArimaaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What the players see of a state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class ArimaaState(pyspiel.State):
    """A moment of a game: player 0 is gold."""

    def __init__(self, game: ArimaaGame) -> None:
        super().__init__(game)
        self._max_turns = game.max_turns
        position = Position()
        if not game.setup_phase:
            for side in SIDES:
                position = position.place(named_setup(DEFAULT, side))
        self.steps = StepGame(position)

    def current_player(self) -> int:
        """The player to move, or the code for a game that is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return SIDES.index(self.steps.side)

    def _legal_actions(self, player: int) -> list[int]:
        return self.steps.legal() if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.steps.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != self.current_player():
            return f"action {action}"
        what = decode(action, self.steps.position)
        return "end of turn" if what is None else str(what)

    def is_terminal(self) -> bool:
        """Whether the game is over, by the rules or by its length."""
        return self.steps.result is not None or self.steps.turns >= self._max_turns

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for both until then, and after a draw."""
        result = self.steps.result
        if result is None:
            return [0.0, 0.0]
        return [1.0 if side is result.winner else -1.0 for side in SIDES]

    def __str__(self) -> str:
        return self.steps.position.diagram()


class PlanesObserver:
    """The planes of ``gajah.actions`` as each player sees them."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"the observer takes no parameters, found {params}")
        self.tensor = np.zeros(int(np.prod(PLANES_SHAPE)), np.float32)
        self.dict = {"observation": self.tensor.reshape(PLANES_SHAPE)}

    def set_from(self, state: ArimaaState, player: int) -> None:
        """Show a state to a player."""
        self.dict["observation"][:] = planes_for(state.steps, SIDES[player])

    def string_from(self, state: ArimaaState, player: int) -> str:  # noqa: ARG002
        """The board with letters, which both players see alike."""
        return str(state)


pyspiel.register_game(_TYPE, ArimaaGame)
