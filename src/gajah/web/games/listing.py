"""What searches of the library compare in a game, as columns of their own.

They are made of other columns whenever a game is written, so that one index has all of a search.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from gajah._core import Side

if TYPE_CHECKING:
    from gajah.web.games.rows import Row, StoredGame

_RATING_TAGS = {Side.GOLD: "GoldRating", Side.SILVER: "SilverRating"}
_RATING_DIGITS = 4


class ListedResult(IntEnum):
    """How a game ended; the library shows the highest first."""

    NONE = 0
    DRAW = 1
    SILVER = 2
    GOLD = 3


def find_rating(game: StoredGame, side: Side) -> int | None:
    """The rating that a game notes of a player, if it is a number."""
    return _rating_in(game.tags, side) or None


def note_rating(game: StoredGame, side: Side, rating: float) -> None:
    """Note a player's rating with a game, as records do."""
    game.tags = {**(game.tags or {}), _RATING_TAGS[side]: str(round(rating))}


def listed(gold_name: str, silver_name: str, tags: Any, winner: Any, reason: Any) -> Row:
    """The columns of a game that are made of these."""
    ratings = [_rating_in(tags, side) for side in Side]
    return {
        "names": names_of(gold_name, silver_name),
        "outcome": _outcome_of(winner, reason),
        "least_rating": min(ratings),
        "rating_sum": sum(ratings),
    }


def names_of(gold_name: str, silver_name: str) -> str:
    """Both players, to be searched and sorted by; no name has more than one line."""
    return f"{gold_name}\n{silver_name}".lower()


def _rating_in(tags: Any, side: Side) -> int:
    """A rating as a number, 0 where there is none; tags may be damaged."""
    text = tags.get(_RATING_TAGS[side]) if isinstance(tags, dict) else None
    if not isinstance(text, str) or len(text) > _RATING_DIGITS:
        return 0
    return int(text) if text.isascii() and text.isdigit() else 0


def _outcome_of(winner: Any, reason: Any) -> ListedResult:
    if winner == "g":
        return ListedResult.GOLD
    if winner == "s":
        return ListedResult.SILVER
    return ListedResult.NONE if reason is None else ListedResult.DRAW
