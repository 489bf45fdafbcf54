"""The program as a whole: help, version, and what it is called."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.program import gajah, gajah_here

COMMANDS = (
    *("web", "play", "match", "arena", "aei", "analyze"),
    *("turns", "goal", "svg", "check", "bench", "version"),
)


def test_help_names_every_command() -> None:
    done = gajah("--help")
    assert (done.code, done.err) == (0, "")
    listed = done.out.partition("Commands:")[2].split()
    assert set(COMMANDS) <= set(listed)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    done = gajah_here(command, "-h")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage: gajah {command}")


@pytest.mark.parametrize("args", [["version"], ["--version"]])
def test_version_is_that_of_the_package(args: list[str]) -> None:
    done = gajah_here(*args)
    assert done.code == 0
    assert done.out.startswith(f"gajah {version('gajah')} (Python ")


def test_installed_script_is_the_same_program() -> None:
    script = Path(sys.executable).parent / "gajah"
    done = subprocess.run([script, "--help"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, gajah("--help").out)


def test_the_engine_has_a_script_of_its_own() -> None:
    script = Path(sys.executable).parent / "gajah-aei"
    done = subprocess.run([script], input="aei\nquit\n", capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[0] == "protocol-version 1"
    assert done.stdout.split()[-1] == "aeiok"
