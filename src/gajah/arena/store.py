"""The files of an event: one of JSON lines, and one of records for people and other tools.

The JSON lines are the truth: first the event, then each game as it finishes, in one write. An
event that becomes longer is written once more. The records follow from the lines, so after a sudden
end at any moment both can be put right: half a line is dropped, and records that are missing are
written again. No game counts twice or is lost.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO

from gajah._core import Position, Side
from gajah.arena.event import Event
from gajah.clock import TimeControl
from gajah.game import Reason, Result, Rules
from gajah.match.play import Played
from gajah.match.record import make_record
from gajah.match.referee import Adjudication, Terms, TimedTurn
from gajah.match.spec import PlayerSpec
from gajah.records.writer import format_record

FORMAT = 1
"""The version of the JSON lines."""

RECORD_SUFFIX = ".txt"
# How the first line of our own files begins, should it have been cut off.
_HEADER_START = b'{"gajah":'
_WINNERS = {"g": Side.GOLD, "s": Side.SILVER, "": None}


class StoreError(ValueError):
    """A file that an event cannot go on in."""


@dataclass(frozen=True)
class Finished:
    """A game of an event that has been played."""

    index: int
    played: Played
    date: str = ""

    @property
    def pair(self) -> int:
        """The number of its pair."""
        return self.index // 2

    def points(self, label: str) -> float:
        """What that player scored."""
        winner = self.played.result.winner
        if winner is None:
            return 0.5
        return float(label == (self.played.gold if winner is Side.GOLD else self.played.silver))


@dataclass
class _Content:
    """What a file of JSON lines holds up to the end of its last whole line.

    ``record_sizes`` are the bytes that each game takes in the file of records.
    """

    header: dict[str, object] | None = None
    games: list[Finished] = field(default_factory=list)
    record_sizes: list[int] = field(default_factory=list)
    end: int = 0

    @property
    def planned(self) -> int:
        """How many games the event is to have; none while there is no event."""
        return int(str(self.header["games"])) if self.header else 0


class Store:
    """The two files of an event, held by one process at a time."""

    def __init__(self, path: Path, file: BinaryIO, event: Event, content: _Content) -> None:
        self.path = path
        self.event = event
        self.games = content.games
        self._file = file
        self._mend_records(content.record_sizes)

    @classmethod
    def open(cls, path: Path, event: Event) -> Store:
        """Begin an event's files, or go on in those that exist.

        Raises StoreError if they hold anything else or another process is writing them.
        """
        if path.suffix == RECORD_SUFFIX:
            raise StoreError(f"{path.name}: the records of an event go there, not its JSON lines")
        file = _lock(path)
        try:
            content = _read(file, path.name)
            wanted = event_to_json(event)
            if content.header is None:
                _check_free(path.with_suffix(RECORD_SUFFIX))
            elif difference := _difference(content.header, wanted):
                raise StoreError(f"{path.name} holds another event: {difference}")
            if content.planned < event.games:
                file.write(_line({"gajah": FORMAT, **wanted}))
                file.flush()
            return cls(path, file, event, content)
        except BaseException:
            file.close()
            raise

    @property
    def record_path(self) -> Path:
        """The file of records."""
        return self.path.with_suffix(RECORD_SUFFIX)

    def add(self, game: Finished) -> None:
        """Keep a game for good."""
        record = self._record(len(self.games), game)
        self._file.write(_line({**_game_to_json(game), "record_bytes": len(record)}))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.games.append(game)
        with self.record_path.open("ab") as records:
            records.write(record)

    def close(self) -> None:
        """Let go of the files."""
        self._file.close()

    def _record(self, number: int, game: Finished) -> bytes:
        """What a game adds to the file of records in which it is number so and so, from 0."""
        tags = {"Event": self.event.name, "Round": str(game.index + 1), "Date": game.date}
        record = make_record(game.played, self.event.terms, tags)
        return ("\n" * (number > 0) + format_record(record)).encode()

    def _mend_records(self, sizes: list[int]) -> None:
        """Cut off what is not a whole record of a game that counts, and write what is missing."""
        if not sizes and not self.record_path.exists():
            return
        with self.record_path.open("a+b") as records:
            found = records.seek(0, os.SEEK_END)
            ends = [0, *accumulate(sizes)]
            whole = max(number for number, end in enumerate(ends) if end <= found)
            records.truncate(ends[whole])
            for number in range(whole, len(sizes)):
                records.write(self._record(number, self.games[number]))


def read_store(path: Path) -> tuple[Event, list[Finished]]:
    """The event in a file and its finished games; raises StoreError or OSError."""
    content = _parse(path.read_bytes(), path.name)
    if content.header is None:
        raise StoreError(f"{path.name} holds no event")
    return event_from_json(content.header), content.games


def event_to_json(event: Event) -> dict[str, object]:
    """An event as JSON can hold it."""
    terms = event.terms
    return {
        "kind": event.kind,
        "name": event.name,
        "players": [str(spec) for spec in event.players],
        "games": event.games,
        "pairs": event.pairs,
        "book": event.book,
        "seed": event.seed,
        "time": None if terms.control is None else str(terms.control),
        "patience": terms.patience_s,
        "margin": terms.margin_s,
        "max_turns": terms.max_turns,
        "rules": terms.rules.value,
        "adjudicate": None if terms.adjudication is None else str(terms.adjudication),
    }


def event_from_json(data: Mapping[str, object]) -> Event:
    """The event that `event_to_json` wrote; raises StoreError."""
    try:
        time, adjudicate = data["time"], data["adjudicate"]
        terms = Terms(
            control=None if time is None else TimeControl.parse(str(time)),
            patience_s=float(str(data["patience"])),
            margin_s=float(str(data["margin"])),
            max_turns=int(str(data["max_turns"])),
            rules=Rules(data["rules"]),
            adjudication=None if adjudicate is None else Adjudication.parse(str(adjudicate)),
        )
        players = data["players"]
        assert isinstance(players, list)
        return Event(
            kind=str(data["kind"]),
            players=tuple(PlayerSpec.parse(str(text)) for text in players),
            terms=terms,
            games=int(str(data["games"])),
            book=str(data["book"]),
            seed=int(str(data["seed"])),
            name=str(data["name"]),
            pairs=int(str(data["pairs"])),
        )
    except (KeyError, ValueError, AssertionError) as error:
        raise StoreError(f"the first line describes no event: {error}") from None


def _difference(header: Mapping[str, object], wanted: Mapping[str, object]) -> str:
    """What keeps a file's event from being the one wanted; more games are no difference."""
    for key, value in wanted.items():
        if key != "games" and header.get(key) != value:
            return f"its {key} is {header.get(key)!r}, not {value!r}"
    return ""


