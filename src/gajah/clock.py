"""Time controls written ``M/R/P/L/G/T``, and the clocks that follow them.

Everything here is pure: a clock is told how long a turn took and never looks at the time itself.
All times are seconds, kept to the millisecond. ``docs/time-controls.md`` says where each rule
comes from, ``lab/clock.md`` what the server's log shows about it.

>>> parse_duration("2:30"), parse_duration("1.5s"), parse_duration("8", bare_unit="h")
(150.0, 1.5, 28800.0)
>>> format_duration(150), format_duration(90000), format_duration(0.25), format_duration(0)
('2m30s', '1d1h', '0.25s', '0')
>>> TimeControl(30, 120, max_reserve_s=300)
TimeControl.parse('30s/2m/100/5m')
>>> TimeControl.parse("0:30/3/100/5/8") == TimeControl.parse("30s/3m/100/5m/8h")
True
>>> from gajah._core import Side
>>> clock = Clock.start(TimeControl.parse("30s/2m"))
>>> clock.after_turn(Side.GOLD, 12).reserve_s(Side.GOLD)
138.0
>>> Clock.start(TimeControl.parse("1m/4m/100/0/0/3m")).usable_reserve_s(Side.GOLD)
120.0
"""

from __future__ import annotations

from typing import Literal

from gajah import _core
from gajah._core import Clock, TimeControl, format_duration, parse_duration

__all__ = [
    "SETUP_S",
    "Clock",
    "TimeControl",
    "Unit",
    "format_duration",
    "parse_duration",
]

#: The least time that a side has for its setup, in seconds, however short the move time is.
SETUP_S = _core.SETUP_S
#: A unit of time, as a control writes it.
Unit = Literal["s", "m", "h", "d"]
