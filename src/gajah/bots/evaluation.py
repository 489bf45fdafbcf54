"""The evaluation that heuristic, minimax and the engine share."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from gajah._core import WIN_SCORE, Position, Weights

WON = WIN_SCORE


@cache
def tuned_weights() -> Weights:
    """The weights that ship, from ``weights.json``: docs/engine.md says how they were made."""
    text = resources.files("gajah.bots").joinpath("weights.json").read_text("utf-8")
    return Weights(json.loads(text)["weights"])


def value(position: Position) -> int:
    """What a position between two turns is worth to the side to move, without looking ahead."""
    verdict = position.verdict()
    if verdict is None:
        return tuned_weights().evaluate(position)
    return WON if verdict.winner is position.side else -WON
