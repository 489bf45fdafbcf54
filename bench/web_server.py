"""A server of its own for a measurement of the web app."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

OPENING = "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"


@dataclass(frozen=True)
class Server:
    """Where it is, and its process."""

    url: str
    pid: int

    def processor_s(self) -> float:
        """The processor time it has used."""
        times = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_server() -> Iterator[Server]:
    """``gajah web`` with an empty data folder, on a free port."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "gajah", "web", "--port", "0", "--no-open"]
        words += ["--data", str(Path(folder) / "data")]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield Server(process.stdout.readline().split()[3].rstrip("/"), process.pid)
        finally:
            process.terminate()
            process.wait()


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values) or [0.0]
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 1)
