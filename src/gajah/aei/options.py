"""The options of AEI: what a controller may set, and the clock they add up to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gajah._core import DEEPEST, Side
from gajah.clock import Clock, TimeControl
from gajah.engine.engine import DEFAULT_SEARCH, HASH_MB_RANGE, THREADS_RANGE, Device, SearchKind
from gajah.engine.limits import Limits
from gajah.errors import quoted

USUAL_S = 5.0
"""The time for a turn in a game without a clock."""

# A controller that gives more seconds than a year has means no limit.
_MOST = 365 * 86400

# The terms of a game, and how its clock stands: the latter is another game's after newgame.
_TERMS = ("tcmove", "tcreserve", "tcpercent", "tcmax", "tctotal", "tcturns", "tcturntime")
_STANDINGS = ("greserve", "sreserve", "gused", "sused", "lastmoveused", "moveused")
# Without any of these there is no clock.
_CLOCKS = ("tcmove", "tcreserve", "greserve", "sreserve")
# Known, but nothing depends on them.
_IGNORED = ("opponent", "opponent_rating", "rating", "rated", "event")
# Settings of the engine itself, with the range each takes.
_RANGES = {
    "hash": HASH_MB_RANGE,
    "depth": (0, DEEPEST),
    "threads": THREADS_RANGE,
    "seed": (0, 2**31),
}


@dataclass
class Options:
    """The options as set so far."""

    numbers: dict[str, float] = field(default_factory=dict)
    engine: dict[str, int] = field(default_factory=dict)
    search: SearchKind = DEFAULT_SEARCH
    device: Device = Device.AUTO
    net: str | None = None

    def set(self, name: str, value: str) -> bool:
        """Take an option; ``False`` if it is unknown, raises ValueError if the value is bad."""
        if name in _IGNORED:
            return True
        if name == "search":
            self.search = SearchKind(value)
        elif name == "device":
            self.device = Device(value)
        elif name == "net":
            self.net = value or None
        elif name in _RANGES:
            low, high = _RANGES[name]
            number = _number(name, value)
            if name == "depth":
                number = max(0.0, number)  # 0 or less: no limit
            if number != int(number) or not low <= number <= high:
                raise ValueError(f"{name} takes a whole number from {low} to {high}")
            self.engine[name] = int(number)
        elif name in _TERMS or name in _STANDINGS:
            number = _number(name, value)
            # Controllers count down reserves that have just run out.
            self.numbers[name] = min(max(0.0, number), _MOST)
        else:
            return False
        return True

    def new_game(self) -> None:
        """The terms stay, the reserves are what they were at the start."""
        for name in _STANDINGS:
            self.numbers.pop(name, None)

    @property
    def engine_settings(self) -> dict[str, Any]:
        """What an engine is made with; another value needs another engine."""
        return {
            "search": self.search,
            "net": self.net,
            "hash_mb": self.engine.get("hash"),
            "threads": self.engine.get("threads", 1),
            "device": self.device,
        }

    @property
    def depth(self) -> int:
        """The steps to look ahead; all there is time for where none are set."""
        return self.engine.get("depth") or DEEPEST

    def limits(self, side: Side, late_s: float = 0.0, *, usual_s: float | None = USUAL_S) -> Limits:
        """How much to think now, by the clock that the controller described and that has been
        running for ``late_s`` more; ``usual_s`` is for neither a clock nor a depth."""
        get = self.numbers.get
        if not any(map(get, _CLOCKS)):
            return Limits.exactly(None if self.depth < DEEPEST else usual_s, depth=self.depth)
        control = TimeControl(
            move_s=get("tcmove", 0.0),
            reserve_s=get("tcreserve", 0.0),
            percent=min(100, int(get("tcpercent", 100))),
            max_reserve_s=get("tcmax", 0.0),
            game_limit_s=0,
            max_turn_s=get("tcturntime", 0.0),
        )
        clock = Clock(
            control,
            gold_reserve_s=get("greserve", control.reserve_s),
            silver_reserve_s=get("sreserve", control.reserve_s),
        )
        limits = Limits.of_clock(clock, side, used_s=get("moveused", 0.0) + late_s)
        return limits & Limits.exactly(depth=self.depth)


def read_option(line: str) -> tuple[str, str]:
    """Name and value of ``setoption name NAME [value VALUE]``; raises ``ValueError``."""
    words = line.split(None, 4)
    if len(words) < 3 or words[1] != "name" or (len(words) > 3 and words[3] != "value"):
        raise ValueError("expected setoption name NAME [value VALUE]")
    return words[2], words[4] if len(words) > 4 else ""


def _number(name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise ValueError(f"{name} takes a number, found {quoted(value)}") from None
    if not -1e9 < number < 1e9:
        raise ValueError(f"{name} takes a number, found {quoted(value)}")
    return number
