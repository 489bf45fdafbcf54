"""How good a position is at first sight, for the players that students change."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic

from gajah._core import Position, Side, Turn, Weights
from gajah.engine.limits import UNLIMITED, Limits
from gajah.engine.score import Score
from gajah.engine.weights import tuned_weights
from gajah.errors import quoted

Evaluate = Callable[[Position], float]
"""Tells how good a position between two turns is for gold: 0 is even, less is better for silver."""

WON = Score.win_in(0).raw
"""The value of a game that is won; that of any other position is smaller."""
INFINITY = WON + 1
# The rest of the time is for the call of core that is under way at the end.
_SHARE_OF_TIME = 0.8
# Thinking time where no clock says more.
_USUAL_S = 5.0


class Deadline:
    """The moment at which an answer is due."""

    def __init__(self, limits: Limits) -> None:
        if limits == UNLIMITED:
            limits &= Limits.exactly(_USUAL_S)
        self._limits = limits
        self._end_s = monotonic() + _SHARE_OF_TIME * limits.soft_s

    @property
    def is_over(self) -> bool:
        """Whether the answer is due now."""
        return self._limits.is_stopped or monotonic() >= self._end_s


class EvaluationFunction:
    """A judge of positions between two turns, by values for the side to move.

    This one asks a function; the one that ships is faster and gives way to no deadline.
    """

    def __init__(self, evaluate: Evaluate) -> None:
        self._evaluate = evaluate

    def value(self, position: Position) -> float:
        """Return the value without looking ahead; ``WON`` or ``-WON`` if the game is over."""
        if verdict := position.verdict():
            return WON if verdict.winner is position.side else -WON
        for_gold = self._evaluate(position)
        if not -WON < for_gold < WON:
            raise ValueError(f"an evaluation lies between {-WON} and {WON}, found {for_gold}")
        return for_gold if position.side is Side.GOLD else -for_gold

    def rate_turns(
        self, position: Position, deadline: Deadline, banned: Sequence[Position] = ()
    ) -> list[tuple[Turn, float]]:
        """Return every turn with the value that it leaves to the side that plays it.

        At the deadline, those rated so far.
        """
        rated: list[tuple[Turn, float]] = []
        forbidden = set(banned)
        for turn in position.legal_turns():
            after = position.play(turn)
            if after in forbidden:
                continue
            rated.append((turn, -self.value(after)))
            if deadline.is_over:
                break
        return rated

    def best_turn(
        self, position: Position, beta: float, first: Sequence[Turn], deadline: Deadline
    ) -> tuple[Turn, float]:
        """Return the best turn with its value, or one worth at least ``beta``.

        The legal ones of ``first`` are tried before all others.
        """
        best = Turn(), float(-INFINITY)
        legal = position.legal_turns()
        known = set(legal)
        for turn in (*(t for t in first if t in known), *legal):
            value = -self.value(position.play(turn))
            if value > best[1]:
                best = turn, value
            if best[1] >= beta or deadline.is_over:
                break
        return best


class WeightedFeatures(EvaluationFunction):
    """The evaluation that ships: core adds up the weights of the features that it sees.

    Each method is one call of core, of some 30 ms for all turns.
    """

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def value(self, position: Position) -> float:
        """See EvaluationFunction."""
        return self._weights.value(position)

    def rate_turns(
        self, position: Position, _: Deadline, banned: Sequence[Position] = ()
    ) -> list[tuple[Turn, float]]:
        """See EvaluationFunction."""
        return list(self._weights.evaluate_turns(position, banned))

    def best_turn(
        self, position: Position, beta: float, first: Sequence[Turn], _: Deadline
    ) -> tuple[Turn, float]:
        """See EvaluationFunction."""
        return self._weights.best_turn(position, int(beta), first=first)


def evaluation_of(evaluate: Evaluate | Weights | None) -> EvaluationFunction:
    """Return the judge: the weights that ship, other weights, or a function of a position."""
    if evaluate is None or isinstance(evaluate, Weights):
        return WeightedFeatures(evaluate or tuned_weights())
    return EvaluationFunction(evaluate)


def load_evaluate(name: str) -> Evaluate:
    """Return the function that ``module:function`` names, also one in the current folder.

    Raises ``ValueError`` if there is none.
    """
    module, colon, function = name.partition(":")
    if not colon or not module or not function:
        raise ValueError(f"expected module:function, found {quoted(name)}")
    folder = str(Path.cwd())
    sys.path.insert(0, folder)
    try:
        found = getattr(importlib.import_module(module), function)
    except Exception as error:  # The module is the student's: anything may be wrong with it.
        raise ValueError(f"the evaluation {quoted(name)} cannot be loaded: {error}") from None
    finally:
        sys.path.remove(folder)
    if not callable(found):
        raise ValueError(f"the evaluation {quoted(name)} is no function")
    evaluate: Evaluate = found
    return evaluate


def bot_name(kind: str, evaluate: Evaluate | Weights | None, *options: str) -> str:
    """Return the name of a player with this evaluation, such as ``minimax:depth=1``."""
    if function := getattr(evaluate, "__qualname__", ""):
        options += (f"evaluate={getattr(evaluate, '__module__', '')}:{function}",)
    return f"{kind}:{','.join(options)}" if options else kind
