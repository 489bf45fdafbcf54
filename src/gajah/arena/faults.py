"""Games that were not lost at the board: on time, by an illegal turn, by forfeit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gajah._core import Side
from gajah.arena.store import Finished
from gajah.game import Reason

_FAULTS = (Reason.TIME, Reason.ILLEGAL, Reason.FORFEIT)


@dataclass(frozen=True)
class Fault:
    """What a player did wrong, in how many games, and the details of the last one."""

    label: str
    reason: Reason
    games: int
    detail: str


def find_faults(games: Iterable[Finished]) -> list[Fault]:
    """The faults of every player of these games, one for each reason it has lost for."""
    found: dict[tuple[str, Reason], Fault] = {}
    for game in games:
        result = game.played.result
        if result.winner is None or result.reason not in _FAULTS:
            continue
        loser = result.winner.other
        label = game.played.gold if loser is Side.GOLD else game.played.silver
        before = found.get((label, result.reason))
        # The side it had in that game says nothing here.
        detail = game.played.detail.removeprefix(f"{loser.name.lower()} ")
        count = before.games + 1 if before else 1
        found[label, result.reason] = Fault(label, result.reason, count, detail)
    return list(found.values())
