"""Bots with accounts; bans, and what the owner has done."""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add all of them; there are none yet."""
    op.add_column("accounts", sa.Column("keeper", sa.String(24)))
    op.create_index("ix_accounts_keeper", "accounts", ["keeper"])
    op.create_index("ix_logins_account_id", "logins", ["account_id"])
    nothing = sa.Column("bots", sa.JSON, nullable=False, server_default="{}")
    op.add_column("processes", nothing)
    op.create_table(
        "bans",
        sa.Column("target", sa.String(64), primary_key=True),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
    )
    op.create_table(
        "acts",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.Column("target", sa.String(80), nullable=False),
        sa.Column("detail", sa.String(300), nullable=False),
    )
