"""The server's log of a game: what it received, when, what it refused, and what the clocks said."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from gajah._core import Rule, Side
from gajah.errors import NotationError, quoted
from gajah.game import Reason, Result
from gajah.notation import SIDES, TurnLabel, parse_side

_LINE = re.compile(r"([0-9]{1,15}) \[[^\]]*\] (.*)", re.DOTALL)
_STARTED = re.compile(r"start move received from ([gswb])")
_RECEIVED = re.compile(r"move ([0-9]{1,6})([gswb]) received from ([gswb]) \[([^\]]*)\]")
_TIMED = re.compile(
    r"after ([0-9]{1,6})([gswb]), move used:(-?[0-9]{1,12})"
    r" wresv:(-?[0-9]{1,12}) bresv:(-?[0-9]{1,12}) game:(-?[0-9]{1,12})"
)
_REJECTED = re.compile(r"gameserver rejected move \[([^\]]*)\]; (.*)", re.DOTALL)
_CLAIMED = re.compile(r"result=([a-z])([a-z]) side=([gswb])")
_FINISHED = re.compile(r"game finished with result ([a-z]) ([a-z])")

WINNERS = {**SIDES, "d": None}
"""Who has won, by the server's letter; d is a draw."""

_RULES = {"push not completed": Rule.PUSH_UNFINISHED, "position repeats": Rule.REPETITION}


@dataclass(frozen=True)
class LogEvent:
    """A line of the server's log as written; ``time_s`` counts from 1970, if the line has one.

    Lines of a known kind are of a class of their own below.
    """

    line: str
    time_s: int | None


@dataclass(frozen=True)
class GameStarted(LogEvent):
    """Play began."""

    side: Side


@dataclass(frozen=True)
class TurnReceived(LogEvent):
    """A player sent a turn, which may be refused next."""

    label: TurnLabel
    side: Side
    turn: str


@dataclass(frozen=True)
class TurnTimed(LogEvent):
    """The clocks after a turn, in seconds."""

    label: TurnLabel
    used_s: int
    gold_reserve_s: int
    silver_reserve_s: int
    game_s: int


@dataclass(frozen=True)
class TurnRejected(LogEvent):
    """The server refused the turn it had just received."""

    turn: str
    reason: str

    @property
    def rule(self) -> Rule | None:
        """The rule its reason names; ``None`` where it only says that a step is bad."""
        return next((r for text, r in _RULES.items() if self.reason.startswith(text)), None)


@dataclass(frozen=True)
class ResultClaimed(LogEvent):
    """A result that a side brought about outside its turns, by resigning for one."""

    result: Result | None
    side: Side


@dataclass(frozen=True)
class GameFinished(LogEvent):
    """The result as the server settled it."""

    result: Result | None


def parse_result(winner: str, code: str) -> Result | None:
    """The result of a winner's letter, ``w b d`` or ``u`` for unknown, and a code for the reason.

    Other letters raise NotationError.
    """
    if winner == "u":
        return None
    if winner not in WINNERS:
        raise NotationError(f"expected a result w, b, d or u, found {quoted(winner)}")
    try:
        return Result(WINNERS[winner], Reason(code))
    except ValueError:
        raise NotationError(f"expected the code of a result, found {quoted(code)}") from None


def parse_event(line: str) -> LogEvent:
    """A line of the log; one of an unknown kind is a plain LogEvent."""
    match = _LINE.fullmatch(line)
    if not match:
        return LogEvent(line, None)
    time_s, text = int(match[1]), match[2]
    if found := _RECEIVED.fullmatch(text):
        return TurnReceived(line, time_s, _label(found), parse_side(found[3]), found[4])
    if found := _TIMED.fullmatch(text):
        used, gold, silver, game = (int(found[group]) for group in (3, 4, 5, 6))
        return TurnTimed(line, time_s, _label(found), used, gold, silver, game)
    if found := _REJECTED.fullmatch(text):
        return TurnRejected(line, time_s, found[1], found[2])
    if found := _STARTED.fullmatch(text):
        return GameStarted(line, time_s, parse_side(found[1]))
    with suppress(NotationError):  # a result in letters we do not know: the line is kept as it is
        if found := _CLAIMED.fullmatch(text):
            result = parse_result(found[1], found[2])
            return ResultClaimed(line, time_s, result, parse_side(found[3]))
        if found := _FINISHED.fullmatch(text):
            return GameFinished(line, time_s, parse_result(found[1], found[2]))
    return LogEvent(line, time_s)


def _label(match: re.Match[str]) -> TurnLabel:
    return TurnLabel(int(match[1]), parse_side(match[2]))
