"""All tables of version 1, who won the imported games, and every finished one in the index.

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
    """Make the tables that an early database of version 1 lacks, and fill its winners."""
    version_1.upgrade()
    connection = op.get_bind()
    is_open = sa.and_(_GAMES.c.imported, _GAMES.c.winner.is_(None), _GAMES.c.reason.is_(None))
    for game_id, tags in connection.execute(
        sa.select(_GAMES.c.id, _GAMES.c.tags).where(is_open)
    ).all():
        result = tags.get("Result") if isinstance(tags, dict) else None
        if winner := _WINNERS.get(str(result)):
            mine = _GAMES.c.id == game_id
            connection.execute(sa.update(_GAMES).where(mine).values(winner=winner))
