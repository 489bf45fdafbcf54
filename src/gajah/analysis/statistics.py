"""What many games add up to: results by ending, length, setup, material and time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

from gajah._core import Position, Setup, Side
from gajah.game import SCORE_OF, Game
from gajah.records.record import Record
from gajah.setups import SETUPS

# The most turns of a side, setups included, that games of each group have.
_LENGTHS = (10, 20, 30, 40, 60, 80)
# Leads of more pieces are counted together.
_MOST_LEAD = 5
_WINNERS = {score: winner for winner, score in SCORE_OF.items()}
_FRONT_AND_BACK = {Side.GOLD: (2, 1), Side.SILVER: (7, 8)}
_EMPTY = "."


@dataclass
class Outcomes:
    """How a group of games ended; ``unknown`` counts those without a result."""

    gold: int = 0
    silver: int = 0
    drawn: int = 0
    unknown: int = 0

    @property
    def games(self) -> int:
        """All games of the group."""
        return self.gold + self.silver + self.drawn + self.unknown

    @property
    def gold_share(self) -> float | None:
        """Gold's share of the points in games that have a result, 0 to 1."""
        decided = self.games - self.unknown
        return (self.gold + self.drawn / 2) / decided if decided else None

    def add(self, score: str) -> None:
        """Count a game that ended ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
        winner = _WINNERS.get(score)
        self.gold += winner is Side.GOLD
        self.silver += winner is Side.SILVER
        self.drawn += winner is None and score in _WINNERS
        self.unknown += score not in _WINNERS


class Groups(defaultdict[str, Outcomes]):
    """Groups of games by their names; ``order`` has the names that do not sort by size."""

    def __init__(self, order: Iterable[str] = ()) -> None:
        super().__init__(Outcomes)
        self._order = {name: place for place, name in enumerate(order)}

    def sorted(self) -> list[tuple[str, Outcomes]]:
        """The groups in their order, else the largest first."""
        return sorted(
            self.items(), key=lambda item: (self._order.get(item[0], 0), -item[1].games, item[0])
        )


class Times:
    """How long turns took, in whole seconds."""

    def __init__(self) -> None:
        self._seconds: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count a turn."""
        self._seconds[round(seconds)] += 1

    def shape(self) -> dict[str, float]:
        """Number, mean, median and maximum, as JSON can hold them."""
        turns, half = self._seconds.total(), 0
        for median in sorted(self._seconds):
            half += self._seconds[median]
            if half * 2 >= turns:
                break
        total = sum(seconds * count for seconds, count in self._seconds.items())
        longest = max(self._seconds)
        return {
            "turns": turns,
            "mean": round(total / turns, 1),
            "median": median,
            "longest": longest,
        }


def _length_names() -> list[str]:
    starts = (1, *(most + 1 for most in _LENGTHS))
    return [f"{low}-{high}" for low, high in zip(starts, _LENGTHS, strict=False)] + [
        f"{starts[-1]} or more"
    ]


def _lead_names() -> list[str]:
    return [_lead_name(lead) for lead in range(-_MOST_LEAD, _MOST_LEAD + 1)]


def _lead_name(lead: int) -> str:
    if lead == 0:
        return "even"
    side = "gold" if lead > 0 else "silver"
    return f"{side} +{abs(lead)}" + (" or more" if abs(lead) == _MOST_LEAD else "")


@dataclass
class GameStatistics:
    """Games counted: all of them, and in groups by what they have in common."""

    all: Outcomes = field(default_factory=Outcomes)
    #: By how they ended.
    endings: Groups = field(default_factory=Groups)
    #: By the turns of a side, setups included.
    lengths: Groups = field(default_factory=lambda: Groups(_length_names()))
    #: By the setup, front row and back row, mirrored ones together.
    gold_setups: Groups = field(default_factory=Groups)
    silver_setups: Groups = field(default_factory=Groups)
    #: By the side that captured first.
    first_captures: Groups = field(default_factory=Groups)
    #: By the pieces that a side was ahead by at the end.
    leads: Groups = field(default_factory=lambda: Groups(_lead_names()))
    #: By the time control.
    controls: Groups = field(default_factory=Groups)
    #: The times of turns after the setups, of each side and of winners and losers.
    times: defaultdict[str, Times] = field(default_factory=lambda: defaultdict(Times))

    def add(self, record: Record, game: Game) -> None:
        """Count a game that was replayed from a record."""
        score = record.score if game.result is None else game.result.score
        reason = "unknown" if game.result is None else game.result.reason.name.lower()
        groups = [
            self.all,
            self.endings[reason.replace("_", " ")],
            self.lengths[_length(game)],
            self.first_captures[_first_capture(game)],
            self.leads[_lead(game.position)],
            self.controls[record.tags.get("TimeControl") or "none"],
        ]
        for turn, label in zip(game.turns, game.labels, strict=True):
            if isinstance(turn, Setup):
                is_gold = label.side is Side.GOLD
                setups = self.gold_setups if is_gold else self.silver_setups
                groups.append(setups[_setup_name(turn, label.side)])
        for group in groups:
            group.add(score)
        self._add_times(record, _WINNERS.get(score))

    def _add_times(self, record: Record, winner: Side | None) -> None:
        for node in record.played:
            side = node.label.side
            for comment in node.comments:
                if (used_s := comment.used_s) is None or isinstance(node.turn, Setup):
                    continue
                self.times[side.name.lower()].add(used_s)
                if winner is not None:
                    self.times["winner" if side is winner else "loser"].add(used_s)

    def shape(self) -> dict[str, Any]:
        """All of it as JSON can hold it."""
        groups = {
            name: [{"name": key, **_shape(outcomes)} for key, outcomes in group.sorted()]
            for name, group in vars(self).items()
            if isinstance(group, Groups)
        }
        times = {name: times.shape() for name, times in sorted(self.times.items())}
        return {**_shape(self.all), **groups, "times": times}


def _shape(outcomes: Outcomes) -> dict[str, Any]:
    share = outcomes.gold_share
    return {
        "games": outcomes.games,
        **vars(outcomes),
        "gold_share": None if share is None else round(share, 4),
    }


def _length(game: Game) -> str:
    turns = (len(game.turns) + 1) // 2
    place = sum(turns > most for most in _LENGTHS)
    return _length_names()[place]


def _first_capture(game: Game) -> str:
    """The side whose opponent was the first to have fewer pieces than before."""
    positions = [each for each in game.positions if all(each.count(side) for side in Side)]
    for before, after in pairwise(positions):
        for side in (before.side.other, before.side):
            if after.count(side) < before.count(side):
                return side.other.name.lower()
    return "none"


def _lead(position: Position) -> str:
    lead = position.count(Side.GOLD) - position.count(Side.SILVER)
    return _lead_name(max(-_MOST_LEAD, min(_MOST_LEAD, lead)))


@cache
def _known_setups() -> dict[str, str]:
    return {_rows_name(front, back): name for name, (back, front) in SETUPS.items()}


def _setup_name(setup: Setup, side: Side) -> str:
    letters = {str(placed.square): str(placed.piece).upper() for placed in setup}
    front, back = (
        "".join(letters.get(f"{column}{row}", _EMPTY) for column in "abcdefgh")
        for row in _FRONT_AND_BACK[side]
    )
    rows = _rows_name(front, back)
    known = _known_setups().get(rows)
    return rows if known is None else f"{rows} ({known})"


def _rows_name(front: str, back: str) -> str:
    """Front row and back row, or their mirror image: the same for both."""
    return min(f"{front} {back}", f"{front[::-1]} {back[::-1]}")
