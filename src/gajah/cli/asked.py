"""Positions that a command is asked about: given as text, or in files of positions or games."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from gajah._core import Position
from gajah.analysis.positions import iter_positions
from gajah.cli.games import FoundGame, GameFiles, Mistake, file_name, find_games
from gajah.cli.text import (
    STDIN,
    BadInput,
    open_stdin,
    parse_position,
    parse_position_in,
    reason_of,
)
from gajah.errors import NotationError
from gajah.game import Game, Rules
from gajah.notation import TurnLabel
from gajah.records.games import Format, sniff_format
from gajah.records.sources import lines_of

# A position has some 300 bytes; a file much larger than that holds several, or games.
_SNIFFED_BYTES = 1 << 16
# Lines that are empty or begin with # may stand before the first position.
_POSITION_LINE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*[gswb] \[")
_DIAGRAM = re.compile(r"^\s*(?:\+-|8\|)", re.MULTILINE)


@dataclass(frozen=True)
class AskedPosition:
    """A position, with its game if it has one; ``place`` and ``title`` say where in which file."""

    game: Game | Position
    title: str = ""
    place: dict[str, Any] = field(default_factory=dict)

    @property
    def position(self) -> Position:
        """The position itself."""
        return self.game.position if isinstance(self.game, Game) else self.game


class AskedPositions:
    """The positions that arguments name, in order; what is wrong with others goes to stderr.

    Of a game, these are all in which a turn was played, or the one before ``turn``.
    """

    def __init__(self, names: Sequence[str], turn: TurnLabel | None, rules: Rules) -> None:
        self._names, self._turn, self._rules = names, turn, rules
        self._files = GameFiles([])
        self.end = self._files.end

    def __iter__(self) -> Iterator[AskedPosition]:
        for name in self._names:
            if name == STDIN:
                yield from self._in_file(name, open_stdin().read())
            elif os.path.exists(name):
                yield from self._in_file(name, None)
            else:
                yield AskedPosition(parse_position(name))

    def refuse(self, asked: AskedPosition, reason: str) -> None:
        """Name a position that cannot be searched; raises BadInput for one that is in no file."""
        if not asked.title:
            raise BadInput(reason)
        self._files.complain(asked.title, Mistake(0, reason))

    def _in_file(self, name: str, data: bytes | None) -> Iterator[AskedPosition]:
        """What a file holds, or the data of stdin."""
        begin = _beginning(name) if data is None else data
        if sniff_format(begin) is Format.RECORDS:
            text = begin.decode("utf-8-sig", errors="replace")
            if _DIAGRAM.search(text) or _find_position(text):
                yield AskedPosition(parse_position_in(text, file_name(name)))
                return
            if _POSITION_LINE.match(text):
                yield from self._of_lines(name, data)
                return
        for found in find_games(name, data=None if data is None else BytesIO(data)):
            game = found if isinstance(found, Mistake) else found.replay(self._rules)
            if isinstance(game, Mistake):
                self._files.complain(file_name(name), game)
            elif isinstance(found, FoundGame):
                yield from self._of_game(game, found)

    def _of_lines(self, name: str, data: bytes | None) -> Iterator[AskedPosition]:
        """Positions in their short form, one a line; lines that start with # are skipped."""
        file = file_name(name)
        for number, (text, problem) in enumerate(lines_of(data or Path(name)), 1):
            line = text.strip()
            try:
                if problem:
                    raise NotationError(problem)
                if line and not line.startswith("#"):
                    place = {"file": file, "line": number}
                    yield AskedPosition(Position.parse(line), f"{file}:{number}", place)
            except NotationError as error:
                self._files.complain(file, Mistake(number, error.reason))

    def _of_game(self, game: Game, found: FoundGame) -> Iterator[AskedPosition]:
        for label, before in iter_positions(game):
            if self._turn in (None, label):
                yield _asked(before, found, label)


def _asked(game: Game, found: FoundGame, label: TurnLabel) -> AskedPosition:
    title = f"{found.file}, game {found.number}, {label}"
    return AskedPosition(
        game, title, {"file": found.file, "game": found.number, "label": str(label)}
    )


def _beginning(name: str) -> bytes:
    try:
        with Path(name).open("rb") as file:
            return file.read(_SNIFFED_BYTES + 1)
    except OSError as error:
        raise BadInput(f"cannot read {file_name(name)}: {reason_of(error)}") from None


def _find_position(text: str) -> Position | None:
    try:
        return Position.parse(text)
    except NotationError:
        return None
