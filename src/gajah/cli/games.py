"""Files of games as commands take them: any format, stdin too, and what is wrong where."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import IO, cast

from click.exceptions import Exit

from gajah.cli.text import STDIN, BadInput, open_stdin, reason_of
from gajah.errors import NotationError, shown
from gajah.files import NoPlainFile, whole_file
from gajah.game import Game, Rules
from gajah.records.archive import ArchiveGame
from gajah.records.games import iter_games
from gajah.records.reader import Problem
from gajah.records.record import Record
from gajah.records.replay import RefusedTurn

_SNIFFED_BYTES = 64


@dataclass(frozen=True)
class Mistake:
    """Something wrong, at a line of a file; line 0 is the file as a whole.

    ``game`` is the number of the game that could not be read, 0 for none.
    """

    line: int
    reason: str
    game: int = 0

    def told(self, file: str) -> str:
        """``FILE:LINE: REASON``."""
        where = f"{file}:{self.line}" if self.line else file
        return f"{where}: {shown(self.reason)}"


@dataclass(frozen=True)
class FoundGame:
    """A game of a file: the name the file goes by, and which game of it, from 1."""

    file: str
    number: int
    game: Record | ArchiveGame

    def replay(self, rules: Rules) -> Game | Mistake:
        """The game by the rules, or what they refuse."""
        return replayed(self.game.game, rules)

    def record(self) -> Record | Mistake:
        """The game as a record with its times, or why it is none."""
        try:
            return self.game if isinstance(self.game, Record) else self.game.timed_record()
        except NotationError as error:
            return Mistake(error.line, error.reason, self.number)


def replayed(replay: Callable[..., Game], rules: Rules) -> Game | Mistake:
    """What ``replay(rules=...)`` gives, or where and why the rules refuse it."""
    try:
        return replay(rules=rules)
    except RefusedTurn as error:
        return Mistake(error.line, str(error).removeprefix(f"line {error.line}, "))
    except NotationError as error:
        return Mistake(error.line, error.reason)


def file_name(name: str) -> str:
    """The name that a file goes by in answers."""
    return "stdin" if name == STDIN else shown(name)


def find_games(
    name: str,
    advance: Callable[[int], None] = lambda _: None,
    *,
    data: BytesIO | None = None,
) -> Iterator[FoundGame | Mistake]:
    """The games of a file, and what is wrong with the others or with the file.

    ``advance`` is called with the bytes read since the last call. ``data`` is what was read of
    stdin already.
    """
    try:
        with _opened(name, data) as file:
            yield from _find(file, file_name(name), advance)
    except OSError as error:
        yield Mistake(0, f"cannot be read: {reason_of(error)}")
    except NotationError as error:
        yield Mistake(error.line, error.reason)


class GameFiles:
    """The games of several files in order; mistakes go to stderr, and are counted."""

    def __init__(
        self,
        names: Iterable[str],
        *,
        is_quiet: bool = False,
        advance: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._names, self._advance = list(names), advance
        self._is_quiet = is_quiet
        self.mistakes = 0

    def __iter__(self) -> Iterator[FoundGame]:
        for name in self._names:
            for found in find_games(name, self._advance):
                if isinstance(found, Mistake):
                    self.complain(file_name(name), found)
                else:
                    yield found

    def complain(self, file: str, mistake: Mistake) -> None:
        """Say what is wrong, and count it."""
        self.mistakes += 1
        if not self._is_quiet:
            print(mistake.told(file), file=sys.stderr)

    def end(self) -> None:
        """Exit with 1 if anything was wrong."""
        if self.mistakes:
            raise Exit(1)


@contextmanager
def output(path: Path | None) -> Iterator[IO[str]]:
    """Stdout, or a file that is there whole or not at all; raises BadInput."""
    if path is None:
        yield sys.stdout
        return
    try:
        with (
            whole_file(path) as part,
            part.open("w", encoding="utf-8", newline="\n") as file,
        ):
            yield file
    except NoPlainFile as error:
        raise BadInput(str(error)) from None


def size_of(name: str) -> int:
    """The bytes of a file; 0 where that is not known."""
    try:
        return os.path.getsize(name)
    except OSError:
        return 0


@contextmanager
def _opened(name: str, data: BytesIO | None) -> Iterator[BufferedReader]:
    if data is not None:
        yield cast(BufferedReader, BufferedReader(data))
    elif name == STDIN:
        yield open_stdin()
    else:
        with Path(name).open("rb") as file:
            yield file


def _find(
    file: BufferedReader, name: str, advance: Callable[[int], None]
) -> Iterator[FoundGame | Mistake]:
    if _is_event(file):
        reason = "expected records of games: those of this event are in the .txt file beside it"
        yield Mistake(0, reason)
        return
    read = number = 0
    for game in iter_games(file):
        if not _is_empty(game):
            number += 1
            if isinstance(game, Problem):
                yield Mistake(game.line, game.reason, number)
            else:
                yield FoundGame(name, number, game)
        if file.seekable():
            advance(file.tell() - read)
            read = file.tell()
    if number == 0:
        yield Mistake(0, "expected games, found none")


def _is_event(file: BufferedReader) -> bool:
    """Whether it is the file of JSON lines that an event keeps beside its records."""
    begin = file.peek(_SNIFFED_BYTES)
    if not begin.startswith(b"{"):
        return False
    # Imported here: other files need not wait for it.
    from gajah.arena.store import HEADER_START

    return begin.startswith(HEADER_START)


def _is_empty(game: ArchiveGame | Record | Problem) -> bool:
    """Whether it has neither tags nor turns, as any other text would be read."""
    return isinstance(game, Record) and not game.tags and not game.children
