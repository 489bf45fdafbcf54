"""Accounts, the browsers that are logged in to them, games that are rated or open to all."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add all of them; there are none yet."""
    _add_ratings()
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("key", sa.String(20), nullable=False, unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("created", sa.Double, nullable=False),
        *_glicko(),
        sa.Column("rated_games", sa.Integer, nullable=False),
    )
    op.create_table(
        "logins",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("account_id", sa.String(24), nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )


def _add_ratings() -> None:
    for seat in ("gold", "silver"):
        op.add_column("games", sa.Column(f"{seat}_account", sa.String(24)))
    for name in ("rated", "open"):
        never = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column("games", never)
    op.create_table(
        "rated_games",
        sa.Column("game_id", sa.String(24), primary_key=True),
        sa.Column("account_id", sa.String(24), primary_key=True, index=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
        *_glicko(),
    )


def _glicko() -> list[sa.Column[float]]:
    names = ("rating", "deviation", "volatility")
    return [sa.Column(name, sa.Double, nullable=False) for name in names]
