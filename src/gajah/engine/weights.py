"""What was learned by hand-made features: the evaluation's weights and the order of steps."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from gajah._core import Position, StepWeights, Weights, features, material

# Weights are written in sixteenths, so that small ones can be told apart.
_UNIT = 16


@cache
def tuned_weights() -> Weights:
    """The weights that ship, from ``weights.json``: docs/engine.md says how they were made."""
    return Weights(_read("weights.json"))


@cache
def tuned_step_weights() -> StepWeights:
    """Which steps the alpha-beta search looks at first, from ``step_weights.json``."""
    return StepWeights(_read("step_weights.json"))


def explain(position: Position, weights: Weights | None = None) -> dict[str, float]:
    """Each feature of a position with what it adds for gold, the largest first.

    Their sum is the evaluation, up to rounding. ``material`` is a formula of its own.
    """
    weights = weights or tuned_weights()
    named = list(weights.by_name.items())
    terms = {"material": float(material(position))}
    for feature, count in features(position):
        name, weight = named[feature]
        terms[name] = count * weight / _UNIT
    return dict(sorted(terms.items(), key=lambda term: -abs(term[1])))


def _read(name: str) -> list[int]:
    text = resources.files("gajah.engine").joinpath(name).read_text("utf-8")
    weights: list[int] = json.loads(text)["weights"]
    return weights
