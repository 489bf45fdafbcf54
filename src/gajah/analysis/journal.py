"""Reviews on disk while they are being made, so that nothing that ends the program loses them.

A file of JSON lines: first what is reviewed and how, then each game as it is done, forced to disk.
After a sudden end, half a line is dropped and the review goes on with the games that are missing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from gajah._core import Turn
from gajah.analysis.review import TurnReview
from gajah.engine.score import Score
from gajah.system import try_lock

_FORMAT = 1
_FORMAT_KEY = "gajah-review"


class JournalError(ValueError):
    """A file that a review cannot go on in."""


class Journal:
    """The reviews of games by their numbers, in a file that one process holds at a time."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        """Begin the file, or go on in one with the same settings; raises JournalError, OSError."""
        self.path = path
        # Where the line of each game begins.
        self._places: dict[int, int] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: BinaryIO = path.open("a+b")
        try:
            if not try_lock(self._file):
                raise JournalError(f"another process is writing {path.name}")
            self._read({_FORMAT_KEY: _FORMAT, **settings})
        except BaseException:
            self._file.close()
            raise

    def __contains__(self, number: object) -> bool:
        return number in self._places

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, number: int) -> list[TurnReview]:
        self._file.seek(self._places[number])
        return [_review(turn) for turn in json.loads(self._file.readline())["turns"]]

    def add(self, number: int, reviews: Sequence[TurnReview]) -> None:
        """Keep the review of a game for good."""
        self._append({"game": number, "turns": [_turn(review) for review in reviews]}, number)

    def close(self) -> None:
        """Let go of the file, which a later process may go on in."""
        self._file.close()

    def remove(self) -> None:
        """Delete the file: its reviews are kept elsewhere."""
        self._file.close()
        self.path.unlink(missing_ok=True)

    def _read(self, header: Mapping[str, Any]) -> None:
        self._file.seek(0)
        first = self._file.readline()
        if not first.endswith(b"\n"):
            self._file.truncate(0)
            self._append(header)
            return
        self._check(first, header)
        end = self._file.tell()
        while (line := self._file.readline()).endswith(b"\n"):
            self._places[_game_number(line, self.path.name)] = end
            end = self._file.tell()
        # Half a line, from a process that was killed while it wrote.
        self._file.truncate(end)

    def _check(self, line: bytes, wanted: Mapping[str, Any]) -> None:
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or _FORMAT_KEY not in found:
            raise JournalError(f"{self.path.name} holds something else: name another file")
        for key, value in wanted.items():
            if found.get(key) != value:
                what = f"its {key} differ" if key == "files" else f"{key} {found.get(key)}"
                reason = f"{self.path.name} is of another review ({what})"
                raise JournalError(f"{reason}: remove it to begin anew")

    def _append(self, value: Mapping[str, Any], number: int | None = None) -> None:
        place = self._file.seek(0, os.SEEK_END)
        self._file.write(json.dumps(value).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        if number is not None:
            self._places[number] = place


def _game_number(line: bytes, name: str) -> int:
    try:
        return int(json.loads(line)["game"])
    except (ValueError, KeyError, TypeError):
        raise JournalError(f"{name} is damaged: remove it to begin anew") from None


def _turn(review: TurnReview) -> list[Any]:
    best = None if review.best is None else str(review.best)
    return [review.number, review.score.raw, best, review.loss, review.mark]


def _review(turn: list[Any]) -> TurnReview:
    number, score, best, loss, mark = turn
    return TurnReview(number, Score(score), None if best is None else Turn.parse(best), loss, mark)
