"""Reading files of records: every game that can be read, and what is wrong with the others."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import NoReturn, TypeVar

from gajah.errors import NotationError, quoted
from gajah.records.record import SCORES, Record
from gajah.records.sources import Source, lines_of
from gajah.records.text import unescape
from gajah.records.turns import TurnReader

_T = TypeVar("_T")

_BRACKET = re.compile(r"\s*\[\s*[A-Za-z0-9_]")
_TAG_OPEN = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s*"')
_TAG_CLOSE = re.compile(r"\s*\]\s*")
_QUOTE = re.compile(r'\\.|"')
# As the server writes them: a name, a colon, and the value to the end of the line.
_COLON = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*):(?:\s+(\S.*)|\s*)", re.DOTALL)
_FILE_NAME = re.compile(r"[^\n]{1,1000}\.(?:txt|agf|pgn|tsv)")
# Inside a comment, such a tag after an empty line or a result is taken for the next game.
_NEXT_GAME = re.compile(r'[ \t]*\[[A-Za-z][A-Za-z0-9_]*[ \t]+"')


@dataclass(frozen=True)
class Problem:
    """Why a game could not be read: the line, the reason, and which game of the file, from 1."""

    line: int
    reason: str
    game: int

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason} (game {self.game})"


class Found(list[_T]):
    """What a file gave: the games that could be read, and the ``problems`` with the others."""

    def __init__(self, items: Iterable[_T | Problem] = ()) -> None:
        super().__init__()
        self.problems: list[Problem] = []
        for item in items:
            if isinstance(item, Problem):
                self.problems.append(item)
            else:
                self.append(item)


class Records(Found[Record]):
    """The records of a file in their order; ``problems`` says why others could not be read."""

    @property
    def records(self) -> list[Record]:
        """The records, which this list holds itself."""
        return self


def read_records(source: Source) -> Records:
    """Read a text or a file of records. A broken game is a problem in the list, never an error.

    A ``str`` or ``bytes`` is the text itself; a file is given as a ``Path`` or open. A ``str`` that
    is the name of a file raises ValueError.
    """
    if isinstance(source, str) and (_FILE_NAME.fullmatch(source) or os.path.isfile(source)):
        raise ValueError(f"expected the text of records, found a file: pass Path({source!r})")
    return Records(iter_records(source))


def iter_records(source: Source) -> Iterator[Record | Problem]:
    """The records of a text or a file one at a time, and the problems where they occur."""
    reader = _FileReader()
    number = 0
    for text, problem in lines_of(source):
        # Some old files end their lines with \r alone.
        for line in text.split("\r"):
            number += 1
            reader.feed(line, number, problem)
        if reader.ready:
            yield from reader.ready
            reader.ready.clear()
    reader.finish()
    yield from reader.ready


def parse_record(text: str) -> Record:
    """Read the text of one game; raises NotationError, also for none or more than one."""
    record = None
    for item in iter_records(text):
        if isinstance(item, Problem):
            raise NotationError(item.reason, line=item.line)
        if record is not None:
            raise NotationError("expected one game, found another", line=item.line)
        record = item
    if record is None:
        raise NotationError("expected a game, found none")
    return record


class _State(Enum):
    BETWEEN = auto()  # no game has begun
    TAGS = auto()
    TURNS = auto()
    SKIP_TAGS = auto()  # the game is broken; its own tags may still follow
    SKIP = auto()  # the game is broken; the next tag begins another


class _FileReader:
    """Fed line by line; finished records and problems gather in ``ready``."""

    def __init__(self) -> None:
        self.ready: list[Record | Problem] = []
        self._state = _State.BETWEEN
        self._games = 0
        self._turns = TurnReader(Record())
        self._gap_before = False

    def feed(self, text: str, number: int, problem: str | None) -> None:
        """Read a line; ``problem`` says why it is not text, if it is not."""
        error = NotationError(problem, line=number) if problem else None
        try:
            self._read(text, number, error)
        except NotationError as found:
            self._fail(found)

    def finish(self) -> None:
        """Hand over the game that has been read, if one has."""
        if self._state in (_State.TAGS, _State.TURNS):
            try:
                self._turns.close()
            except NotationError as problem:
                self._fail(problem)
            else:
                self.ready.append(_with_score(self._turns))
        self._state = _State.BETWEEN

    def _read(self, text: str, number: int, error: NotationError | None) -> None:
        empty = not text or text.isspace()
        if self._turns.in_comment and self._state is _State.TURNS:
            next_game = self._gap_before and _NEXT_GAME.match(text)
            self._gap_before = empty or text.strip() in SCORES
            if not next_game:
                if error:
                    raise error
                self._read_turns(text, number)
                return
        self._gap_before = False
        text = text.removeprefix("\ufeff")
        if empty and not error:
            self._read_empty()
        elif _is_tag(text):
            self._read_tags(text, number, error)
        elif self._state in (_State.SKIP, _State.SKIP_TAGS):
            self._state = _State.SKIP
        elif not text.lstrip().startswith("#"):
            if error:
                self._refuse(error)
            self._read_turns(text, number)

    def _refuse(self, error: NotationError) -> NoReturn:
        """A line that is no text: the game it stands in is broken, or one that begins there."""
        if self._turns.ended:
            self.finish()
        self._begin(error.line, _State.TURNS)
        raise error

    def _read_empty(self) -> None:
        if self._state is _State.SKIP_TAGS:
            self._state = _State.SKIP
        elif self._state is _State.TURNS and self._turns.ended:
            self.finish()

    def _read_tags(self, text: str, number: int, error: NotationError | None) -> None:
        if self._state is _State.SKIP_TAGS:
            return
        if self._state is not _State.TAGS and not self._is_only_comments():
            self.finish()
        self._begin(number, _State.TAGS)
        if error:
            raise error
        for name, value in _parse_tags(text, number):
            self._turns.record.tags.add(name, value)

    def _read_turns(self, text: str, number: int) -> None:
        at = 0
        while True:
            self._begin(number, _State.TURNS)
            at = self._turns.feed(text, number, at)
            if at >= len(text):
                return
            self.finish()  # the result stood in mid-line, and another game follows it

    def _is_only_comments(self) -> bool:
        """Whether this game has only comments so far, as above the first tags of a file."""
        record = self._turns.record
        return (
            self._state is _State.TURNS
            and not self._turns.in_comment
            and not self._turns.ended
            and not record.children
            and not record.tags
        )

    def _begin(self, number: int, state: _State) -> None:
        """Be inside a game, in that part of it; a new one if none has begun."""
        if self._state not in (_State.TAGS, _State.TURNS):
            self._games += 1
            self._turns = TurnReader(Record(line=number))
        self._state = state

    def _fail(self, problem: NotationError) -> None:
        self.ready.append(Problem(problem.line, problem.reason, self._games))
        self._state = _State.SKIP_TAGS if self._state is _State.TAGS else _State.SKIP


def _with_score(turns: TurnReader) -> Record:
    """The record; where it has no result line, its tag says how the game ended."""
    record = turns.record
    tag = record.tags.get("Result")
    if not turns.ended and tag in SCORES:
        record.score = str(tag)
    return record


def _is_tag(text: str) -> bool:
    return bool(_BRACKET.match(text) or _COLON.fullmatch(text))


def _parse_tags(text: str, number: int) -> Iterator[tuple[str, str]]:
    """The tags of a line: ``Name: value``, or any number of ``[Name "value"]``."""
    if colon := _COLON.fullmatch(text):
        yield colon[1], (colon[2] or "").rstrip()
        return
    at = 0
    while at < len(text):
        opened = _TAG_OPEN.match(text, at)
        if not opened:
            found = quoted(text[at:])
            raise NotationError(f'expected a tag like [Gold "you"], found {found}', line=number)
        end, at = _tag_end(text, opened.end(), number)
        yield opened[1], unescape(text[opened.end() : end], '"')


def _tag_end(text: str, start: int, number: int) -> tuple[int, int]:
    """Where the value that starts there ends, and where its tag ends."""
    for quote in _QUOTE.finditer(text, start):
        if quote[0] == '"':
            if closed := _TAG_CLOSE.match(text, quote.end()):
                return quote.start(), closed.end()
            break
    # Some tools do not escape quotes: then the last one of the line ends the value.
    end = text.rfind('"', start)
    closed = _TAG_CLOSE.fullmatch(text, end + 1)
    if end < 0 or not closed:
        raise NotationError('expected "] at the end of the tag', line=number)
    return end, closed.end()
