"""Whatever goes wrong, the user reads one sentence and the shell gets the right code."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import OPENING, gajah, gajah_here, python

SNAPSHOT = (Path(__file__).parent / "errors.txt").read_text(encoding="utf-8")

# A command with a mistake in it, added to the real program.
BROKEN = """
from gajah.cli.app import app, main

@app.command()
def broken() -> None:
    [][0]

raise SystemExit(main(["broken"]))
"""

# The program, stopped by the keyboard's signal in the middle of a command.
INTERRUPTED = """
import os, signal
from gajah.cli.app import app, main

@app.command()
def endless() -> None:
    print("so far")
    os.kill(os.getpid(), signal.SIGINT)

raise SystemExit(main(["endless"]))
"""


@pytest.mark.parametrize("case", SNAPSHOT.split("\n\n"), ids=lambda case: case.splitlines()[0])
def test_error_reads_as_in_the_snapshot(case: str) -> None:
    command, sentence, code = case.strip().splitlines()
    done = gajah_here(*shlex.split(command.removeprefix("$ gajah ")))
    assert (done.sentence, f"[{done.code}]") == (sentence, code)


@pytest.mark.parametrize("size", ["15", "abc", "1e9", "999999999999999999999"])
def test_size_that_is_none_is_wrong_usage(size: str) -> None:
    done = gajah_here("svg", OPENING, "--size", size)
    assert done.code == 2
    assert "'--size'" in done.sentence


def test_position_in_pieces_is_wrong_usage() -> None:
    done = gajah_here("turns", *OPENING.split())
    assert (done.code, "gajah turns --help" in done.sentence) == (2, True)


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe\x00g",
        b"g [\xc3",
        b"\x00" * 100,
        b"g [" + b"r" * 64,
        b"g [" + b"z" * 64 + b"]",
        b"+---+\n" * 50,
        b"x" * 60_000,
        b"\x1b]0;title\x07",
    ],
)
def test_bad_bytes_on_stdin_get_one_printable_sentence(text: bytes) -> None:
    done = gajah_here("goal", "-", stdin=text)
    assert done.code == 1
    assert done.sentence.isprintable()


@pytest.mark.parametrize("name", [b"\xff\xfe", "\x1b[31mred", "", " ", "n" * 5000, "é"])
def test_strange_arguments_get_one_printable_sentence(name: str | bytes) -> None:
    done = gajah_here("turns", name)
    assert done.code == 1
    assert done.sentence.isprintable()


def test_characters_the_terminal_lacks_come_out_escaped() -> None:
    done = gajah("turns", "é", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.sentence == r"gajah: '\xe9' is neither a position nor a file"


def test_closed_stdin_gets_a_sentence() -> None:
    command = [sys.executable, "-m", "gajah", "turns", "-"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&-', "sh", *command], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (1, "gajah: stdin is closed\n")


def test_reader_that_goes_away_ends_the_program_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "gajah", "turns", OPENING, "--list"],
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=60,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


@pytest.mark.parametrize("args", [("turns", OPENING), ("--help",), ("turns", OPENING, "--list")])
def test_full_disk_gets_a_sentence(args: tuple[str, ...]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gajah", *args],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (1, "gajah: no space left on device\n")


INTERRUPTED_EARLY = """
import runpy, sys


class Interrupt:
    def find_spec(self, name, *_):
        if name == "gajah.cli":
            raise KeyboardInterrupt


sys.meta_path.insert(0, Interrupt())
runpy.run_module("gajah", run_name="__main__")
"""


def test_interrupt_while_the_program_is_being_loaded_ends_it_quietly() -> None:
    done = python("-c", INTERRUPTED_EARLY)
    assert (done.code, done.out, done.err) == (130, "", "")


def test_interrupt_ends_the_program_quietly() -> None:
    done = python("-c", INTERRUPTED)
    assert (done.code, done.err) == (128 + signal.SIGINT, "")


def test_mistake_of_ours_asks_for_a_report_in_one_sentence() -> None:
    done = python("-c", BROKEN)
    assert done.code == 70
    assert done.sentence.startswith("gajah: a mistake in gajah itself (IndexError: ")
    assert "please report it" in done.sentence


def test_mistake_of_ours_shows_its_trace_on_request() -> None:
    done = python("-c", BROKEN, env={"GAJAH_DEBUG": "1"})
    assert done.code == 70
    assert done.err.startswith("Traceback (most recent call last):")
