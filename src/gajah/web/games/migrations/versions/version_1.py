"""The first version, which has grown: its early databases lack the tables after the first three."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make what is missing of it."""
    _create_games()
    op.create_table(
        "facts",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
        if_not_exists=True,
    )
    _create_puzzles()
    _create_index()


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        *_seat("gold"),
        *_seat("silver"),
        sa.Column("control", sa.String(200)),
        sa.Column("start", sa.String(200)),
        sa.Column("handicap", sa.JSON),
        sa.Column("event", sa.String(200), nullable=False),
        sa.Column("imported", sa.Boolean, nullable=False),
        sa.Column("tags", sa.JSON),
        sa.Column("winner", sa.String(1)),
        sa.Column("reason", sa.String(1)),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("turn_count", sa.Integer, nullable=False),
        sa.Column("position", sa.String(200), nullable=False),
        sa.Column("draft", sa.JSON),
        sa.Column("turn_began", sa.Double),
        sa.Column("review", sa.JSON),
        if_not_exists=True,
    )
    op.create_index("games_newest_first", "games", ["created"], if_not_exists=True)
    op.create_index("games_by_state", "games", ["state"], if_not_exists=True)
    op.create_table(
        "nodes",
        sa.Column("game_id", sa.String(24), primary_key=True),
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("parent", sa.Integer),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("label", sa.String(10), nullable=False),
        sa.Column("turn", sa.String(200), nullable=False),
        sa.Column("glyphs", sa.String(80), nullable=False),
        sa.Column("comments", sa.JSON, nullable=False),
        sa.Column("played", sa.Boolean, nullable=False),
        if_not_exists=True,
    )


def _create_puzzles() -> None:
    op.create_table(
        "solvers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("seen", sa.Double, nullable=False),
        *_glicko(),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("in_row", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
        sa.Column("best_timed", sa.Integer, nullable=False),
        sa.Column("run", sa.JSON),
        if_not_exists=True,
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("solver_id", sa.String(64), primary_key=True),
        sa.Column("puzzle_id", sa.String(20), primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("due_after", sa.Integer),
        sa.Column("due_at", sa.Double),
        if_not_exists=True,
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle_id", sa.String(20), primary_key=True),
        *_glicko(),
        if_not_exists=True,
    )


def _create_index() -> None:
    op.create_table(
        "indexed_games",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game_id", sa.String(24), nullable=False, unique=True),
        if_not_exists=True,
    )
    op.create_table(
        "indexed_turns",
        sa.Column("key", sa.BigInteger, primary_key=True),
        sa.Column("next_key", sa.BigInteger, primary_key=True),
        sa.Column("game", sa.BigInteger, primary_key=True),
        sa.Column("ply", sa.SmallInteger, primary_key=True),
        sa.Column("score", sa.SmallInteger, nullable=False),
        sa.Column("rating", sa.SmallInteger),
        if_not_exists=True,
        sqlite_with_rowid=False,
    )


def _seat(side: str) -> list[sa.Column[object]]:
    return [
        sa.Column(f"{side}_player", sa.String(80), nullable=False),
        sa.Column(f"{side}_name", sa.String(200), nullable=False),
        sa.Column(f"{side}_token", sa.String(64)),
        sa.Column(f"{side}_taken", sa.Boolean, nullable=False),
    ]


def _glicko() -> list[sa.Column[object]]:
    names = ("rating", "deviation", "volatility")
    return [sa.Column(name, sa.Double, nullable=False) for name in names]
