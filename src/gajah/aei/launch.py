"""Become an engine: the last thing our code does in a process before the engine's own begins.

Run as a script with the cores to use (``0,2`` or ``-``), the referee's process id and the command.
It ties the engine's life to the referee's, so that not even a referee that is killed leaves a
thinking engine behind, pins it to its cores, and turns into the command. What the engine starts is
tied by a process beside it, which waits for the end of either: ``watch``, the referee's id and the
engine's. Windows has `gajah.aei.launch_windows` instead.
"""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress

assert sys.platform != "win32"
# From Linux's sys/prctl.h: the signal this process gets when the one that started it dies.
_PR_SET_PDEATHSIG = 1
_SIGKILL = 9
_SETTLE_S = 2.0
# What a shell answers for a command that cannot be run.
CANNOT_RUN = 127


def _die_with(parent: int) -> None:
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    # The referee may have died before the line above.
    if os.getppid() != parent:
        sys.exit(CANNOT_RUN)


def _leave_watcher(referee: str) -> None:
    """Start a watcher that is no child of the engine, which might wait for its children."""
    if not sys.platform.startswith("linux") or not hasattr(os, "pidfd_open"):
        return
    engine = str(os.getpid())
    if child := os.fork():
        os.waitpid(child, 0)
    elif os.fork():
        os._exit(0)
    else:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        os.execv(sys.executable, [sys.executable, "-I", "-S", __file__, "watch", referee, engine])


def _watch(referee: int, engine: int) -> None:
    """End all processes of the engine's group if the referee dies."""
    if _is_outlived(referee, engine):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(engine, _SIGKILL)


def _is_outlived(referee: int, engine: int) -> bool:
    """Wait for the end of either; whether it was the referee's."""
    if not sys.platform.startswith("linux"):
        raise NotImplementedError
    try:
        end = os.pidfd_open(referee)
    except ProcessLookupError:
        return True
    with suppress(ProcessLookupError):
        select.select([end, os.pidfd_open(engine)], [], [])
    # An engine that dies with the referee may be seen to do so a moment earlier.
    return bool(select.select([end], [], [], _SETTLE_S)[0])


def _pin(cores: str) -> None:
    if cores != "-" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core) for core in cores.split(",")})


def main(args: list[str]) -> None:
    """Become the engine, and so never return; or watch over one."""
    if args[0] == "watch":
        _watch(int(args[1]), int(args[2]))
        return
    cores, parent, *command = args
    _die_with(int(parent))
    _leave_watcher(parent)
    _pin(cores)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"cannot run {command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(CANNOT_RUN)


if __name__ == "__main__":
    main(sys.argv[1:])
