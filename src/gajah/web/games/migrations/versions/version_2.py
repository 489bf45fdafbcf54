"""All tables of version 1, with every finished game in the index of positions.

`upgrade.py` fills the index, as it does after every change.
"""

from gajah.web.games.migrations.versions import version_1

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make the tables that an early database of version 1 lacks."""
    version_1.upgrade()