def _lock(path: Path) -> BinaryIO:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a+b")
    try:
        import fcntl
    except ImportError:
        # Not on this system; two processes in one file are then the user's to avoid.
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise StoreError(f"another process is writing {path.name}") from None
    return file


def _check_free(records: Path) -> None:
    """Raise StoreError if a new event would write over somebody's file."""
    if records.exists() and records.stat().st_size:
        raise StoreError(f"{records.name} holds something else already: name another file")


def _read(file: BinaryIO, name: str) -> _Content:
    file.seek(0)
    content = _parse(file.read(), name)
    # Half a line, from a process that was killed while it wrote.
    file.truncate(content.end)
    file.seek(0, os.SEEK_END)
    return content


def _parse(data: bytes, name: str) -> _Content:
    content = _Content(end=data.rfind(b"\n") + 1)
    seen: set[int] = set()
    for number, line in enumerate(data[: content.end].splitlines(), 1):
        try:
            value = json.loads(line)
            if content.header is None or "gajah" in value:
                content.header = _check_header(value)
                continue
            game = _game_from_json(value)
            if game.index in seen:
                raise ValueError(f"game {game.index} is there twice")
            seen.add(game.index)
            content.games.append(game)
            content.record_sizes.append(int(value["record_bytes"]))
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise StoreError(f"{name}: line {number} is damaged: {error}") from None
    if content.header is None and not _HEADER_START.startswith(data[: len(_HEADER_START)]):
        raise StoreError(f"{name}: line 1 is no event of this program")
    return content


def _check_header(value: dict[str, object]) -> dict[str, object]:
    if value.get("gajah") != FORMAT or "games" not in value:
        raise ValueError(f"expected an event of this program, format {FORMAT}")
    return value


def _game_to_json(game: Finished) -> dict[str, object]:
    played = game.played
    winner = played.result.winner
    return {
        "game": game.index,
        "gold": played.gold,
        "silver": played.silver,
        "winner": "" if winner is None else winner.letter,
        "code": played.result.reason.value,
        "detail": played.detail,
        "date": game.date,
        "start": None if played.start is None else played.start.short,
        "turns": [[turn.text, turn.used_s, turn.reserve_s, turn.score] for turn in played.turns],
    }


def _game_from_json(data: Mapping[str, object]) -> Finished:
    start, turns = data["start"], data["turns"]
    assert isinstance(turns, list)
    played = Played(
        gold=str(data["gold"]),
        silver=str(data["silver"]),
        result=Result(_WINNERS[str(data["winner"])], Reason(data["code"])),
        detail=str(data["detail"]),
        turns=tuple(TimedTurn(*turn) for turn in turns),
        start=None if start is None else Position.parse(str(start)),
    )
    return Finished(int(str(data["game"])), played, str(data["date"]))


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
