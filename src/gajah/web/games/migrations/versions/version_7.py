"""The library by what its searches compare: columns for them, places in the index, boards.

`upgrade.py` files the boards, as it does after every change.
"""

import json
from contextlib import suppress
from typing import Any

import sqlalchemy as sa
from alembic import op

from gajah.web.games.listing import listed

revision = "7"
down_revision = "6"

_GAMES = sa.table(
    "games",
    *map(sa.column, ("id", "created", "gold_name", "silver_name", "winner", "reason")),
    *map(sa.column, ("place", "names", "outcome", "least_rating", "rating_sum")),
    sa.column("tags"),
)
_INDEXED = sa.table("indexed_games", sa.column("number"), sa.column("game_id"))
_NOTES = sa.table("facts", sa.column("name"), sa.column("value"))


def upgrade() -> None:
    """Add all of them; games in the index get their places, the oldest first."""
    op.add_column("games", sa.Column("place", sa.Integer))
    op.add_column("games", sa.Column("names", sa.Text, nullable=False, server_default=""))
    for name in ("outcome", "least_rating", "rating_sum"):
        zero = sa.Column(name, sa.SmallInteger, nullable=False, server_default="0")
        op.add_column("games", zero)
    _fill_columns()
    _give_places()
    op.drop_index("games_newest_first", "games")
    listed_columns = [
        *("created", "id", "state", "outcome", "turn_count", "least_rating", "rating_sum"),
        *("names", "place", "gold_account", "silver_account"),
    ]
    op.create_index("games_listed", "games", listed_columns)
    op.create_index("ix_games_place", "games", ["place"])
    _name_games_by_places()
    op.create_table(
        "board_spans",
        sa.Column("stand", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("spans", sa.LargeBinary, nullable=False),
    )


def _fill_columns() -> None:
    connection = op.get_bind()
    known = (_GAMES.c[name] for name in ("id", "gold_name", "silver_name", "winner", "reason"))
    # Tags as they are written: they may be damaged.
    wanted = sa.select(*known, sa.cast(_GAMES.c.tags, sa.Text).label("tags"))
    rows = []
    for row in connection.execute(wanted).all():
        made = listed(row.gold_name, row.silver_name, _read(row.tags), row.winner, row.reason)
        rows.append({"game_id": row.id} | {f"new_{name}": made[name] for name in made})
    names = ("names", "outcome", "least_rating", "rating_sum")
    _change_games({name: sa.bindparam(f"new_{name}") for name in names}, rows)


def _give_places() -> None:
    connection = op.get_bind()
    in_index = _GAMES.join(_INDEXED, _INDEXED.c.game_id == _GAMES.c.id)
    wanted = sa.select(_GAMES.c.id).select_from(in_index)
    ids = connection.scalars(wanted.order_by(_GAMES.c.created, _GAMES.c.id)).all()
    rows = [{"game_id": game_id, "new_place": place} for place, game_id in enumerate(ids)]
    _change_games({"place": sa.bindparam("new_place")}, rows)
    connection.execute(sa.insert(_NOTES), {"name": "next_place", "value": str(len(ids))})


def _name_games_by_places() -> None:
    """Make the turns of the index again: they had a number of their game that says less."""
    op.execute(
        "CREATE TEMPORARY TABLE old_turns AS"
        " SELECT key, next_key, place AS game, ply, score, rating FROM indexed_turns"
        " JOIN indexed_games ON number = game JOIN games ON games.id = game_id"
    )
    op.drop_table("indexed_turns")
    op.create_table(
        "indexed_turns",
        sa.Column("key", sa.BigInteger, primary_key=True),
        sa.Column("next_key", sa.BigInteger, primary_key=True),
        sa.Column("game", sa.Integer, primary_key=True),
        sa.Column("ply", sa.SmallInteger, primary_key=True),
        sa.Column("score", sa.SmallInteger, nullable=False),
        sa.Column("rating", sa.SmallInteger),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO indexed_turns SELECT * FROM old_turns ORDER BY 1, 2, 3, 4")
    op.execute("DROP TABLE old_turns")


def _change_games(columns: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    if rows:
        this = sa.update(_GAMES).where(_GAMES.c.id == sa.bindparam("game_id"))
        op.get_bind().execute(this.values(columns), rows)


def _read(tags: str | None) -> Any:
    """Tags; none where they are damaged."""
    with suppress(ValueError):
        return json.loads(tags or "null")
    return None
