"""Clusters of Ray on this machine, whose machines are processes of their own.

Ray's own helper for tests starts them from this process, which Ray then ends when it has not heard
from a head for a minute, also from one of an earlier test.
"""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def head(*, cores: int = 0) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The first machine of a cluster, by its address and its process.

    Only processes that are started meanwhile know its token.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
        role = ("--head", "--port", "0", "--include-dashboard", "false", "--disable-usage-stats")
        with _start(*role, cores=cores) as process:
            assert process.stdout is not None
            found = (re.search(r"ray start --address='(.+)'", line) for line in process.stdout)
            yield next(match[1] for match in found if match), process


@contextmanager
def machine(address: str, *, cores: int) -> Iterator[subprocess.Popen[str]]:
    """Another machine of the cluster."""
    with _start("--address", address, cores=cores) as process:
        yield process


@contextmanager
def _start(*role: str, cores: int) -> Iterator[subprocess.Popen[str]]:
    """What Ray has started for a machine ends with this process."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", *role]
    with subprocess.Popen(
        [*command, "--num-cpus", str(cores)], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def parent_of(process: int) -> int:
    """The process that has started another one, as Ray starts workers and they start engines."""
    stat = Path(f"/proc/{process}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])
