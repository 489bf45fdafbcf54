"""What was learned by hand-made features: the evaluation's weights and the order of steps."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from gajah._core import StepWeights, Weights


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
