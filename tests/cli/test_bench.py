"""``gajah bench``: a table for people, JSON for machines, with or without pyrimaa."""

from __future__ import annotations

import json

from tests.cli.program import python

# As on a machine where the package ``aei`` is not installed.
WITHOUT_PYRIMAA = """
import sys
sys.modules["pyrimaa"] = None
from gajah.cli import main
sys.exit(main(["bench", "--quick", *sys.argv[1:]]))
"""


def test_table_has_a_line_for_each_number() -> None:
    done = python("-c", WITHOUT_PYRIMAA)
    assert (done.code, done.err) == (0, "")
    for name in ("revision", "compiler", "machine", "count_turns()", "find_goal()", "import gajah"):
        assert f"\n{name}" in f"\n{done.out}"


def test_without_pyrimaa_everything_else_is_measured() -> None:
    done = python("-c", WITHOUT_PYRIMAA, "--json")
    assert (done.code, done.err) == (0, "")
    answer = json.loads(done.out)
    values = {number["name"]: number["value"] for number in answer["numbers"]}
    assert answer["positions"] == 10
    assert values["count_turns()"] is None
    assert values["list(turns())"] is None
    assert values["step perft"] > 0
