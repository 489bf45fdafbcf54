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
    process: subprocess.Popen[str]

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self.process.pid

    def resident_mb(self) -> float:
        """The memory that it holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def processor_s(self) -> float:
        """The processor time it has used."""
        times = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running_server(*options: str, settings: str = "") -> Iterator[Server]:
    """``gajah web`` with an empty data folder, on a free port; ``settings`` is its config.toml."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "config.toml").write_text(settings)
        words = [sys.executable, "-m", "gajah", "web", "--port", "0", "--no-open"]
        words += ["--data", str(data), *options]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield Server(process.stdout.readline().split()[3].rstrip("/"), process)
        finally:
            process.terminate()
            process.wait()


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values) or [0.0]
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 1)
