"""Networks that know nothing, for tests of the search."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gajah._core import ACTIONS, FEATURE_WORDS, GumbelSearch, GumbelSettings, Position

Answer = tuple[NDArray[np.uint16], float]
Oracle = Callable[[NDArray[np.uint64]], Answer]

SETUPS = ["RRRRRRRRHDCMECDH", "RRRCCRRRHDRMERDH"]


def bfloat16(numbers: NDArray[np.float32]) -> NDArray[np.uint16]:
    """The upper halves of 32-bit floats."""
    return (numbers.view(np.uint32) >> 16).astype(np.uint16)


def flat(words: NDArray[np.uint64]) -> Answer:
    """Every step as likely as any other, every position even."""
    del words
    return np.zeros(ACTIONS, dtype=np.uint16), 0.0


def hashed(words: NDArray[np.uint64]) -> Answer:
    """Opinions that differ from position to position but never change."""
    chance = np.random.default_rng(zlib.crc32(words.tobytes()))
    logits = bfloat16(chance.normal(size=ACTIONS).astype(np.float32))
    return logits, float(chance.uniform(-0.5, 0.5))


def settings(noise: float = 0.0, candidates: int = 12) -> GumbelSettings:
    """How the tests search."""
    made = GumbelSettings()
    made.noise = noise
    made.candidates = candidates
    return made


def run(search: GumbelSearch, simulations: int, oracle: Oracle = flat) -> int:
    """Searches one step and says how often the oracle was asked."""
    row = np.zeros(FEATURE_WORDS, dtype=np.uint64)
    asked = 0
    search.begin(simulations)
    while search.run(row):
        search.supply(*oracle(row))
        asked += 1
    return asked


def searched(
    position: Position, simulations: int, oracle: Oracle = flat, **options: int
) -> GumbelSearch:
    """A finished search of a position without a past."""
    search = GumbelSearch(position, [position], settings(**options))
    run(search, simulations, oracle)
    return search
