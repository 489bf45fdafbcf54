"""Correspondence games: those in which a turn has a day or more."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from gajah.clock import TimeControl
from gajah.web.games.rows import StoredGame

_DAY_S = 86_400.0


@lru_cache(maxsize=1000)
def _parse(control: str) -> TimeControl:
    return TimeControl.parse(control)


def is_correspondence(game: StoredGame) -> bool:
    """Whether a turn has a day or more, so that players come and go between turns."""
    return game.control is not None and not game.imported and _has_days(game.control)


def has_live_clock(control: str | None) -> bool:
    """Whether the game is soon over that a player has left; not where the clock is damaged."""
    with suppress(ValueError, TypeError):
        return control is not None and not _has_days(control)
    return False


def _has_days(control: str) -> bool:
    return _parse(control).move_s >= _DAY_S


def earliest_flag_s(control: str, turn_began: float) -> float:
    """Until when the turn that began then can be played, whatever reserve there is besides."""
    return turn_began + _parse(control).move_s


def turn_left_s(game: StoredGame, now_s: float) -> float | None:
    """How long the side to move still has, where each turn has its days and no reserve."""
    if game.turn_began is None or game.control is None or not is_correspondence(game):
        return None
    control = _parse(game.control)
    if control.reserve_s or control.percent:
        return None
    return max(0.0, game.turn_began + control.move_s - now_s)
