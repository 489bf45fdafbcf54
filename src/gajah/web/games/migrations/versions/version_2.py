"""All tables of version 1, with every finished game in the index, and its boards in its course.

`upgrade.py` fills the index, as it does after every change.
"""

import sqlalchemy as sa
from alembic import op

from gajah.web.games.migrations.versions import version_1

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make the tables that an early database of version 1 lacks, and an empty index."""
    version_1.upgrade()
    op.execute("DELETE FROM indexed_turns")
    op.drop_table("indexed_games")
    op.create_table(
        "indexed_games",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.String(24), nullable=False, unique=True),
        sa.Column("course", sa.Text, nullable=False),
    )
