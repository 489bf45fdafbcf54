"""Ten strengths for people, from a first game to all the engine can do.

Weak levels err as people do. The lowest see only their own turn and judge it roughly, now and
then overlooking a goal; the middle ones look ahead a little; the upper ones just have less time
to think. None ever throws pieces away on purpose. How far apart they are: docs/strength.md.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from gajah._core import Turn
from gajah.bots.evaluation import WON, tuned_weights
from gajah.game import Game


@dataclass(frozen=True)
class Level:
    """What a level can see.

    A level without ``nodes`` does not search: it picks the turn that looks best, misjudging
    each by about ``error_cr`` centi-rabbits, and overlooks ``blindness`` of the wins at hand.
    """

    error_cr: float = 0.0
    blindness: float = 0.0
    nodes: int | None = None
    depth: int = 64


LEVELS: dict[int, Level] = {
    1: Level(error_cr=220, blindness=0.6),
    2: Level(error_cr=90, blindness=0.3),
    3: Level(error_cr=25),
    4: Level(nodes=1_500, depth=5),
    5: Level(nodes=5_000, depth=6),
    6: Level(nodes=16_000, depth=8),
    7: Level(nodes=60_000),
    8: Level(nodes=220_000),
    9: Level(nodes=900_000),
    10: Level(),
}
FULL_STRENGTH = 10


def find_level(number: int) -> Level:
    """The level of that number; raises ``ValueError``."""
    if number not in LEVELS:
        raise ValueError(f"levels are 1 to {FULL_STRENGTH}, found {number}")
    return LEVELS[number]


def choose_roughly(game: Game, level: Level, rng: random.Random) -> Turn:
    """The turn that looks best to someone who sees only it, and not quite clearly."""
    scored = tuned_weights().evaluate_turns(game.position, game.banned_positions())

    def impression(score: int) -> float:
        if abs(score) >= WON and rng.random() < level.blindness:
            score = 0
        return score + rng.gauss(0, level.error_cr)

    return max(scored, key=lambda pair: impression(pair[1]))[0]
