"""The processes that share a database, and which of them plays a game."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add both; no game belongs to a process yet."""
    op.add_column("games", sa.Column("owner", sa.String(24)))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
        sa.Column("server_time", sa.Double, nullable=False),
        sa.Column("backend", sa.Integer),
        sa.Column("ended", sa.Boolean, nullable=False),
        sa.Column("online", sa.JSON, nullable=False),
    )
