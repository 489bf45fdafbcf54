"""Where players are told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add both kinds; there are none yet."""
    op.create_table(
        "push_endpoints",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(24), nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "mail_addresses",
        sa.Column("account_id", sa.String(24), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirm", sa.String(64), index=True),
        sa.Column("stop", sa.String(64), nullable=False, index=True),
        sa.Column("asked", sa.Double, nullable=False),
    )
