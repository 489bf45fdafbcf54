"""Accounts, and the browsers that are logged in to them."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add both; there are none yet."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("key", sa.String(20), nullable=False, unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "logins",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(24), nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
