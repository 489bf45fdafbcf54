"""Engines as processes: started on their own cores, watched, and never left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO, cast

from gajah.aei.link import EngineFailure, FailureKind, Link
from gajah.system import OWN_GROUP, end_tree

_LAUNCHER = "launch_windows.py" if sys.platform == "win32" else "launch.py"

_STDOUT = 1
# How long a process may take to vanish after it has been told to, before it is killed.
_TERMINATE_S = 0.5
# How much of its stderr is kept for error messages.
_STDERR_TAIL_BYTES = 2000


class ProcessLink(Link, asyncio.SubprocessProtocol):
    """An engine's stdin and stdout. Made by `start_process`.

    Where ``speaks`` is false the engine is talked to in another way, and what it writes to stdout
    is only noted down, like its stderr.
    """

    def __init__(self, log: TextIO | None = None, *, speaks: bool = True) -> None:
        super().__init__(log)
        self._speaks = speaks
        self._process: asyncio.SubprocessTransport | None = None
        self._stderr = b""
        self._is_over = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: the process runs."""
        self._process = cast(asyncio.SubprocessTransport, transport)
        self._out = cast(asyncio.WriteTransport, self._process.get_pipe_transport(0))

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """asyncio: the engine wrote something."""
        if fd == _STDOUT and self._speaks:
            self._received(data)
        elif self.failure is None:
            self._count(len(data))
            self._stderr = (self._stderr + data)[-_STDERR_TAIL_BYTES:]
            for line in data.decode("utf-8", "replace").splitlines():
                self.note("2", line)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002
        """asyncio: the engine closed a stream; one that spoke there is of no use any more."""
        if fd == _STDOUT and self._speaks and not self._is_quitting:
            # One that is just ending has a moment to do so and to tell its exit status.
            asyncio.get_running_loop().call_later(_TERMINATE_S, self._end_mute)

    def process_exited(self) -> None:
        """asyncio: the process is over; what it wrote last may still be in the pipes."""
        # Children of it that are left would keep the pipes open.
        self.kill()
        self._is_over = True
        asyncio.get_running_loop().call_later(_TERMINATE_S, self.connection_lost, None)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """asyncio: the process is over and the pipes are empty."""
        if not self.ended.is_set():
            self._break(EngineFailure(FailureKind.CRASH, self._describe_end()))
            self.ended.set()

    def kill(self) -> None:
        """End it at once."""
        # Only while it is there: later another process may have its number.
        if not self._is_over:
            self._end_all(at_once=True)

    async def _end(self) -> None:
        """Terminate, then kill. The whole group ends."""
        if not self._is_over:
            self._end_all()
            await self._wait_ended(_TERMINATE_S)
        self.kill()
        await self.ended.wait()
        assert self._process is not None
        self._process.close()

    def _end_mute(self) -> None:
        """End a process that can say nothing more."""
        if not self._is_over:
            self._break(EngineFailure(FailureKind.CRASH, "closed its output"))
            self.kill()

    def _end_all(self, *, at_once: bool = False) -> None:
        if self._process is not None:
            end_tree(self._process.get_pid(), at_once=at_once)

    def _describe_end(self) -> str:
        assert self._process is not None
        status = self._process.get_returncode()
        if status is not None and status < 0:
            name = signal.Signals(-status).name if -status in signal.valid_signals() else "?"
            end = f"ended by {name}"
        else:
            end = f"exit status {status}"
        lines = self._stderr.decode("utf-8", "replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{end}, {said}" if said else end


async def start_process(
    command: Sequence[str],
    *,
    cores: Sequence[int] = (),
    log: TextIO | None = None,
    speaks: bool = True,
) -> ProcessLink:
    """Start an engine on these cores, or on any; raises EngineFailure where it cannot be."""
    launcher = [sys.executable, "-I", "-S", str(Path(__file__).with_name(_LAUNCHER))]
    pinned = ",".join(map(str, cores)) or "-"
    loop = asyncio.get_running_loop()
    try:
        _, link = await loop.subprocess_exec(
            lambda: ProcessLink(log, speaks=speaks),
            *[*launcher, pinned, str(os.getpid()), *command],
            # Ctrl-C in the terminal is for the referee; it ends its engines itself.
            **OWN_GROUP,
        )
    except (OSError, ValueError) as error:
        raise EngineFailure(FailureKind.NO_START, str(error)) from None
    return link
