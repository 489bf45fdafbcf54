"""The orders in which the library can be shown."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Integer, case, cast, func

from gajah._core import Side
from gajah.web.games.rows import StoredGame
from gajah.web.wire.shapes import Sort

_COLUMNS = StoredGame.__table__.columns
_RATING_TAGS = {Side.GOLD: "GoldRating", Side.SILVER: "SilverRating"}
_RATING_DIGITS = 4


def find_rating(game: StoredGame, side: Side) -> int | None:
    """The rating that a game notes of a player, if it is a number."""
    text = (game.tags or {}).get(_RATING_TAGS[side], "")
    is_number = text.isascii() and text.isdigit() and len(text) <= _RATING_DIGITS
    return int(text) if is_number and int(text) else None


def note_rating(game: StoredGame, side: Side, rating: float) -> None:
    """Note a player's rating with a game, as records do."""
    game.tags = {**(game.tags or {}), _RATING_TAGS[side]: str(round(rating))}


def order_of(sort: Sort, dialect: str) -> list[ColumnElement[Any]]:
    """What to sort by in that dialect of SQL; among equals the newest comes first."""
    keys: dict[Sort, list[ColumnElement[Any]]] = {
        "newest": [],
        "oldest": [_COLUMNS.created],
        "longest": [_COLUMNS.turn_count.desc()],
        "shortest": [_COLUMNS.turn_count],
        "rating": [(rating_of(Side.GOLD, dialect) + rating_of(Side.SILVER, dialect)).desc()],
        "players": [func.lower(_COLUMNS.gold_name), func.lower(_COLUMNS.silver_name)],
        "result": [_result()],
    }
    return [*keys[sort], _COLUMNS.created.desc(), _COLUMNS.id]


def rating_of(side: Side, dialect: str) -> ColumnElement[int]:
    """A rating as a number, 0 where there is none; what is no number must not be an error."""
    text = _COLUMNS.tags[_RATING_TAGS[side]].as_string()
    if dialect == "sqlite":
        is_number = func.json_valid(_COLUMNS.tags)
    else:
        is_number = text.regexp_match(f"^[0-9]{{1,{_RATING_DIGITS}}}$")
    return func.coalesce(case((is_number, cast(text, Integer)), else_=0), 0)


def _result() -> ColumnElement[int]:
    """Gold's wins, silver's, draws, and what is not decided."""
    return case(
        (_COLUMNS.winner == "g", 0),
        (_COLUMNS.winner == "s", 1),
        (_COLUMNS.reason.is_not(None), 2),
        else_=3,
    )
