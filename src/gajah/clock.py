"""Time controls written ``M/R/P/L/G/T``, and the clocks that follow them.

Everything here is pure: a clock is told how long a turn took and never looks at the time itself.
All times are seconds, kept to the millisecond. ``docs/time-controls.md`` says where each rule
comes from, ``lab/clock.md`` what the server's log shows about it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from gajah._core import Side
from gajah.errors import NotationError, quoted

__all__ = ["SETUP_S", "Clock", "TimeControl", "Unit", "format_duration", "parse_duration"]

Unit = Literal["s", "m", "h", "d"]

SETUP_S = 60
"""The least time a side has for the setup, however short the move time is."""

_UNIT_S: dict[str, int] = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_BELOW: dict[str, str] = {"m": "s", "h": "m", "d": "h"}

# Ten years: far above any postal game, far below what would lose milliseconds in a float.
_MAX_S = 3650 * 86400
# What a clock may add up to over a whole game of such turns.
_MAX_TOTAL_S = 10**12
_MAX_TURNS = 100_000
_MAX_PERCENT = 100
# Longer text is refused unread, so that megabytes of digits cost nothing.
_MAX_CHARS = 200

_BARE = re.compile(r"([0-9]+)(?:\.([0-9]{1,3}))?")
_COLON = re.compile(r"([0-9]*):([0-9]+)")
_PART = re.compile(r"([0-9]+)(?:\.([0-9]{1,3}))?([smhd])")
_TURNS = re.compile(r"([0-9]+)t")


def _to_ms(seconds: float, what: str, most_s: int = _MAX_S) -> int:
    # Written so that NaN, which fails every comparison, is refused too.
    if not 0 <= seconds <= most_s:
        raise ValueError(f"{what} must be from 0 to {most_s} seconds")
    return round(seconds * 1000)


def _number_ms(whole: str, fraction: str | None, unit: str) -> int:
    return (int(whole) * 1000 + int((fraction or "").ljust(3, "0"))) * _UNIT_S[unit]


def _find_duration_ms(text: str, bare_unit: str) -> int | None:
    if match := _BARE.fullmatch(text):
        return _number_ms(match[1], match[2], bare_unit)
    if (match := _COLON.fullmatch(text)) and bare_unit in _BELOW:
        smaller = _BELOW[bare_unit]
        return _number_ms(match[1] or "0", None, bare_unit) + _number_ms(match[2], None, smaller)
    parts = _PART.findall(text)
    units = [unit for _, _, unit in parts]
    if not parts or _PART.sub("", text) or len(set(units)) < len(units):
        return None
    return sum(_number_ms(*part) for part in parts)


def parse_duration(text: str, *, bare_unit: Unit = "m") -> float:
    """The seconds in ``2m30s``, ``2:30`` or ``2``; raises `NotationError` for anything else.

    ``bare_unit`` is the unit of a number without one, and of the part before the colon; the part
    after the colon is in the next smaller unit. Units may come in any order, each once.

    >>> parse_duration("2:30"), parse_duration("1.5s"), parse_duration("8", bare_unit="h")
    (150.0, 1.5, 28800.0)
    """
    duration_ms = None
    if len(text) <= _MAX_CHARS:
        duration_ms = _find_duration_ms(text.strip().lower(), bare_unit)
    if duration_ms is None:
        colon = f", 2:30 ({bare_unit}:{_BELOW[bare_unit]})" if bare_unit in _BELOW else ""
        raise NotationError(
            f"{quoted(text)} is not a time: expected a number ({bare_unit}){colon}"
            " or numbers with units s, m, h, d such as 2m30s"
        )
    if duration_ms > _MAX_S * 1000:
        raise NotationError(f"{quoted(text)} is too long a time: at most {_MAX_S // 86400}d")
    return duration_ms / 1000


def format_duration(seconds: float) -> str:
    """The one canonical text of a time, largest unit first; ``0`` for none.

    >>> format_duration(150), format_duration(90000), format_duration(0.25), format_duration(0)
    ('2m30s', '1d1h', '0.25s', '0')
    """
    rest_ms = _to_ms(seconds, "a time", _MAX_TOTAL_S)
    text = ""
    for unit in ("d", "h", "m"):
        count, rest_ms = divmod(rest_ms, _UNIT_S[unit] * 1000)
        text += f"{count}{unit}" if count else ""
    if rest_ms:
        whole, fraction = divmod(rest_ms, 1000)
        text += f"{whole}.{fraction:03}".rstrip("0").rstrip(".") + "s"
    return text or "0"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players have: ``M/R/P/L/G/T``.

    ``move_s`` (M) is given for every turn. Each side starts with ``reserve_s`` (R); ``percent``
    (P) of the move time a turn leaves goes into the reserve, up to ``max_reserve_s`` (L). The
    game is stopped and scored after ``game_limit_s`` of both sides' time or after
    ``game_limit_turns`` turns of each side (G, one or the other). ``max_turn_s`` (T) is the
    longest a single turn may take. 0 means no limit for L, G and T. Times are kept to the
    millisecond; an impossible value raises ``ValueError``.

    >>> TimeControl(30, 120, max_reserve_s=300)
    TimeControl.parse('30s/2m/100/5m')
    """

    move_s: float
    reserve_s: float = 0
    percent: int = 100
    max_reserve_s: float = 0
    game_limit_s: float = 0
    game_limit_turns: int = 0
    max_turn_s: float = 0

    def __post_init__(self) -> None:
        for name in ("move_s", "reserve_s", "max_reserve_s", "game_limit_s", "max_turn_s"):
            object.__setattr__(self, name, _to_ms(getattr(self, name), name) / 1000)
        for name, most in (("percent", _MAX_PERCENT), ("game_limit_turns", _MAX_TURNS)):
            value = getattr(self, name)
            if value not in range(most + 1):
                raise ValueError(f"{name} must be a whole number from 0 to {most}")
            object.__setattr__(self, name, int(value))
        if self.game_limit_s and self.game_limit_turns:
            raise ValueError("a game is limited by time or by turns, not by both")

    @classmethod
    def per_move(cls, seconds: float) -> TimeControl:
        """``seconds`` for every turn and nothing saved: ``per_move(5)`` is ``5s/0/0``."""
        return cls(seconds, percent=0)

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """The control that ``text`` writes; raises `NotationError` saying what was expected.

        A bare number is minutes, in G hours; ``2:30`` is minutes:seconds, in G hours:minutes.
        Fields may be left out at the end or left empty.

        >>> TimeControl.parse("0:30/3/100/5/8") == TimeControl.parse("30s/3m/100/5m/8h")
        True
        """
        if len(text) > _MAX_CHARS:
            raise NotationError(
                f"{quoted(text)} is not a time control: longer than {_MAX_CHARS} characters"
            )
        fields = [field.strip() for field in text.lower().split("/")]
        if not fields[0] or len(fields) > 6:
            raise NotationError(
                f"{quoted(text)} is not a time control: expected M/R/P/L/G/T with one to six"
                " fields, such as 30s/2m/100/5m/8h"
            )
        move, reserve, percent, limit, game, turn = fields + [""] * (6 - len(fields))
        turns = _TURNS.fullmatch(game)
        return cls(
            move_s=_time_field(text, "move time", move),
            reserve_s=_time_field(text, "reserve", reserve),
            percent=_count_field(text, "percent", percent or "100", _MAX_PERCENT),
            max_reserve_s=_time_field(text, "limit of the reserve", limit),
            game_limit_s=0 if turns else _time_field(text, "limit of the game", game, "h"),
            game_limit_turns=_count_field(text, "turns", turns[1], _MAX_TURNS) if turns else 0,
            max_turn_s=_time_field(text, "longest turn", turn),
        )

    def __str__(self) -> str:
        """The one canonical text: times with units, defaults at the end left out."""
        game = f"{self.game_limit_turns}t" if self.game_limit_turns else None
        fields = [
            format_duration(self.move_s),
            format_duration(self.reserve_s),
            str(self.percent),
            format_duration(self.max_reserve_s),
            game or format_duration(self.game_limit_s),
            format_duration(self.max_turn_s),
        ]
        defaults = ["100", "0", "0", "0"]
        while defaults and fields[-1] == defaults[-1]:
            fields.pop()
            defaults.pop()
        return "/".join(fields)

    def __repr__(self) -> str:
        return f"TimeControl.parse({str(self)!r})"

    def can_reach_turns(self, turns: int) -> bool:
        """Whether a game can reach ``turns`` finished turns of each side.

        An official match needs 80. A limit in turns must not be smaller; a limit in time must
        hold that many turns of both sides at the control's own pace, which is the whole move
        time (or T, if shorter). Without move time the pace is the reserve spread over the turns.
        """
        if self.game_limit_turns:
            return turns <= self.game_limit_turns and self.has_time
        side_s = turns * self.move_s if self.move_s else self.reserve_s
        if self.max_turn_s:
            side_s = min(side_s, turns * self.max_turn_s)
        return self.has_time and (not self.game_limit_s or 2 * side_s <= self.game_limit_s)

    @property
    def has_time(self) -> bool:
        """Whether the sides have any time at all: some old records name controls without."""
        return self.move_s > 0 or self.reserve_s > 0


