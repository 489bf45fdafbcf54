"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class NoPlainFile(ValueError):  # noqa: N818 - it says what was found
    """The path is that of a device or a folder, which is not replaced by a file."""


@contextmanager
def whole_file(path: Path, *, durable: bool = True) -> Iterator[Path]:
    """Give a path to write to; at the end that file replaces ``path`` as a whole.

    If the block fails, the old file stays. ``durable`` protects against a power cut, too. For a
    link, the file that it leads to is replaced. Raises NoPlainFile or OSError.
    """
    if path.exists() and not path.is_file():
        # Replacing a device, as root can, would take it away from every other program.
        raise NoPlainFile(f"{path} is no plain file")
    target = path.resolve()
    part = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield part
        if durable:
            with part.open("rb+") as written:
                os.fsync(written.fileno())  # else the new name could be left without content
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
