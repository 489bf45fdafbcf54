"""Games of any file that gajah reads: records, the server's archive, or JSON lines."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from enum import Enum
from io import BufferedReader
from typing import IO

from gajah.records.archive import ArchiveGame, iter_archive
from gajah.records.json_lines import KEYS, iter_json_games
from gajah.records.reader import Problem, iter_records
from gajah.records.record import Record
from gajah.records.sources import Source

_SNIFFED_BYTES = 4096
# The first line of an archive names its columns; no tagged record has tabs between plain names.
_COLUMN_NAMES = re.compile(rb"(?:\xef\xbb\xbf)?[A-Za-z_]\w*(?:\t[A-Za-z_]\w*)+\r?")
# A comment could begin with a brace, too, but not with a name that our lines have.
_JSON_LINE = re.compile(
    rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:' + b"|".join(key.encode() for key in KEYS) + rb')"\s*:'
)


class Format(Enum):
    """How a file keeps its games; the value is the name that commands use."""

    RECORDS = "records"
    ARCHIVE = "archive"
    JSON = "json"


def iter_games(
    source: Source, form: Format | None = None
) -> Iterator[Record | ArchiveGame | Problem]:
    """The games of a text or file one at a time, and the problems where they occur.

    A ``str`` or ``bytes`` is the text itself; a file is given as a ``Path`` or open. Its beginning
    tells the format, if ``form`` does not. Raises NotationError if the first line of an archive
    names no columns of games.
    """
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            yield from iter_games(file, form)
        return
    if form is None:
        if not isinstance(source, str | bytes | BufferedReader):
            source = _whole(source)
        form = sniff_format(source)
    if form is Format.ARCHIVE:
        yield from iter_archive(source)
    elif form is Format.JSON:
        yield from iter_json_games(source)
    else:
        yield from iter_records(source)


def _whole(source: IO[str] | IO[bytes] | Iterator[bytes]) -> str | bytes:
    return source.read() if isinstance(source, io.IOBase | IO) else b"".join(source)


def sniff_format(source: str | bytes | BufferedReader) -> Format:
    """The format of a text, seen from how it begins; an open file stays where it is."""
    if isinstance(source, BufferedReader):
        begin = source.peek(_SNIFFED_BYTES)
    elif isinstance(source, str):
        begin = source[:_SNIFFED_BYTES].encode(errors="replace")
    else:
        begin = source[:_SNIFFED_BYTES]
    if _COLUMN_NAMES.fullmatch(begin.partition(b"\n")[0]):
        return Format.ARCHIVE
    return Format.JSON if _JSON_LINE.match(begin) else Format.RECORDS
