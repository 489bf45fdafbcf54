"""The orders in which the library can be shown."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement

from gajah.web.games.rows import StoredGame
from gajah.web.wire.shapes import Sort

_COLUMNS = StoredGame.__table__.columns
_KEYS: dict[Sort, list[ColumnElement[Any]]] = {
    "newest": [],
    "longest": [_COLUMNS.turn_count.desc()],
    "shortest": [_COLUMNS.turn_count],
    "rating": [_COLUMNS.rating_sum.desc()],
    "players": [_COLUMNS.names],
    "result": [_COLUMNS.outcome.desc()],
}


def order_of(sort: Sort) -> list[ColumnElement[Any]]:
    """What to sort by; among equals the newest comes first."""
    if sort == "oldest":
        return [_COLUMNS.created, _COLUMNS.id]
    return [*_KEYS[sort], _COLUMNS.created.desc(), _COLUMNS.id.desc()]
