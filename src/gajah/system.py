"""What systems do differently; the only module that imports what some of them lack."""

from __future__ import annotations

import os
import sys
from typing import IO, Any

if sys.platform == "win32":
    import msvcrt

    # Windows keeps others from reading what is locked: a byte beyond all content.
    _LOCKED_BYTE = 2**30
else:
    import fcntl
    import resource


def try_lock(file: IO[Any]) -> bool:
    """Take an open file for this process until it is closed; ``False`` if another one has it."""
    try:
        if sys.platform == "win32":
            file.seek(_LOCKED_BYTE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0, os.SEEK_END)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def allow_open_files(wanted: int) -> int:
    """Have this process open as many files and sockets, if the system lets it; how many it may."""
    if sys.platform == "win32":
        return wanted
    else:  # noqa: RET505 - a checker of types then knows the system
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return wanted
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        return allowed


def children_s() -> float:
    """The processor time of every process that was started here and has ended; Windows: 0."""
    if sys.platform == "win32":
        return 0.0
    else:  # noqa: RET505 - a checker of types then knows the system
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime
