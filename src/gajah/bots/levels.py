"""Ten strengths for people, from a first game to all the engine can do.

What a level does is told in ``core/players/levels.h``; how far apart they are, in
docs/strength.md.
"""

from __future__ import annotations

from gajah._core import Level, levels

LEVELS: dict[int, Level] = dict(enumerate(levels(), start=1))
FULL_STRENGTH = max(LEVELS)


def find_level(number: int, *, by_network: bool = True) -> Level:
    """Return the level of that number; raises ValueError, also for a weak one without network."""
    if number not in LEVELS:
        raise ValueError(f"levels are 1 to {FULL_STRENGTH}, found {number}")
    if number != FULL_STRENGTH and not by_network:
        raise ValueError(f"levels below {FULL_STRENGTH} need the network's search")
    return LEVELS[number]
