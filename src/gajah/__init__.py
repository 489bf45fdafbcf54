"""The Arimaa workshop: exact rules, formats, clocks, players and tools.

>>> import gajah
>>> pos = gajah.Position.parse(
...     "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]")
>>> pos.count_turns()
3353
"""

from gajah._core import (
    Capture,
    Direction,
    Kind,
    Pending,
    Piece,
    Placement,
    Position,
    Rule,
    Setup,
    Side,
    Square,
    Step,
    Turn,
    Verdict,
    VerdictReason,
    planes_batch,
)
from gajah.clock import Clock, TimeControl
from gajah.engine.analysis import Analysis
from gajah.engine.engine import Engine
from gajah.engine.limits import Limits
from gajah.engine.score import Score
from gajah.errors import IllegalTurn, NotationError
from gajah.game import Game, Reason, Result, Rules
from gajah.handicap import Handicap
from gajah.notation import Arrow, Mark, TurnLabel
from gajah.random_game import random_game
from gajah.records import Record, read_archive, read_records, write_records

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Arrow",
    "Capture",
    "Clock",
    "Direction",
    "Engine",
    "Game",
    "Handicap",
    "IllegalTurn",
    "Kind",
    "Limits",
    "Mark",
    "NotationError",
    "Pending",
    "Piece",
    "Placement",
    "Position",
    "Reason",
    "Record",
    "Result",
    "Rule",
    "Rules",
    "Score",
    "Setup",
    "Side",
    "Square",
    "Step",
    "TimeControl",
    "Turn",
    "TurnLabel",
    "Verdict",
    "VerdictReason",
    "planes_batch",
    "random_game",
    "read_archive",
    "read_records",
    "write_records",
]
