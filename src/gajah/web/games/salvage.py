"""What can be kept of a game that is damaged: its turns up to the first that makes no sense."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from gajah._core import Position
from gajah.clock import TimeControl
from gajah.web.games.drafts import StoredDraft
from gajah.web.games.rows import StoredGame, StoredNode
from gajah.web.games.seats import StoredSeat
from gajah.web.games.tree import ROOT, GameTree
from gajah.web.wire.errors import Refusal
from gajah.web.wire.handicaps import read_handicap

_COLUMNS = StoredGame.__table__.columns
_STATES = ("waiting", "setup", "playing", "over")


def salvage(session: Session, game_id: str) -> tuple[StoredGame, GameTree, list[str]]:
    """The game as far as it can be read, and the columns and turns that were lost."""
    lost: list[str] = []

    def column(name: str, default: Any, check: Callable[[Any], object] = lambda _: None) -> Any:
        wanted = select(_COLUMNS[name]).where(_COLUMNS.id == game_id)
        try:
            value = session.scalar(wanted)
            if value is not None:
                check(value)
        except Exception:
            # Anything may be raised by what is not what it should be.
            session.rollback()
            lost.append(name)
            return default
        return value

    def seat(side: str) -> StoredSeat:
        names = {name: column(f"{side}_{name}", default) for name, default in _SEAT.items()}
        return StoredSeat(names["player"], names["name"], names["token"], bool(names["taken"]))

    game = StoredGame(
        id=game_id,
        created=column("created", 0.0, float),
        state=column("state", "over", _STATES.index),
        gold=seat("gold"),
        silver=seat("silver"),
        control=column("control", None, TimeControl.parse),
        start=column("start", None, Position.parse),
        handicap=column("handicap", None, read_handicap),
        event=column("event", ""),
        imported=column("imported", False),
        tags=column("tags", None, dict),
        winner=column("winner", None),
        reason=column("reason", None),
        detail=column("detail", ""),
        draft=column("draft", None) or StoredDraft(),
        turn_began=column("turn_began", None, float),
        review=column("review", None),
    )
    tree = _tree(session, game, lost)
    game.turn_count = len(tree.played)
    game.position = tree.game(tree.end).position.short
    return game, tree, lost


_SEAT = {"player": "human", "name": "?", "token": None, "taken": True}


def _tree(session: Session, game: StoredGame, lost: list[str]) -> GameTree:
    start = Position.parse(game.start) if game.start else None
    handicap = read_handicap(game.handicap)
    mine = StoredNode.game_id == game.id
    numbers = list(session.scalars(select(StoredNode.id).where(mine).order_by(StoredNode.id)))
    rows = []
    for number in numbers:
        with suppress(Exception):
            (row,) = session.scalars(select(StoredNode).where(mine, StoredNode.id == number))
            # By itself: a turn that cannot be read takes with it only what follows it.
            alone = {**row.row(), "parent": None if number == ROOT else ROOT}
            GameTree.of_rows([StoredNode(**alone)], start, handicap)
            rows.append(row)
    tree = GameTree.of_rows(rows, start, handicap)
    for number in tree.played:
        try:
            tree.game(number)
        except Refusal:
            tree.delete(number, spare_played=False)
            break
    kept = {node["id"] for node in tree.rows(game.id)}
    lost += [f"turn {number}" for number in numbers if number not in kept]
    return tree


def raw_rows(session: Session, game_id: str) -> dict[str, list[dict[str, str]]]:
    """What the database has of a game, as it is, each value as Python writes it."""
    found = {}
    for table, key in (("games", "id"), ("nodes", "game_id")):
        rows = session.execute(text(f"SELECT * FROM {table} WHERE {key} = :id"), {"id": game_id})
        found[table] = [{k: repr(v) for k, v in row.items()} for row in rows.mappings()]
    return found
