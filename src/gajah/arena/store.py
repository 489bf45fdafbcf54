"""The files of an event: one of JSON lines, and one of records for people and other tools.

The JSON lines are the truth: first the event, then each game as it finishes, in one write. An
event that becomes longer is written once more. The records follow from the lines, so after a sudden
end at any moment both can be put right: half a line is dropped, and records that are not what was
written are written anew. No game counts twice or is lost.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from gajah._core import Position, Side
from gajah.arena.event import Event
from gajah.arena.schedule import Meeting
from gajah.bots.names import parse_players
from gajah.clock import TimeControl
from gajah.engine.score import Score
from gajah.errors import quoted
from gajah.game import Reason, Result, Rules
from gajah.match.playing import Played
from gajah.match.running import TimedTurn
from gajah.match.terms import Adjudication, Terms
from gajah.records.tree import Marker, parse_turn
from gajah.records.writer import format_record
from gajah.system import try_lock

FORMAT = 1
"""The version of the JSON lines."""

RECORD_SUFFIX = ".txt"
LINES_SUFFIX = ".jsonl"

HEADER_START = b'{"gajah":'
"""How a file of JSON lines begins."""

# Longer than any game; arithmetic with times is exact below it.
_MOST_S = 1e12
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

    def meeting(self, event: Event) -> Meeting:
        """The game as schedules and ratings of its event see it."""
        gold, silver = self.played.gold, self.played.silver
        return Meeting(self.index, event.numbers[gold], event.numbers[silver], self.points(gold))


@dataclass(frozen=True)
class _Kept:
    """A game in a file of JSON lines: in which line, and its bytes in the file of records."""

    line: int
    game: Finished
    record_bytes: int


@dataclass
class _Content:
    """What a file of JSON lines holds up to the end of its last whole line.

    ``header`` is the event, in line ``header_line``, and ``planned`` how many games it is to have.
    """

    name: str
    header: dict[str, object] | None = None
    header_line: int = 0
    planned: int = 0
    kept: list[_Kept] = field(default_factory=list)
    end: int = 0

    @property
    def games(self) -> list[Finished]:
        """The games in the order in which they finished."""
        return [kept.game for kept in self.kept]

    def check_players(self, event: Event) -> None:
        """Raise StoreError for a game of a player that is not in this event."""
        for kept in self.kept:
            for label in (kept.game.played.gold, kept.game.played.silver):
                if label not in event.numbers:
                    with _naming(self.name, kept.line):
                        raise ValueError(f"{quoted(label)} is no player of the event")


class Store:
    """The two files of an event, held by one process at a time."""

    def __init__(self, path: Path, file: BinaryIO, event: Event, content: _Content) -> None:
        self.path = path
        self.event = event
        self.games = content.games
        self._file = file
        self._mend_records(content)

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
            records = path.with_suffix(RECORD_SUFFIX)
            if content.header is None:
                if records.exists() and records.stat().st_size:
                    raise StoreError(f"{records.name} holds something else: name another file")
            elif difference := _difference(content.header, wanted):
                raise StoreError(f"{path.name} holds another event: {difference}")
            content.check_players(event)
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
        """The text of game number ``number``, from 0, in the file of records."""
        tags = {"Event": self.event.name, "Round": str(game.index + 1), "Date": game.date}
        record = game.played.record(self.event.terms, tags)
        return ("\n" * (number > 0) + format_record(record)).encode()

    def _mend_records(self, content: _Content) -> None:
        """Write the records anew if they are cut off or edited."""
        path = self.record_path
        found = path.stat().st_size if path.exists() else 0
        if found == sum(kept.record_bytes for kept in content.kept):
            return
        records = []
        for number, kept in enumerate(content.kept):
            with _naming(content.name, kept.line):
                records.append(self._record(number, kept.game))
        path.write_bytes(b"".join(records))


def read_store(path: Path) -> tuple[Event, list[Finished]]:
    """The event in a file and its finished games; raises StoreError or OSError."""
    if path.suffix == RECORD_SUFFIX:
        lines = path.with_suffix(LINES_SUFFIX)
        if lines.exists():
            raise StoreError(f"{path.name} has an event's records; the event is in {lines.name}")
        raise StoreError(f"{path.name} is no event: that would be a {LINES_SUFFIX} file")
    content = _parse(path.read_bytes(), path.name)
    if content.header is None:
        raise StoreError(f"{path.name} holds no event")
    with _naming(path.name, content.header_line):
        event = event_from_json(content.header)
    content.check_players(event)
    return event, content.games


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
    """The event that `event_to_json` wrote; raises StoreError, or KeyError for half of one."""
    try:
        time, adjudicate = data["time"], data["adjudicate"]
        terms = Terms(
            control=None if time is None else TimeControl.parse(str(time)),
            patience_s=float(str(data["patience"])),
            margin_s=float(str(data["margin"])),
            max_turns=_count(data["max_turns"], "max_turns"),
            rules=Rules(data["rules"]),
            adjudication=None if adjudicate is None else Adjudication.parse(str(adjudicate)),
        )
        players = data["players"]
        if not isinstance(players, list):
            raise ValueError("the players are no list")
        return Event(
            kind=str(data["kind"]),
            players=tuple(parse_players(map(str, players))),
            terms=terms,
            games=_count(data["games"], "games"),
            book=str(data["book"]),
            seed=_count(data["seed"], "seed"),
            name=str(data["name"]),
            pairs=_count(data["pairs"], "pairs"),
        )
    except ValueError as error:
        raise StoreError(f"this is no event: {error}") from None


def _difference(header: Mapping[str, object], wanted: Mapping[str, object]) -> str:
    """What keeps a file's event from being the one wanted; more games are no difference."""
    for key, value in wanted.items():
        if key != "games" and header.get(key) != value:
            return f"its {key}: {_said(header.get(key))} instead of {_said(value)}"
    return ""


def _said(value: object) -> str:
    if value is None:
        return "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _lock(path: Path) -> BinaryIO:
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a+b")
    if not try_lock(file):
        file.close()
        raise StoreError(f"another process is writing {path.name}")
    return file


def _read(file: BinaryIO, name: str) -> _Content:
    file.seek(0)
    content = _parse(file.read(), name)
    # Half a line, from a process that was killed while it wrote.
    file.truncate(content.end)
    file.seek(0, os.SEEK_END)
    return content


@contextmanager
def _naming(name: str, line: int) -> Iterator[None]:
    """Turn what is found wrong with a line into a StoreError that says which line it is."""
    try:
        yield
    except KeyError as error:
        raise StoreError(f"{name}: line {line} is damaged: it has no {error}") from None
    except ValueError as error:
        raise StoreError(f"{name}: line {line} is damaged: {error}") from None
    except RecursionError:
        raise StoreError(f"{name}: line {line} is damaged: it is nested too deeply") from None


def _parse(data: bytes, name: str) -> _Content:
    content = _Content(name, end=data.rfind(b"\n") + 1)
    seen: set[int] = set()
    for number, line in enumerate(data[: content.end].splitlines(), 1):
        with _naming(name, number):
            value = json.loads(line)
            if not isinstance(value, dict):
                raise ValueError("expected a JSON object")
            if content.header is None or "gajah" in value:
                if value.get("gajah") != FORMAT:
                    raise ValueError(f"expected an event of this program, format {FORMAT}")
                content.planned = _count(value["games"], "games")
                content.header, content.header_line = value, number
                continue
            game = _game_from_json(value)
            if game.index in seen:
                raise ValueError(f"game {game.index} is there twice")
            seen.add(game.index)
            content.kept.append(_Kept(number, game, _count(value["record_bytes"], "record_bytes")))
    # The beginning of a first line that has been cut off is our own, too.
    if content.header is None and not HEADER_START.startswith(data[: len(HEADER_START)]):
        raise StoreError(f"{name}: line 1 is no event of this program")
    return content


def _count(value: object, what: str) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"{what} is not a whole number, 0 or more")
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
        "turns": [_turn_to_json(turn) for turn in played.turns],
    }


def _turn_to_json(turn: TimedTurn) -> list[object]:
    score = None if turn.score is None else turn.score.raw
    return [turn.text, turn.used_s, turn.reserve_s, score]


def _game_from_json(data: Mapping[str, object]) -> Finished:
    start, turns, winner = data["start"], data["turns"], data["winner"]
    if not isinstance(turns, list):
        raise ValueError("the turns are no list")
    if winner not in ("g", "s", ""):
        raise ValueError("the winner is neither g nor s nor empty")
    played = Played(
        gold=str(data["gold"]),
        silver=str(data["silver"]),
        result=Result(_WINNERS[str(winner)], Reason(data["code"])),
        detail=str(data["detail"]),
        turns=tuple(_turn_from_json(number, turn) for number, turn in enumerate(turns, 1)),
        start=None if start is None else Position.parse(str(start)),
    )
    return Finished(_count(data["game"], "game"), played, str(data["date"]))


def _turn_from_json(number: int, data: object) -> TimedTurn:
    match data:
        case [
            str(text),
            int() | float() as used_s,
            int() | float() | None as reserve_s,
            int() | None as score,
        ] if _is_time(used_s) and (reserve_s is None or _is_time(reserve_s)):
            if not isinstance(turn := parse_turn(text), Marker):
                return TimedTurn(turn, used_s, reserve_s, None if score is None else Score(score))
    raise ValueError(f"turn {number} is not a text, two times and a score")


def _is_time(seconds: float) -> bool:
    # False for what is not a number at all, too.
    return abs(seconds) < _MOST_S


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"
