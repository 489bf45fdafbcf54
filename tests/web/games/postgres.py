"""A throw-away PostgreSQL server, in a temporary folder."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

_NEEDED = "PostgreSQL's own programs are missing: apt-get install postgresql"


def _find_programs() -> Path:
    """The newest PostgreSQL installed here; Debian keeps it off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    assert on_path, _NEEDED
    return Path(on_path).parent


def _as_postgres() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as the user its package has made."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Postgres:
    """A server of our own, reached by a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._programs, self._who = _find_programs(), _as_postgres()
        self.url = f"postgresql://gajah@/postgres?host={folder}"
        if self._who:
            shutil.chown(folder, "postgres", "postgres")
        self._run("initdb", "-U", "gajah", "-A", "trust", "-N")

    def start(self) -> None:
        """Let it answer."""
        settings = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c fsync=off"
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", settings, "start")

    def stop(self) -> None:
        """Let it go away, with all connections."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._programs / program), "-D", str(self._folder / "data"), *words]
        subprocess.run(
            command, check=True, cwd=self._folder, stdout=DEVNULL, timeout=120, **self._who
        )
