"""Finished games by their positions: the rows that the explorer reads.

A position and its mirror image have one key. Turns are told apart by the positions they lead to,
so that the order of their steps does not matter. A game has a place there (`filing`), by which its
turns name it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from sqlalchemy import Connection, String, cast, delete, func, insert, select
from sqlalchemy.orm import Session

from gajah._core import Position, Side, format_course, mark_numbers
from gajah.notation import TurnLabel
from gajah.web.games.database import insert_into
from gajah.web.games.filing import give_places
from gajah.web.games.listing import find_rating
from gajah.web.games.rows import IndexedGame, IndexedTurn, Row, StoredGame
from gajah.web.games.tree import GameTree
from gajah.web.games.writer import Change, Statement
from gajah.web.wire.boards import letter

END = 0
"""The key after a game's last position."""

_NUMBER_BYTES = 8
_AT_ONCE = 500


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
    turns = []  # Which have no place yet.
    for label, key, next_key in zip(labels, keys, [*keys[1:], END], strict=True):
        won = game.winner == letter(label.side)
        turns.append(
            {
                "key": key,
                "next_key": next_key,
                "ply": _ply(label),
                "score": 0 if game.winner is None else 1 if won else -1,
                "rating": ratings[label.side],
            }
        )
    return {"number": number, "game_id": game.id, "course": format_course(positions)}, turns


def add_to_index(connection: Connection, made: Sequence[tuple[Row, list[Row]]]) -> None:
    """Put games that have ended into the index; one is put there once.

    Each is the row of its own and those of its turns, as `index_game` makes them.
    """
    dialect = connection.dialect.name
    for at in range(0, len(made), _AT_ONCE):
        some = made[at : at + _AT_ONCE]
        adding = insert_into(IndexedGame, dialect).on_conflict_do_nothing()
        connection.execute(adding, [own for own, _ in some])
        places = give_places(connection, [own["game_id"] for own, _ in some])
        turns = [
            {**turn, "game": places[own["game_id"]]}
            for own, rows in some
            if own["game_id"] in places
            for turn in rows
        ]
        if turns:
            # As they lie in the table.
            connection.execute(insert(IndexedTurn), sorted(turns, key=itemgetter("key")))


def adding(game: StoredGame, tree: GameTree) -> list[Change]:
    """What puts a game into the index, if it has ended."""
    return [partial(add_to_index, made=[index_game(game, tree)])] if is_indexed(game) else []


def drop_statements(session: Session, game: StoredGame, tree: GameTree) -> list[Statement]:
    """What takes a game out of the index."""
    place = session.scalar(select(StoredGame.place).where(StoredGame.id == game.id))
    if place is None:
        return []
    _, turns = index_game(game, tree)
    drops: list[Statement] = [
        (delete(IndexedTurn).where(IndexedTurn.key == key, IndexedTurn.game == place), ())
        for key in {turn["key"] for turn in turns}
    ]
    return [*drops, (delete(IndexedGame).where(IndexedGame.game_id == game.id), ())]


def places_with(session: Session, position: Position) -> bytes:
    """For each place, the byte 1 if in its game a position occurred or its mirror image, else 0."""
    # As one text: a hundred thousand rows would take longer than all the rest of the search.
    every = func.aggregate_strings(cast(IndexedTurn.game, String), ",")
    found = session.scalar(select(every).where(IndexedTurn.key == key_of(position)))
    return mark_numbers(found or "")


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
