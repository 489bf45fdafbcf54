"""The commands of the pages on training are commands that the program takes."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from gajah.train.__main__ import _parser, _settings

ROOT = Path(__file__).parents[2]
PAGES = ["docs/training.md", "docs/reproduce.md", "checkpoints/README.md"]
# Arguments as the shell passes them on, one call a line.
SHELL = 'gajah() { for word in "$@"; do printf "%s\\037" "$word"; done; echo; }\n'


def blocks(page: str) -> list[str]:
    """The indented blocks of a page that call ``gajah train``."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.findall(r"(?:^ {4}.*\n|^\n(?= {4}))+", text, re.MULTILINE)
    return [block for block in found if "gajah train" in block]


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_the_pages_on_training_are_understood(page: str) -> None:
    calls = []
    for block in blocks(page):
        lines = [line.strip() for line in block.replace("\\\n", " ").splitlines()]
        ours = [line for line in lines if re.match(r"gajah train|\$R |[A-Z]+=", line)]
        done = subprocess.run(
            ["sh", "-c", SHELL + "\n".join(ours)], capture_output=True, text=True, check=True
        )
        calls += [line.split("\037")[:-1] for line in done.stdout.splitlines()]
    assert calls, page
    for train, *arguments in calls:
        assert train == "train"
        options = _parser().parse_args(arguments)
        if arguments[0] == "run":
            assert _settings(options).planned_minutes > 0, shlex.join(arguments)