def _time_field(text: str, what: str, field: str, bare_unit: Unit = "m") -> float:
    try:
        return parse_duration(field or "0", bare_unit=bare_unit)
    except NotationError as error:
        raise NotationError(f"time control {quoted(text)}, {what}: {error.reason}") from None


def _count_field(text: str, what: str, field: str, most: int) -> int:
    if not re.fullmatch("[0-9]+", field) or int(field) > most:
        raise NotationError(
            f"time control {quoted(text)}, {what}: {quoted(field)} is not a whole number"
            f" from 0 to {most}"
        )
    return int(field)


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' time at the start of a turn; a value that `after_turn` turns into the next.

    ``game_used_s`` is what both sides together have used in finished turns. A negative time or
    count raises ``ValueError``.

    >>> clock = Clock.start(TimeControl.parse("30s/2m"))
    >>> clock.after_turn(Side.GOLD, 12).reserve_s(Side.GOLD)
    138.0
    """

    control: TimeControl
    gold_reserve_s: float
    silver_reserve_s: float
    game_used_s: float = 0
    gold_turns: int = 0
    silver_turns: int = 0

    def __post_init__(self) -> None:
        for name in ("gold_reserve_s", "silver_reserve_s", "game_used_s"):
            seconds = _to_ms(getattr(self, name), name, _MAX_TOTAL_S) / 1000
            object.__setattr__(self, name, seconds)
        if self.gold_turns < 0 or self.silver_turns < 0:
            raise ValueError("the number of finished turns cannot be negative")

    @classmethod
    def start(cls, control: TimeControl) -> Clock:
        """The clock before the first turn of a game."""
        return cls(control, control.reserve_s, control.reserve_s)

    def reserve_s(self, side: Side) -> float:
        """What that side has in reserve before its next turn."""
        return self.gold_reserve_s if side is Side.GOLD else self.silver_reserve_s

    def time_left_s(self, side: Side, used_s: float = 0, *, is_setup: bool = False) -> float:
        """The longest that side may still think when it has used ``used_s`` of this turn.

        The game limit is not part of this: it stops a game without a loss on time. See
        `game_time_left_s`.
        """
        return max(0, self._allowed_ms(side, is_setup) - _used_ms(used_s)) / 1000

    def usable_reserve_s(self, side: Side, *, is_setup: bool = False) -> float:
        """How much of its reserve a turn of that side may use: all, unless T comes first.

        >>> Clock.start(TimeControl.parse("1m/4m/100/0/0/3m")).usable_reserve_s(Side.GOLD)
        120.0
        """
        allowed_ms = self._allowed_ms(side, is_setup)
        return max(0, allowed_ms - round(self._free_s(is_setup) * 1000)) / 1000

    def is_out_of_time(self, side: Side, used_s: float, *, is_setup: bool = False) -> bool:
        """Whether a turn that took (or has taken so far) ``used_s`` loses on time.

        Using the very last moment is still in time, as it is on the server.
        """
        return _used_ms(used_s) > self._allowed_ms(side, is_setup)

    def after_turn(self, side: Side, used_s: float, *, is_setup: bool = False) -> Clock:
        """The clock after that side has finished a turn that took ``used_s``.

        The reserve of a side that is out of time is 0.
        """
        used_ms = _used_ms(used_s)
        reserve_s = self._reserve_after_ms(side, used_ms, is_setup) / 1000
        by_gold = side is Side.GOLD
        return Clock(
            self.control,
            reserve_s if by_gold else self.gold_reserve_s,
            self.silver_reserve_s if by_gold else reserve_s,
            self.game_used_s + used_ms / 1000,
            self.gold_turns + by_gold,
            self.silver_turns + (not by_gold),
        )

    def game_time_left_s(self, used_s: float = 0) -> float:
        """The time until the game limit when ``used_s`` of this turn is used; ``inf`` if none."""
        if not self.control.game_limit_s:
            return math.inf
        limit_ms = round((self.control.game_limit_s - self.game_used_s) * 1000)
        return max(0, limit_ms - _used_ms(used_s)) / 1000

    def is_game_limit_reached(self) -> bool:
        """Whether the finished turns have used up G, so that the game is stopped and scored.

        A limit in turns is reached when both sides have finished that many.
        """
        if self.control.game_limit_turns:
            return min(self.gold_turns, self.silver_turns) >= self.control.game_limit_turns
        return self.game_time_left_s() == 0

    def _free_s(self, is_setup: bool) -> float:
        """What this turn may take without touching the reserve."""
        return max(self.control.move_s, SETUP_S) if is_setup else self.control.move_s

    def _allowed_ms(self, side: Side, is_setup: bool) -> int:
        """All the time this turn may take: move time and reserve, but no more than T."""
        allowed_s = self._free_s(is_setup) + self.reserve_s(side)
        if self.control.max_turn_s:
            # Both sides have the minute for the setup, even where T is shorter.
            longest_s = self.control.max_turn_s
            allowed_s = min(allowed_s, max(longest_s, SETUP_S) if is_setup else longest_s)
        return round(allowed_s * 1000)

    def _reserve_after_ms(self, side: Side, used_ms: int, is_setup: bool) -> int:
        control = self.control
        reserve_ms = round(self.reserve_s(side) * 1000)
        unused_ms = round(self._free_s(is_setup) * 1000) - used_ms
        if unused_ms <= 0:
            return max(0, reserve_ms + unused_ms)
        if is_setup:
            return reserve_ms
        grown_ms = reserve_ms + _share_ms(unused_ms, control.percent)
        if not control.max_reserve_s:
            return grown_ms
        # A starting reserve above L is kept; it only does not grow.
        return max(reserve_ms, min(grown_ms, round(control.max_reserve_s * 1000)))


def _used_ms(used_s: float) -> int:
    return _to_ms(used_s, "the time used")


def _share_ms(unused_ms: int, percent: int) -> int:
    """``percent`` of the unused time, rounded half up.

    The match rules round to the nearest second. That is meant for the server, which counts in
    whole seconds; time measured more finely is rounded to the millisecond instead, since a
    control of a tenth of a second per move would otherwise never save anything.
    """
    step_ms = 1000 if unused_ms % 1000 == 0 else 1
    divisor = 100 * step_ms
    return (unused_ms * percent + divisor // 2) // divisor * step_ms
