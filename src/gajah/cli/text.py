"""What commands read and write: positions and files as users name them, JSON for machines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, cast

from gajah._core import Position
from gajah.errors import NotationError, quoted, shown

if TYPE_CHECKING:
    from gajah.bots.names import PlayerName

# A position has some 300 bytes; a file much larger than that is not one, and is not read whole.
_MAX_POSITION_BYTES = 1 << 16

STDIN = "-"
"""What a user writes for standard input where a file or a position is asked for."""


class BadInput(Exception):  # noqa: N818 - it says what the user gave
    """Input that cannot be used; its text is the sentence that the user reads."""


def read_position(text: str) -> Position:
    """The position that the argument is, or that the file or stdin it names holds."""
    if text == STDIN:
        return _position_in(open_stdin(), "stdin")
    if os.path.exists(text):
        try:
            with Path(text).open("rb") as file:
                return _position_in(file, shown(text))
        except OSError as error:
            raise BadInput(f"cannot read {shown(text)}: {reason_of(error)}") from None
    return parse_position(text)


def parse_position(text: str) -> Position:
    """The position that an argument is; raises BadInput."""
    try:
        # An argument that is not UTF-8 arrives with halves of characters in it.
        return Position.parse(text.encode("utf-8", "replace").decode("utf-8"))
    except NotationError as error:
        if "[" in text or "\n" in text:
            raise BadInput(str(error)) from None
        raise BadInput(f"{quoted(text)} is neither a position nor a file") from None


def ask_to_start(name: PlayerName) -> None:
    """Tell the user to start an engine that connects to us; any other is started by us."""
    if name.kind == "aei-listen":
        print(f"{name.label}: start it now, it is waited for at {name.target}", file=sys.stderr)


def print_json(value: object, *, indent: int | None = None) -> None:
    """One JSON value on stdout, in ASCII, so that no terminal's encoding matters."""
    print(json.dumps(value, indent=indent))


def is_terminal(stream: object) -> bool:
    """Whether this stream is a terminal; ``None`` is one that was closed before the start."""
    return hasattr(stream, "isatty") and bool(stream.isatty())


def moves_cursor(stream: object) -> bool:
    """Whether this stream is a terminal that moves its cursor when told; Windows' does not say."""
    return is_terminal(stream) and os.environ.get("TERM", "") not in ("", "dumb")


def counted(number: int, thing: str, things: str = "") -> str:
    """``1 game``, ``2 games``; ``things`` is the plural where an s does not make it."""
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"


def aligned(rows: Sequence[Sequence[str]], *, left: Sequence[int] = (0,)) -> list[str]:
    """Rows as lines: these columns to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{word:<{width}}" if i in left else f"{word:>{width}}"
            for i, (word, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def open_stdin() -> BufferedReader:
    """Standard input as bytes."""
    if sys.stdin is None:
        raise BadInput("stdin is closed")
    # Typeshed says BinaryIO because a program may replace it; gajah does not.
    return cast(BufferedReader, sys.stdin.buffer)


def _position_in(file: BufferedReader, name: str) -> Position:
    data = file.read(_MAX_POSITION_BYTES + 1)
    if len(data) > _MAX_POSITION_BYTES:
        raise BadInput(f"expected one position, found more than {_MAX_POSITION_BYTES} bytes")
    try:
        return parse_position_in(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{name}:{line}: expected UTF-8 text") from None


def parse_position_in(text: str, name: str) -> Position:
    """The position that the text of a file is; raises BadInput, which names the file."""
    try:
        return Position.parse(text)
    except NotationError as error:
        raise BadInput(f"{name}: {error}") from None


def reason_of(error: OSError) -> str:
    """What the system says went wrong, in its words, starting in lower case."""
    words = error.strerror or str(error)
    return words[:1].lower() + words[1:]
