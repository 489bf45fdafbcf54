"""Games as rows of the server's archive, and rows as records that tell all their columns."""

from __future__ import annotations

import re
import time
from calendar import timegm

from gajah._core import Side
from gajah.errors import NotationError
from gajah.game import SCORE_OF
from gajah.records.archive import JOINT, TAG_COLUMNS, ArchiveGame
from gajah.records.record import Record
from gajah.records.tree import Marker, Node, format_turn

COLUMNS = (
    *("id", "wplayerid", "bplayerid", "wusername", "busername", "wtitle", "btitle"),
    *("wcountry", "bcountry", "wrating", "brating", "wratingk", "bratingk", "wtype", "btype"),
    *("event", "site", "timecontrol", "postal", "startts", "endts", "result", "termination"),
    *("plycount", "mode", "rated", "corrupt", "movelist", "events"),
)
"""The columns of the archive that the server publishes, in their order."""

_SIDES = {Side.GOLD: "w", Side.SILVER: "b"}
_RESULTS = {SCORE_OF[winner]: letter for winner, letter in (*_SIDES.items(), (None, "d"))}
_UNKNOWN = "u"
# What a record says by its turns, or cannot say: the log.
_NO_TAGS = ("movelist", "events")
_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")


def archive_columns(record: Record) -> dict[str, str]:
    """The main line and the tags of a record as columns of the archive.

    A tag that is named like a column is what stands there. Comments, glyphs, times and variations
    have no column. Raises NotationError for a game with a start or a handicap of its own.
    """
    if record.start is not None or record.handicap:
        reason = "an archive has no games that start from a position or with a handicap"
        raise NotationError(reason, line=record.line or 1)
    columns = dict.fromkeys(COLUMNS, "")
    for tag, column in TAG_COLUMNS.items():
        columns[column] = record.tags.get(tag) or ""
    nodes = record.main_line
    turns = sum(not isinstance(node.turn, Marker) for node in nodes)
    columns |= {
        "startts": _moment(record.tags.get("Date") or ""),
        "result": _RESULTS.get(record.score, _UNKNOWN),
        "termination": record.tags.get("ResultCode") or "",
        # The server counts the turns of gold.
        "plycount": str((turns + 1) // 2),
        "movelist": JOINT.join(map(_line, nodes)),
    }
    for column in COLUMNS:
        if (value := record.tags.get(column)) is not None:
            columns[column] = value
    return {name: value.replace("\t", " ") for name, value in columns.items()}


def full_record(game: ArchiveGame) -> Record:
    """The game as a record with its times, and a tag for each column that it would not tell.

    Only the server's log is left out. ``archive_columns`` makes the other columns of it again.
    """
    record = game.timed_record()
    told = archive_columns(record)
    for name, value in game.columns.items():
        if name not in _NO_TAGS and value != told.get(name, "") and _TAG_NAME.fullmatch(name):
            record.tags[name] = value
    return record


def is_whole_in_archive(record: Record) -> bool:
    """Whether it has nothing that an archive has no column for: words, glyphs, variations."""
    nodes = list(record.walk())
    said = any(node.comments or node.glyphs or len(node.children) > 1 for node in nodes)
    names = {*TAG_COLUMNS, *COLUMNS, "Date", "Result", "ResultCode"}
    return (
        not said
        and not record.comments
        and len(record.children) < 2
        and all(name in names for name, _ in record.tags)
    )


def _line(node: Node) -> str:
    label = f"{node.label.number}{_SIDES[node.label.side]}"
    return f"{label} {format_turn(node.turn)}".rstrip()


def _moment(date: str) -> str:
    try:
        return str(timegm(time.strptime(date, "%Y.%m.%d")))
    except (ValueError, OverflowError):
        return ""
