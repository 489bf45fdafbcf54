"""The examples run as their first lines say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_example_that_learns_from_nothing_trains_and_plays_its_match() -> None:
    program = str(EXAMPLES / "learn_from_nothing.py")
    command = [sys.executable, program, "--minutes", "0.05", "--games", "2"]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    assert re.search(r"won \d+\.\d% of 2 games against random\n$", done.stdout)
