"""Ten strengths for people, from a first game to all the engine can do.

Weak levels err as people do: now and then they play what looks natural without asking what comes
after, and the weaker, the oftener; the weakest plays no other way. Such a turn is drawn from the
network's policy, step by step. The other turns are searched, the stronger the level, the longer.
How far apart the levels are: docs/strength.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from gajah.engine.engine import SETUP_TEMPERATURE

# Beyond it strong pieces begin to stand behind rabbits.
_MOST_VARIED_SETUPS = 0.7
#: The temperature of turns at a glance: 1 would draw from the policy as it is, more makes unlikely
#: steps likelier.
CARELESS = 2.0


@dataclass(frozen=True)
class Level:
    """How often a level looks ahead, and how far."""

    #: The share of its turns that are played at a glance.
    lapses: float = 0.0
    #: Positions looked at in the other turns; ``None``: as many as there is time for.
    nodes: int | None = None

    @property
    def setup_temperature(self) -> float:
        """How varied its setups are. Never so much that they look like no setup at all: a weak
        player's, too, should be worth imitating."""
        return SETUP_TEMPERATURE + self.lapses * (_MOST_VARIED_SETUPS - SETUP_TEMPERATURE)


LEVELS: dict[int, Level] = {
    1: Level(lapses=1.0, nodes=0),
    2: Level(lapses=0.753, nodes=22),
    3: Level(lapses=0.555, nodes=34),
    4: Level(lapses=0.397, nodes=55),
    5: Level(lapses=0.273, nodes=95),
    6: Level(lapses=0.195, nodes=160),
    7: Level(lapses=0.14, nodes=258),
    8: Level(lapses=0.095, nodes=460),
    9: Level(lapses=0.034),
    10: Level(),
}
FULL_STRENGTH = 10


def find_level(number: int, *, by_network: bool = True) -> Level:
    """Return the level of that number; raises ValueError, also for a weak one without network."""
    if number not in LEVELS:
        raise ValueError(f"levels are 1 to {FULL_STRENGTH}, found {number}")
    if number != FULL_STRENGTH and not by_network:
        raise ValueError(f"levels below {FULL_STRENGTH} need the network's search")
    return LEVELS[number]
