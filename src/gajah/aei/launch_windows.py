"""Start an engine on Windows, so that neither it nor what it starts outlives this process.

Run as a script, with the arguments of `gajah.aei.launch`. Windows has no way to turn a process into
another program, so this one stays: ending it ends the engine, and it ends with the referee.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
from typing import Any

CANNOT_RUN = 127
_LIMIT_AFFINITY = 0x10
_LIMIT_KILL_ON_CLOSE = 0x2000
_EXTENDED_LIMITS = 9
_SYNCHRONIZE = 0x100000
_FOREVER = 0xFFFFFFFF


class _Limits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION; what is not used here has no name of its own."""

    _fields_ = (
        ("times", ctypes.c_int64 * 2),
        ("flags", ctypes.c_uint32),
        ("working_sets", ctypes.c_size_t * 2),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("classes", ctypes.c_uint32 * 2),
        ("counters", ctypes.c_uint64 * 6),
        ("memory", ctypes.c_size_t * 4),
    )


def _join_job(kernel: Any, cores: str) -> None:
    """Put this process, and what it will start, into a job that ends when its handle is closed.

    The only handle is this process's. It is closed by its end, however that comes.
    """
    limits = _Limits(flags=_LIMIT_KILL_ON_CLOSE)
    if cores != "-":
        limits.flags |= _LIMIT_AFFINITY
        limits.affinity = sum(1 << int(core) for core in cores.split(","))
    kernel.CreateJobObjectW.restype = kernel.GetCurrentProcess.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    this = ctypes.c_void_p(kernel.GetCurrentProcess())
    size = ctypes.sizeof(limits)
    if not (
        kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), size)
        and kernel.AssignProcessToJobObject(job, this)
    ):
        sys.exit(CANNOT_RUN)


def _end_with(kernel: Any, referee: int) -> None:
    """End this process once the referee has ended."""
    kernel.OpenProcess.restype = ctypes.c_void_p
    end = ctypes.c_void_p(kernel.OpenProcess(_SYNCHRONIZE, False, referee))

    def watch() -> None:
        # Without a handle it has ended already, and this returns at once.
        kernel.WaitForSingleObject(end, _FOREVER)
        os._exit(CANNOT_RUN)

    threading.Thread(target=watch, daemon=True).start()


def main(args: list[str]) -> None:
    """Run the engine, and end as it ends."""
    if sys.platform != "win32":
        sys.exit(CANNOT_RUN)
    kernel = ctypes.WinDLL("kernel32")
    cores, referee, *command = args
    _join_job(kernel, cores)
    _end_with(kernel, int(referee))
    try:
        # Named, since only then does the engine get them.
        engine = subprocess.Popen(command, stdin=sys.stdin, stdout=sys.stdout, stderr=sys.stderr)
    except OSError as error:
        print(f"cannot run {command[0]}: {error.strerror}", file=sys.stderr)
        sys.exit(CANNOT_RUN)
    sys.exit(engine.wait())


if __name__ == "__main__":
    main(sys.argv[1:])
