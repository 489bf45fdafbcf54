"""The server's game archive: a table with tabs between its columns, one game a line."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import IO

from gajah.errors import NotationError, quoted
from gajah.game import SCORE_OF, Game, Result, Rules
from gajah.notation import TurnLabel
from gajah.records.comments import Comment
from gajah.records.events import WINNERS, LogEvent, TurnTimed, parse_event, parse_result
from gajah.records.reader import Found, Problem
from gajah.records.record import Record
from gajah.records.sources import Source, lines_of
from gajah.records.tree import Marker
from gajah.records.turns import TurnReader

JOINT = "\\n"
"""How the archive joins the lines of a list inside one column: a backslash and an n."""

NEEDED_COLUMNS = ("movelist", "result", "termination")
"""What every archive has."""

TAG_COLUMNS = {
    "Event": "event",
    "Site": "site",
    "Gold": "wusername",
    "Silver": "busername",
    "GoldRating": "wrating",
    "SilverRating": "brating",
    "TimeControl": "timecontrol",
    "GameId": "id",
}
_SCORES = {letter: SCORE_OF[winner] for letter, winner in WINNERS.items()}
# What the log counts backwards, or in decades, is no time that a player took.
_LONGEST_S = 10**9
_TIMESTAMP = re.compile(r"[0-9]{1,11}")


@dataclass(frozen=True, eq=False)
class ArchiveGame:
    """A game of the archive: all its columns as written, and what they mean, made on request.

    ``line`` is its line in the file; the errors of what is made name it.
    """

    columns: Mapping[str, str]
    line: int

    @cached_property
    def record(self) -> Record:
        """The game as a record, with the tags that records use; raises NotationError."""
        return self._read()

    def timed_record(self) -> Record:
        """A record of its own that says how long each turn took, as far as the log does."""
        record, used_s = self._read(), self.used_s
        for node in record.main_line:
            seconds = used_s.get(node.label)
            is_time = seconds is not None and 0 <= seconds < _LONGEST_S
            if is_time and not isinstance(node.turn, Marker):
                node.comments.append(Comment.of(used_s=seconds))
        return record

    def _read(self) -> Record:
        record = Record(self._tags(), line=self.line)
        turns = TurnReader(record)
        for line in self.columns["movelist"].split(JOINT):
            if turns.feed(line, self.line) < len(line):
                raise NotationError("a turn stands after the result", line=self.line)
        turns.close()
        record.score = _SCORES.get(self.columns["result"], "*")
        return record

    @cached_property
    def events(self) -> tuple[LogEvent, ...]:
        """The server's log of the game."""
        lines = self.columns.get("events", "")
        return tuple(map(parse_event, lines.split(JOINT))) if lines else ()

    @property
    def used_s(self) -> dict[TurnLabel, int]:
        """The seconds that each turn took, as far as the log says."""
        timed = (event for event in self.events if isinstance(event, TurnTimed))
        return {event.label: event.used_s for event in timed}

    @property
    def result(self) -> Result | None:
        """The recorded result, ``None`` if unknown; a code that is none raises NotationError."""
        try:
            return parse_result(self.columns["result"], self.columns["termination"])
        except NotationError as error:
            raise error.at_line(self.line) from None

    def game(self, *, rules: Rules = Rules.OFFICIAL) -> Game:
        """The game replayed to its recorded result; raises as ``Record.game`` does."""
        return self.record.game(rules=rules)

    def _tags(self) -> Iterator[tuple[str, str]]:
        for tag, column in TAG_COLUMNS.items():
            if value := self.columns.get(column):
                yield tag, value
        if _TIMESTAMP.fullmatch(started := self.columns.get("startts", "")):
            yield "Date", time.strftime("%Y.%m.%d", time.gmtime(int(started)))
        if score := _SCORES.get(self.columns["result"]):
            yield "ResultCode", self.columns["termination"]
            yield "Result", score


class Archive(Found[ArchiveGame]):
    """The games of an archive file; ``problems`` are the lines that are not games."""

    def __init__(self, columns: tuple[str, ...], items: Iterable[ArchiveGame | Problem]) -> None:
        super().__init__(items)
        self.columns = columns

    @property
    def games(self) -> list[ArchiveGame]:
        """The games, which this list holds itself."""
        return self


def read_archive(source: Source) -> Archive:
    """Read an archive from its text or its file. A line that is no game is a problem in the list.

    A ``str`` or ``bytes`` is the text itself; a file is given as a ``Path`` or open. Raises
    NotationError if the first line does not name the columns of an archive.
    """
    lines = lines_of(source)
    columns = _read_columns(lines)
    return Archive(columns, _read_games(lines, columns))


def iter_archive(source: Source) -> Iterator[ArchiveGame | Problem]:
    """The games of an archive one at a time, and the problems where they occur."""
    lines = lines_of(source)
    yield from _read_games(lines, _read_columns(lines))


def format_archive(archive: Archive) -> str:
    """The text of an archive: what was read, to the letter."""
    return "".join(_format_lines(archive.columns, archive.games))


def write_archive(archive: Archive, target: str | os.PathLike[str] | IO[str]) -> None:
    """Write an archive into a file, given by its path or open for text."""
    if isinstance(target, str | os.PathLike):
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            write_archive(archive, file)
    else:
        target.writelines(_format_lines(archive.columns, archive.games))


def _format_lines(columns: tuple[str, ...], games: Iterable[ArchiveGame]) -> Iterator[str]:
    yield format_row(columns)
    for game in games:
        yield format_row(game.columns[column] for column in columns)


def format_row(values: Iterable[str]) -> str:
    """One line of an archive: the names of its columns, or a game's values in their order."""
    return "\t".join(values) + "\n"


def _read_columns(lines: Iterator[tuple[str, str | None]]) -> tuple[str, ...]:
    header, problem = next(lines, ("", None))
    if problem:
        raise NotationError(problem)
    columns = tuple(header.split("\t"))
    if missing := [name for name in NEEDED_COLUMNS if name not in columns]:
        hint = "" if "\t" in header else " (a file is given as a Path)"
        raise NotationError(
            f"expected the names of an archive's columns with {missing[0]}, found {quoted(header)}"
            f"{hint}"
        )
    if len(set(columns)) < len(columns):
        raise NotationError("two columns of the archive have the same name")
    return columns


def _read_games(
    lines: Iterator[tuple[str, str | None]], columns: tuple[str, ...]
) -> Iterator[ArchiveGame | Problem]:
    count = 0
    for number, (text, problem) in enumerate(lines, start=2):
        if not text and not problem:
            continue
        count += 1
        values = text.split("\t")
        if not problem and len(values) != len(columns):
            problem = f"expected {len(columns)} columns, found {len(values)}"
        if problem:
            yield Problem(number, problem, count)
        else:
            yield ArchiveGame(dict(zip(columns, values, strict=True)), number)
