"""Version 1 whole, with the winners of imported games, and every finished one in the index.

`upgrade.py` fills the index, as it does after every change.
"""

import sqlalchemy as sa
from alembic import op

from gajah.web.games.migrations.versions import version_1

revision = "2"
down_revision = "1"

_WINNERS = {"1-0": "g", "0-1": "s"}
_GAMES = sa.table(
    "games",
    sa.column("id", sa.String),
    sa.column("imported", sa.Boolean),
    sa.column("winner", sa.String),
    sa.column("reason", sa.String),
    sa.column("tags", sa.JSON),
)


def upgrade() -> None:
    """Make the tables that an early database of version 1 lacks, its winners, and an empty index."""
    version_1.upgrade()
    _fill_winners()
    op.execute("DELETE FROM indexed_turns")
    op.drop_table("indexed_games")
    op.create_table(
        "indexed_games",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.String(24), nullable=False, unique=True),
        sa.Column("course", sa.Text, nullable=False),
    )


def _fill_winners() -> None:
    connection = op.get_bind()
    is_open = sa.and_(_GAMES.c.imported, _GAMES.c.winner.is_(None), _GAMES.c.reason.is_(None))
    for game_id, tags in connection.execute(
        sa.select(_GAMES.c.id, _GAMES.c.tags).where(is_open)
    ).all():
        result = tags.get("Result") if isinstance(tags, dict) else None
        if winner := _WINNERS.get(str(result)):
            mine = _GAMES.c.id == game_id
            connection.execute(sa.update(_GAMES).where(mine).values(winner=winner))
