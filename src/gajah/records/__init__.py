"""Files of games: records read loosely and written in one form, and the server's archive."""

from __future__ import annotations

from gajah.records.archive import (
    Archive,
    ArchiveGame,
    format_archive,
    iter_archive,
    read_archive,
    write_archive,
)
from gajah.records.comments import Comment, Evaluation
from gajah.records.events import (
    GameFinished,
    GameStarted,
    LogEvent,
    ResultClaimed,
    TurnReceived,
    TurnRejected,
    TurnTimed,
)
from gajah.records.games import Format, iter_games
from gajah.records.json_lines import game_from_json, game_to_json
from gajah.records.reader import Problem, Records, iter_records, parse_record, read_records
from gajah.records.record import SCORES, Record
from gajah.records.replay import RefusedTurn
from gajah.records.tags import Tags
from gajah.records.tree import Branch, Marker, Node
from gajah.records.writer import format_record, format_records, write_records

__all__ = [
    "SCORES",
    "Archive",
    "ArchiveGame",
    "Branch",
    "Comment",
    "Evaluation",
    "Format",
    "GameFinished",
    "GameStarted",
    "LogEvent",
    "Marker",
    "Node",
    "Problem",
    "Record",
    "Records",
    "RefusedTurn",
    "ResultClaimed",
    "Tags",
    "TurnReceived",
    "TurnRejected",
    "TurnTimed",
    "format_archive",
    "format_record",
    "format_records",
    "game_from_json",
    "game_to_json",
    "iter_archive",
    "iter_games",
    "iter_records",
    "parse_record",
    "read_archive",
    "read_records",
    "write_archive",
    "write_records",
]
