"""Where text comes from: its lines one at a time, and what keeps a line from being text."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from typing import IO

from gajah.errors import NotationError
from gajah.records.text import check_unicode

Source = str | bytes | os.PathLike[str] | IO[str] | IO[bytes] | Iterator[bytes]
"""Text, its bytes, a file's path (as a Path: a str is the text itself), an open file, or lines."""

Line = tuple[str, str | None]
"""A line and, if it is not UTF-8, a sentence that says so."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def lines_of(source: Source) -> Iterator[Line]:
    """The lines of a text, without their ends and without a byte order mark.

    Of a line that is not UTF-8, as much as could be read is given. Only ``\\n`` and ``\\r\\n`` end
    a line; what else Unicode calls a line end is text like any other.
    """
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            yield from _checked(file)
    elif isinstance(source, str):
        yield from _checked(io.StringIO(source, newline="\n"))
    elif isinstance(source, bytes):
        yield from _checked(io.BytesIO(source))
    else:
        yield from _checked(source)


def _checked(file: Iterable[str | bytes]) -> Iterator[Line]:
    first = True
    try:
        for line in file:
            text, problem = _decode(line, first) if isinstance(line, bytes) else _check(line)
            if first:
                text = text.removeprefix("\ufeff")
                first = False
            yield text.removesuffix("\n").removesuffix("\r"), problem
    except UnicodeDecodeError as error:  # from a file opened as text, which cannot go on
        yield "", _not_utf8(error)


def _decode(line: bytes, first: bool) -> Line:
    try:
        return line.decode(), None
    except UnicodeDecodeError as error:
        if first and line.startswith(_UTF16_MARKS):
            return "", "expected UTF-8, found UTF-16"
        return line.decode(errors="replace"), _not_utf8(error)


def _not_utf8(error: UnicodeDecodeError) -> str:
    return f"expected UTF-8, found the byte 0x{error.object[error.start]:02x}"


def _check(line: str) -> Line:
    try:
        return check_unicode(line), None
    except NotationError as error:
        return line, error.reason
