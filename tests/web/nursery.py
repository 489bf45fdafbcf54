"""Servers that start at once: a process that has imported everything forks into each of them.

``python -m gajah`` spends nearly a second of processor time on imports, and the tests start some
hundreds of servers. ``tests/web/server/test_serving.py`` starts the program itself too.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from typing import NoReturn

_LONGEST_ORDER = 1 << 20


class Gajah:
    """``gajah`` with these arguments, in a process of its own; complaints go to ``log``."""

    def __init__(self, args: Sequence[str], log: int) -> None:
        ours, out = os.pipe()
        self.stdout = open(ours, encoding="utf-8")  # noqa: SIM115 - until it is killed
        news, status = os.pipe()
        self._news = open(news, encoding="utf-8")  # noqa: SIM115 - until it has ended
        order = {"args": args, "folder": os.getcwd(), "environment": dict(os.environ)}
        socket.send_fds(_nursery(), [json.dumps(order).encode()], [out, log, status])
        os.close(out)
        os.close(status)
        self.pid = int(self._news.readline())
        self.returncode: int | None = None

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.wait(0) is None:
            os.kill(self.pid, number)

    def wait(self, timeout_s: float) -> int | None:
        """Its exit code, or minus the signal that ended it; None if it still runs then."""
        if self.returncode is None and select.select([self._news], [], [], timeout_s)[0]:
            self.returncode = int(self._news.readline())
            self._news.close()
        return self.returncode


@cache
def _nursery() -> socket.socket:
    """The line to a nursery, which this process starts once, and which ends with it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    words = [sys.executable, "-m", __spec__.name, str(theirs.fileno())]
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
    theirs.close()
    # The last that is run is registered first: it waits for what the other one ends.
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def _take_orders(line: socket.socket) -> None:
    # Imported here: the tests need none of it.
    import gajah.__main__
    import gajah.cli
    import gajah.web.server.serve  # noqa: F401

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    while True:
        order, files, _, _ = socket.recv_fds(line, _LONGEST_ORDER, 3)
        if not order:
            return
        if os.fork() == 0:
            line.close()
            _watch_over(order, *files)
            return
        for file in files:
            os.close(file)
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _watch_over(order: bytes, out: int, log: int, status: int) -> None:
    """Fork into ``gajah``, and tell who ordered it its number and how it ended."""
    child = os.fork()
    if child == 0:
        os.close(status)
        _become(order, out, log)
    os.close(out)
    os.close(log)
    os.write(status, b"%d\n" % child)
    _, ended = os.waitpid(child, 0)
    os.write(status, b"%d\n" % os.waitstatus_to_exitcode(ended))


def _become(order: bytes, out: int, log: int) -> NoReturn:
    from gajah.__main__ import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    for file, name in ((out, "stdout"), (log, "stderr")):
        place = getattr(sys, name).fileno()
        os.dup2(file, place)
        os.close(file)
        # A new one, since the old one may take a pipe for a file.
        new = open(place, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
        setattr(sys, name, new)
    found = json.loads(order)
    os.chdir(found["folder"])
    os.environ.clear()
    os.environ.update(found["environment"])
    sys.argv = ["gajah", *found["args"]]
    sys.exit(main())


if __name__ == "__main__":
    _take_orders(socket.socket(fileno=int(sys.argv[1])))
