"""The options of AEI as Python's engine takes them; what they mean is in core/aei/options.h."""

from __future__ import annotations

from typing import Any

from gajah._core import AeiOptions, Side
from gajah.engine.engine import Device, SearchKind
from gajah.engine.limits import Limits


class Options:
    """The options as set so far."""

    def __init__(self, core: AeiOptions | None = None) -> None:
        self._core = core or AeiOptions()

    def copy(self) -> Options:
        """Return independent options with the same values."""
        return Options(self._core.copy())

    def set(self, name: str, value: str) -> bool:
        """Take an option; ``False`` if it is unknown, raises ValueError if the value is bad."""
        return self._core.set(name, value)

    def new_game(self) -> None:
        """The terms stay, the reserves are what they were at the start."""
        self._core.begin_game()

    @property
    def seed(self) -> int | None:
        """What makes random choices repeatable."""
        return self._core.number("seed")

    @property
    def engine_settings(self) -> dict[str, Any]:
        """What an engine is made with; another value needs another engine."""
        number = self._core.number
        return {
            "search": SearchKind(self._core.search),
            "net": self._core.net or None,
            "hash_mb": number("hash"),
            "threads": number("threads"),
            "device": Device(self._core.device),
            "level": number("level"),
        }

    def limits(self, side: Side, late_s: float = 0.0) -> Limits:
        """How much to think now, by the clock that the controller described and that has been
        running for ``late_s`` more; without one, until a stop."""
        return Limits(*self._core.limits(side, late_s))

    @property
    def limits_of_pondering(self) -> Limits:
        """How much to think on the opponent's time: no clock runs."""
        return Limits(*self._core.limits_of_pondering())
