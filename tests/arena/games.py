"""Events and finished games for tests, made without playing."""

from __future__ import annotations

from gajah._core import Setup, Side, Turn
from gajah.arena.event import Event
from gajah.arena.store import Finished
from gajah.bots.names import parse_players
from gajah.clock import TimeControl
from gajah.game import Reason, Result
from gajah.match.playing import Played
from gajah.match.running import TimedTurn
from gajah.match.terms import Terms
from tests.helpers import GOLD_SETUP, SILVER_SETUP


def make_event(*players: str, kind: str = "match", games: int = 4, **settings: object) -> Event:
    """An event of bots, under a clock unless it is said otherwise."""
    specs = tuple(parse_players(list(players or ("a@random", "b@random"))))
    terms = settings.pop("terms", Terms(TimeControl.parse("1s/10s")))
    return Event(kind, specs, terms, games, **settings)  # type: ignore[arg-type]


def finished(
    index: int,
    gold: str,
    silver: str,
    winner: Side | None = Side.GOLD,
    reason: Reason = Reason.FORFEIT,
    detail: str = "",
) -> Finished:
    """A game that ended after the setups and one turn."""
    played = (Setup.parse(GOLD_SETUP), Setup.parse(SILVER_SETUP), Turn.parse("Ee2n Ee3n"))
    turns = tuple(TimedTurn(turn, 0.25, 10.75) for turn in played)
    game = Played(gold, silver, Result(winner, reason), detail, turns)
    return Finished(index, game, "2026.11.15")
