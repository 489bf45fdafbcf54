"""The positions and games that are measured; ``bench/make_data.py`` says how they were chosen."""

from __future__ import annotations

import gzip
from importlib.resources import files

from gajah._core import Position
from gajah.game import Reason
from gajah.records import read_archive


def sample_positions() -> list[Position]:
    """One position from each of the 100 sample games, from the opening to the last turn."""
    text = files("gajah.bench").joinpath("positions.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [Position.parse(line.split(" ", 2)[2]) for line in lines]


def goal_in_two_positions() -> list[Position]:
    """Positions with a proven goal in two turns; ``bench/make_goal_in_two.py`` chose them."""
    text = files("gajah.bench").joinpath("goal_in_two.txt").read_text(encoding="utf-8")
    return [Position.parse(line) for line in text.splitlines() if not line.startswith("#")]


def sample_archive() -> str:
    """The 100 sample games as the server's archive wrote them."""
    packed = files("gajah.bench").joinpath("games.tsv.gz").read_bytes()
    return gzip.decompress(packed).decode("utf-8")


def sample_goals() -> list[Position]:
    """The last position of every sample game that its next turn won by goal."""
    games = [archived.game() for archived in read_archive(sample_archive())]
    decided = [game for game in games if game.result and game.result.reason is Reason.GOAL]
    return [game.positions[-2] for game in decided]
