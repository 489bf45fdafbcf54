"""Become an engine: the last thing our code does in a process before the engine's own begins.

Run as a script with the cores to use (``0,2`` or ``-``), the referee's process id and the command.
It ties the engine's life to the referee's, so that not even a referee that is killed leaves a
thinking engine behind, pins it to its cores, and turns into the command.
"""

from __future__ import annotations

import os
import sys

# From Linux's sys/prctl.h: the signal this process gets when the one that started it dies.
_PR_SET_PDEATHSIG = 1
_SIGKILL = 9
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


def _pin(cores: str) -> None:
    if cores != "-" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core) for core in cores.split(",")})


def main(args: list[str]) -> None:
    """Never returns."""
    cores, parent, *command = args
    _die_with(int(parent))
    _pin(cores)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"cannot run {command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(CANNOT_RUN)


if __name__ == "__main__":
    main(sys.argv[1:])
