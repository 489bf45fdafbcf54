"""Ten strengths for people, from a first game to all the engine can do.

Weak levels err as people do: they play what looks natural and see less of what comes after. Below
full strength a step is drawn from the network's policy, sharpened by a short search; a higher
temperature makes the unlikely steps likelier, fewer nodes make the search blinder. How far apart
the levels are: docs/strength.md.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """What a level can see, and how closely it follows what it sees."""

    #: Positions looked at in a turn; ``None``: as many as there is time for.
    nodes: int | None = None
    #: 0 plays the best step found, 1 draws from the policy as it is.
    temperature: float = 0.0


LEVELS: dict[int, Level] = {
    1: Level(nodes=0, temperature=2.7),
    2: Level(nodes=0, temperature=2.2),
    3: Level(nodes=0, temperature=1.9),
    4: Level(nodes=0, temperature=1.5),
    5: Level(nodes=0, temperature=1.1),
    6: Level(nodes=0, temperature=0.7),
    7: Level(nodes=8, temperature=0.3),
    8: Level(nodes=24, temperature=0.1),
    9: Level(nodes=45, temperature=0.1),
    10: Level(),
}
FULL_STRENGTH = 10


def find_level(number: int) -> Level:
    """The level of that number; raises ``ValueError``."""
    if number not in LEVELS:
        raise ValueError(f"levels are 1 to {FULL_STRENGTH}, found {number}")
    return LEVELS[number]
