"""The evaluation that heuristic, minimax and the engine share, and what else was learned."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from gajah._core import WIN_SCORE, Position, StepWeights, Weights

WON = WIN_SCORE


@cache
def tuned_weights() -> Weights:
    """The weights that ship, from ``weights.json``: docs/engine.md says how they were made."""
    return Weights(_read("weights.json"))


@cache
def tuned_step_weights() -> StepWeights:
    """Which steps the alpha-beta search looks at first, from ``step_weights.json``."""
    return StepWeights(_read("step_weights.json"))


def _read(name: str) -> list[int]:
    text = resources.files("gajah.engine").joinpath(name).read_text("utf-8")
    weights: list[int] = json.loads(text)["weights"]
    return weights


def value(position: Position) -> int:
    """What a position between two turns is worth to the side to move, without looking ahead."""
    return tuned_weights().value(position)
