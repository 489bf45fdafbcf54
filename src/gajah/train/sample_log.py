"""The samples of a run on a cluster, on disk: every parcel once, whatever is killed when.

A folder of files, the oldest of which go when newer ones fill the buffer. A file is a row of
records; a record has its lengths, a checksum, a head in JSON and a body. The first record says what
had been counted before it (``Account``). The others are parcels of samples, or say how much has
been learned. Parcel and account change together: a record is there or it is not, and what is
counted is what the records say.

A record is with the operating system before its parcel is acknowledged, so that it outlives this
process; after every checkpoint it is on the disk.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from gajah.files import whole_file
from gajah.system import try_lock
from gajah.train.progress import SelfPlayed

#: The lengths of head and body, and the checksum of both.
_FRAME = struct.Struct("<3I")
_SUFFIX = ".samples"
#: A file is closed when it holds this share of the buffer.
_FILES_A_BUFFER = 8


@dataclass(frozen=True)
class Parcel:
    """What an actor sends at a time: its ``number``-th, from 1 on, numbered by the actor itself."""

    actor: str
    number: int
    rows: int
    #: What was played since its last parcel.
    played: SelfPlayed
    #: See ``gajah.train.packing``.
    samples: bytes


@dataclass
class Account:
    """What has been counted."""

    #: The highest number of each actor's parcels.
    numbers: dict[str, int] = field(default_factory=dict)
    rows: int = 0
    learned: int = 0
    played: SelfPlayed = field(default_factory=SelfPlayed)

    @classmethod
    def read(cls, content: dict[str, Any]) -> Account:
        """From JSON."""
        return cls(**{**content, "played": SelfPlayed(**content["played"])})

    def count(self, parcel: Parcel) -> None:
        """Add a parcel."""
        self.numbers[parcel.actor] = parcel.number
        self.rows += parcel.rows
        self.played += parcel.played


class SampleLog:
    """The log of a folder, for one process at a time."""

    def __init__(self, folder: Path, capacity: int) -> None:
        """Open a log or begin one; the newest ``capacity`` samples are kept, or a few more.

        Raises ``ValueError`` if another process has the folder.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._capacity = folder, capacity
        self._lock = (folder / "lock").open("a")
        if not try_lock(self._lock):
            self._lock.close()
            raise ValueError(f"another run writes to {folder}")
        self.account = Account()
        self._rows: dict[Path, int] = {}
        for path in sorted(folder.glob(f"*{_SUFFIX}")):
            self._check(path)
        self._file = self._reopen()

    def add(self, parcel: Parcel) -> bool:
        """Keep a parcel; False, and nothing is changed, if it has been kept before.

        Raises OSError if it cannot be kept.
        """
        if parcel.number <= self.account.numbers.get(parcel.actor, 0):
            return False
        head = asdict(parcel)
        self._append(head, head.pop("samples"))
        self.account.count(parcel)
        newest = max(self._rows)
        self._rows[newest] += parcel.rows
        if self._rows[newest] * _FILES_A_BUFFER >= self._capacity:
            self._file.close()
            self._file = self._begin()
        return True

    def keep(self, learned: int) -> None:
        """Note how much has been learned, and force everything to the disk."""
        self._append({"learned": learned}, b"")
        self.account.learned = learned
        os.fsync(self._file.fileno())

    def parcels(self) -> Iterator[Parcel]:
        """All that are kept, the oldest first."""
        for path in sorted(self._rows):
            with path.open("rb") as file:
                for head, body in _records(file):
                    if "actor" in head:
                        yield _parcel(head, body)

    def close(self) -> None:
        """Leave the folder to others."""
        self._file.close()
        self._lock.close()

    def _check(self, path: Path) -> None:
        """Count what a file holds, and cut off a record that was being written."""
        whole = 0
        self._rows[path] = 0
        with path.open("rb+") as file:
            for head, body in _records(file):
                whole = file.tell()
                if "account" in head:
                    self.account = Account.read(head["account"])
                elif "learned" in head:
                    self.account.learned = head["learned"]
                else:
                    self.account.count(_parcel(head, body))
                    self._rows[path] += head["rows"]
            file.truncate(whole)

    def _reopen(self) -> IO[bytes]:
        return max(self._rows).open("ab") if self._rows else self._begin()

    def _begin(self) -> IO[bytes]:
        """A new file. The oldest go that the buffer would have no place for."""
        number = int(max(self._rows).stem) + 1 if self._rows else 1
        path = self._folder / f"{number:08}{_SUFFIX}"
        with whole_file(path) as part:
            part.write_bytes(_record({"account": asdict(self.account)}, b""))
        self._rows[path] = 0
        while sum(self._rows.values()) - self._rows[min(self._rows)] >= self._capacity:
            oldest = min(self._rows)
            oldest.unlink()
            del self._rows[oldest]
        return path.open("ab")

    def _append(self, head: dict[str, Any], body: bytes) -> None:
        before = self._file.tell()
        try:
            self._file.write(_record(head, body))
            self._file.flush()
        except OSError:
            os.truncate(self._file.fileno(), before)
            raise


def _record(head: dict[str, Any], body: bytes) -> bytes:
    text = json.dumps(head).encode()
    return _FRAME.pack(len(text), len(body), zlib.crc32(body, zlib.crc32(text))) + text + body


def _records(file: IO[bytes]) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Heads and bodies, until the end or the first that is not whole."""
    while len(frame := file.read(_FRAME.size)) == _FRAME.size:
        head_size, body_size, checksum = _FRAME.unpack(frame)
        head, body = file.read(head_size), file.read(body_size)
        if len(body) < body_size or zlib.crc32(body, zlib.crc32(head)) != checksum:
            return
        yield json.loads(head), body


def _parcel(head: dict[str, Any], body: bytes) -> Parcel:
    return Parcel(**{**head, "played": SelfPlayed(**head["played"])}, samples=body)
