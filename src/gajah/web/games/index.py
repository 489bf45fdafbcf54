"""Finished games by their positions: the rows that the explorer reads.

A position and its mirror image have one key. Turns are told apart by the positions they lead to,
so that the order of their steps does not matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from gajah._core import Pattern, Position, Side, format_course
from gajah.notation import TurnLabel
from gajah.web.games.database import insert_into
from gajah.web.games.rows import IndexedGame, IndexedTurn, Row, StoredGame
from gajah.web.games.sorting import find_rating
from gajah.web.games.tree import GameTree
from gajah.web.games.writer import Statement
from gajah.web.wire.boards import letter

END = 0
"""The key after a game's last position."""

_NUMBER_BYTES = 8
_AT_ONCE = 1000


@dataclass(frozen=True)
class GameRows:
    """A game as rows, which may travel between processes; one that has not ended is not indexed."""

    game: Row
    nodes: list[Row]
    indexed: Row | None
    turns: list[Row]


def rows_of(game: StoredGame, tree: GameTree) -> GameRows:
    """All rows of a game."""
    own, turns = index_game(game, tree) if is_indexed(game) else (None, [])
    return GameRows(game.row(), tree.rows(game.id), own, turns)


def key_of(position: Position) -> int:
    """What stands for a position between two turns and for its mirror image."""
    return _signed(min(position.key, position.mirrored().key))


def index_game(game: StoredGame, tree: GameTree) -> tuple[Row, list[Row]]:
    """The rows of a game that has ended: its own, and those of its turns."""
    played = tree.game(tree.end)
    positions = played.positions
    keys = [key_of(position) for position in positions]
    number = _number(game, positions)
    ratings = {side: find_rating(game, side) for side in Side}
    labels = [*played.labels, played.label][: len(positions)]
    turns = []
    for label, key, next_key in zip(labels, keys, [*keys[1:], END], strict=True):
        won = game.winner == letter(label.side)
        turns.append(
            {
                "key": key,
                "next_key": next_key,
                "game": number,
                "ply": _ply(label),
                "score": 0 if game.winner is None else 1 if won else -1,
                "rating": ratings[label.side],
            }
        )
    return {"number": number, "game_id": game.id, "course": format_course(positions)}, turns


def add_statements(games: Sequence[Row], turns: Sequence[Row], dialect: str) -> list[Statement]:
    """What puts games that have ended into the index; one is put there once."""
    if not games:
        return []
    return [
        (insert_into(IndexedGame, dialect).on_conflict_do_nothing(), games),
        (insert_into(IndexedTurn, dialect).on_conflict_do_nothing(), turns),
    ]


def ending_statements(game: StoredGame, tree: GameTree, dialect: str) -> list[Statement]:
    """What puts a game into the index, if it has ended."""
    if not is_indexed(game):
        return []
    own, turns = index_game(game, tree)
    return add_statements([own], turns, dialect)


def drop_statements(session: Session, game: StoredGame, tree: GameTree) -> list[Statement]:
    """What takes a game out of the index."""
    found = session.scalar(select(IndexedGame.number).where(IndexedGame.game_id == game.id))
    if found is None:
        return []
    _, turns = index_game(game, tree)
    drops: list[Statement] = [
        (delete(IndexedTurn).where(IndexedTurn.key == key, IndexedTurn.game == found), ())
        for key in {turn["key"] for turn in turns}
    ]
    return [*drops, (delete(IndexedGame).where(IndexedGame.number == found), ())]


def games_with(position: Position) -> Select[str]:
    """The ids of the games in which a position occurred, or its mirror image."""
    return (
        select(IndexedGame.game_id)
        .join(IndexedTurn, IndexedTurn.game == IndexedGame.number)
        .where(IndexedTurn.key == key_of(position))
    )


def ids_with(session: Session, wanted: Select[Any], pieces: Pattern) -> list[str]:
    """The ids of those games of a query, in its order, in which pieces stood so at some time."""
    # As they lie in the table, page after page, and not one by one in the query's order.
    courses = select(IndexedGame.game_id, IndexedGame.course)
    found: set[str] = set()
    for part in session.execute(courses).yield_per(_AT_ONCE).partitions():
        plies = pieces.find([row.course for row in part])
        found.update(row.game_id for row, ply in zip(part, plies, strict=True) if ply >= 0)
    ids = session.scalars(wanted.with_only_columns(StoredGame.id))
    return [game_id for game_id in ids if game_id in found]


def is_indexed(game: StoredGame) -> bool:
    """Whether it has ended; a study has not."""
    return game.state == "over" and not game.is_study


def label_at(ply: int) -> str:
    """The label of an indexed turn."""
    return str(TurnLabel(ply // 2, Side.SILVER if ply % 2 else Side.GOLD))


def _ply(label: TurnLabel) -> int:
    return 2 * label.number + (label.side is Side.SILVER)


def _number(game: StoredGame, positions: Sequence[Position]) -> int:
    """The same for the same game in two files: players, day and positions agree."""
    tags = game.tags or {}
    source = tags.get("Date", "") if game.imported else game.id
    keys = [position.key for position in positions]
    text = repr((game.gold.name, game.silver.name, source, keys))
    digest = hashlib.blake2b(text.encode(), digest_size=_NUMBER_BYTES).digest()
    return int.from_bytes(digest, "big", signed=True)


def _signed(key: int) -> int:
    """As databases keep 64 bits."""
    return key - (1 << 64) if key >> 63 else key
