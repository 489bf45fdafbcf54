"""Stored games with their turns, many of them by two statements."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from gajah._core import Position
from gajah.web.games.database import DatabaseAway
from gajah.web.games.rows import StoredGame, StoredNode
from gajah.web.games.tree import GameTree
from gajah.web.wire.errors import UnreadableGame
from gajah.web.wire.handicaps import read_handicap

LoadedGame = tuple[StoredGame, GameTree]

_log = logging.getLogger(__name__)
_NODES = StoredNode.__table__.columns


@contextmanager
def reading(game_id: str) -> Iterator[None]:
    """Log what is wrong with a stored game, and raise one refusal for it."""
    try:
        yield
    except (DatabaseAway, UnreadableGame):  # The database is to blame, or it is said already.
        raise
    except Exception as error:
        note = {"event": "game_damaged", "game": game_id}
        _log.error("game %s cannot be read: %r", game_id, error, extra=note)
        raise UnreadableGame(game_id) from error


def read_games(session: Session, ids: Collection[str]) -> dict[str, LoadedGame]:
    """Those games that there are, by id; any exception if one of them is damaged."""
    games = session.scalars(select(StoredGame).where(StoredGame.id.in_(ids))).all()
    # Plain rows: no mapped object has to be made for each turn.
    rows: defaultdict[str, list[Any]] = defaultdict(list)
    for row in session.execute(select(*_NODES).where(_NODES.game_id.in_(ids))):
        rows[row.game_id].append(row)
    return {game.id: (game, _tree(game, rows[game.id])) for game in games}


def _tree(game: StoredGame, rows: list[Any]) -> GameTree:
    start = Position.parse(game.start) if game.start else None
    return GameTree.of_rows(rows, start, read_handicap(game.handicap))
