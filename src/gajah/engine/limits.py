"""How much to think about one turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from gajah._core import DEEPEST, Side, Stop, share_of_clock
from gajah.clock import Clock

_FOREVER_S = 1e9


@dataclass(frozen=True)
class Limits:
    """What ends the thinking about one turn, whichever comes first.

    ``soft_s`` is what the turn is worth, ``hard_s`` what it must never exceed. ``nodes`` counts
    positions looked at and ``depth`` steps; docs/engine.md says what both mean for each search.
    ``stop``, once set from any thread, asks for an answer at once. Limits that differ in their
    stops alone are equal.
    """

    soft_s: float = _FOREVER_S
    hard_s: float = _FOREVER_S
    nodes: int | None = None
    depth: int = DEEPEST
    stop: Stop | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not 0 < self.soft_s <= self.hard_s:
            raise ValueError(
                f"limits need 0 < soft_s <= hard_s, found {self.soft_s:g} and {self.hard_s:g}"
            )
        if self.nodes is not None and self.nodes < 0:
            raise ValueError("a search takes 0 nodes or more")
        if not 1 <= self.depth <= DEEPEST:
            raise ValueError(f"a depth is 1 to {DEEPEST} steps")

    @property
    def is_stopped(self) -> bool:
        """Whether an answer is wanted at once."""
        return self.stop is not None and self.stop.is_set

    @classmethod
    def exactly(
        cls,
        time: float | None = None,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        stop: Stop | None = None,
    ) -> Limits:
        """The same for every turn, however clear the choice is; ``time`` in seconds."""
        seconds = _FOREVER_S if time is None else time
        return cls(seconds, seconds, nodes, DEEPEST if depth is None else depth, stop)

    @classmethod
    def of_clock(
        cls, clock: Clock, side: Side, *, used_s: float = 0.0, stop: Stop | None = None
    ) -> Limits:
        """What the side to move should and must at most spend on this turn."""
        available_s = min(clock.time_left_s(side, used_s), clock.game_time_left_s(used_s))
        reserve_s = clock.reserve_s(side)
        soft_s, hard_s = share_of_clock(available_s, clock.control.move_s, reserve_s, used_s)
        return cls(soft_s, hard_s, stop=stop)

    def __and__(self, other: Limits) -> Limits:
        """Both at once: the fewer nodes, the smaller depth, the time that must end sooner."""
        time = min(self, other, key=lambda limits: limits.hard_s)
        nodes = [limits.nodes for limits in (self, other) if limits.nodes is not None]
        depth, stop = min(self.depth, other.depth), self.stop or other.stop
        return Limits(time.soft_s, time.hard_s, min(nodes, default=None), depth, stop)


#: No limit at all: a search goes on until it is stopped.
UNLIMITED = Limits()
