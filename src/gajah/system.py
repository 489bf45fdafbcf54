"""What systems do differently; the only module that imports what some of them lack.

Processes that end with the one that started them are made by the scripts `gajah.aei.launch` and
`gajah.aei.launch_windows`, which run without this package.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, ModuleType
from typing import IO, Any

if sys.platform == "win32":
    import msvcrt

    # Windows keeps others from reading what is locked: a byte beyond all content.
    _LOCKED_BYTE = 2**30
    # It cannot wait for keys and time at once.
    _LOOK_S = 0.05
    # Ctrl-C in the terminal is not for processes that are started with these; `end_tree` is.
    OWN_GROUP: dict[str, Any] = {"creationflags": 0x200}  # subprocess.CREATE_NEW_PROCESS_GROUP
else:
    import fcntl
    import resource
    import select

    OWN_GROUP: dict[str, Any] = {"start_new_session": True}


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


def resident_bytes() -> int | None:
    """The memory that this process has; ``None`` where the system does not say it so."""
    if sys.platform == "win32":
        return None
    else:  # noqa: RET505 - a checker of types then knows the system
        try:
            with open("/proc/self/statm", encoding="ascii") as file:
                pages = int(file.read().split()[1])
        except OSError:
            return None
        return pages * resource.getpagesize()


def children_s() -> float:
    """The processor time of every process that was started here and has ended; Windows: 0."""
    if sys.platform == "win32":
        return 0.0
    else:  # noqa: RET505 - a checker of types then knows the system
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def end_tree(process: int, *, at_once: bool = False) -> None:
    """End a process that was started with OWN_GROUP, and what it has started, if it is still there.

    Unless ``at_once``, it may tidy up first; on Windows it never may.
    """
    with suppress(OSError):
        if sys.platform == "win32":
            # Its job ends the others: gajah/aei/launch_windows.py.
            os.kill(process, signal.SIGTERM)
        else:
            os.killpg(process, signal.SIGKILL if at_once else signal.SIGTERM)


def has_typed(wait_s: float) -> bool:
    """Whether a line is typed in the terminal within that time; on Windows, whether a key is."""
    if sys.platform == "win32":
        until_s = time.monotonic() + wait_s
        while not msvcrt.kbhit():
            if (left_s := until_s - time.monotonic()) <= 0:
                return False
            time.sleep(min(left_s, _LOOK_S))
        return True
    else:  # noqa: RET505 - a checker of types then knows the system
        return bool(select.select([sys.stdin], [], [], wait_s)[0])


def line_editor() -> ModuleType | None:
    """The module through which lines are edited from now on; Windows' terminal does it itself."""
    if sys.platform != "win32":
        with suppress(ImportError):
            import readline

            readline.set_auto_history(True)
            # A pasted text comes as one line then, and what follows a refusal can be dropped.
            readline.parse_and_bind("set enable-bracketed-paste on")
            return readline
    return None


@contextmanager
def ticking(every_s: float, on_tick: Callable[[], None]) -> Iterator[None]:
    """Call ``on_tick`` again and again, in this thread, in the middle of whatever it waits for.

    Line editing needs the interruptions too: it looks for Ctrl-C only when a signal ends its wait
    for a key, and one that came a moment before the wait began would go unnoticed until the next.
    Windows cannot: nothing is called there.
    """
    if sys.platform == "win32":
        yield
    else:

        def tick(number: int, frame: FrameType | None) -> None:
            del number, frame
            on_tick()

        before = signal.signal(signal.SIGALRM, tick)
        signal.setitimer(signal.ITIMER_REAL, every_s, every_s)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
