"""Games kept in files: saved as records after every turn, and taken up again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.seats import Seats, name_people, seats_of_record
from gajah.cli.text import BadInput, reason_of
from gajah.errors import IllegalTurn, NotationError, shown
from gajah.files import NoPlainFile, whole_file
from gajah.match.record import PLAYER_TAGS, make_record, take_up
from gajah.records.reader import read_records
from gajah.records.record import Record
from gajah.records.writer import write_records

_SUFFIX = ".txt"


def games_folder(environ: Mapping[str, str]) -> Path:
    """The folder of games that were given no file."""
    state = environ.get("XDG_STATE_HOME")
    base = Path(state) if state else Path.home() / ".local" / "state"
    return base / "gajah" / "games"


def note_place(path: Path, environ: Mapping[str, str]) -> None:
    """Remember a file that the user has chosen for a game, which goes on there when it is loaded.

    Raises OSError, or RuntimeError if the user has no home.
    """
    if not is_noted_place(path, environ):
        places = _places(environ)
        places.parent.mkdir(parents=True, exist_ok=True)
        with places.open("a", encoding="utf-8", newline="\n") as file:
            file.write(f"{path.resolve()}\n")


def is_noted_place(path: Path, environ: Mapping[str, str]) -> bool:
    """Whether the user has chosen this file for a game before; raises as `note_place` does."""
    try:
        noted = _places(environ).read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return False
    return str(path.resolve()) in noted.split("\n")


def _places(environ: Mapping[str, str]) -> Path:
    return games_folder(environ).parent / "chosen-files.txt"


def free_path(folder: Path, now: datetime) -> Path:
    """A name for a new game in that folder, after the time it began."""
    stem = now.strftime("%Y-%m-%d-%H%M%S")
    path, number = folder / f"{stem}{_SUFFIX}", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}{_SUFFIX}", number + 1
    return path


def save_game(seated: SeatedGame, path: Path, *, now: datetime, under_way_s: float = 0.0) -> None:
    """Write the game into a file of its own; raises BadInput where that is impossible.

    ``under_way_s`` is the time that the unfinished turn has taken. The file is replaced as a
    whole: after a crash it holds either the old version or the new one.
    """
    if not path.name or path.is_dir():
        raise BadInput(f"cannot save to {shown(str(path))}: it is a folder")
    names = {side: seat.name for side, seat in seated.seats.items()}
    tags = {"Event": "Casual", "Date": now.strftime("%Y.%m.%d")}
    record = make_record(seated.running, names, tags, under_way_s=under_way_s)
    try:
        with whole_file(path) as part:
            write_records([record], part)
    except NoPlainFile:
        raise BadInput(f"cannot save to {shown(str(path))}: it is no plain file") from None
    except OSError as error:
        raise BadInput(f"cannot save to {shown(str(path))}: {reason_of(error)}") from None


def load_game(path: Path, number: int = 0, *, seats: Seats | None = None) -> SeatedGame:
    """The game in a file with its players, or with others; raises BadInput saying why not.

    ``number`` says which of several games, counted from 1.
    """
    name = shown(str(path))
    try:
        record = _find_record(path, number, name)
        names = {side: record.tags.get(tag) for side, tag in PLAYER_TAGS.items()}
        seats = seats_of_record(names) if seats is None else name_people(seats, names)
        return SeatedGame(take_up(record), seats)
    except OSError as error:
        raise BadInput(f"cannot read {name}: {reason_of(error)}") from None
    except (NotationError, IllegalTurn) as error:
        raise BadInput(f"{name}: {error}") from None


def holds_one_game(path: Path) -> bool:
    """Whether the file holds one game and nothing else that writing it anew would lose."""
    try:
        found = read_records(path)
    except OSError:
        return False
    return len(found.records) == 1 and not found.problems


def _find_record(path: Path, number: int, name: str) -> Record:
    found = read_records(path)
    if not found.records:
        why = f": {found.problems[0]}" if found.problems else ""
        raise BadInput(f"there is no game in {name}{why}")
    count = len(found.records)
    if not number and count > 1:
        raise BadInput(f"there are {count} games in {name}; say which one, 1 to {count}")
    if number > count:
        raise BadInput(f"there is no game {number} in {name}; it has {count}")
    return found.records[number - 1 if number else 0]
