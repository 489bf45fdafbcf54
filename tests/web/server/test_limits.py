"""The page that lists all limits, and the file that changes them."""

from __future__ import annotations

import re
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import pytest

from gajah.web.server.config import BadConfig, read_config
from gajah.web.settings import ClientLimits

PAGE = Path(__file__).parents[3] / "docs" / "hosting.md"


def test_the_page_lists_every_limit_with_its_default() -> None:
    listed: dict[str, float] = {}
    for names, values in re.findall(r"^\| (`[^|]*`) \| ([0-9., ]+) \|", PAGE.read_text(), re.M):
        pairs = zip(re.findall(r"`(\w+)`", names), values.split(", "), strict=True)
        listed |= {name: float(value) for name, value in pairs}
    assert listed == asdict(ClientLimits())


def test_the_page_lists_fixed_limits_as_they_are() -> None:
    rows = re.findall(r"^\| .+ \| ([0-9]+) \| `([\w/]+)\.py`, `(\w+)` \|$", PAGE.read_text(), re.M)
    found = {
        (path, name): float(getattr(import_module(f"gajah.web.{path.replace('/', '.')}"), name))
        for _, path, name in rows
    }
    assert found == {(path, name): float(value) for value, path, name in rows}
    assert len(found) > 10


def test_the_file_changes_a_limit(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[limits]\nsockets = 7\nrequests_per_s = 2\n")
    limits = read_config(tmp_path).limits
    assert (limits.sockets, limits.requests_per_s, limits.queue) == (7, 2, 500)


@pytest.mark.parametrize("line", ["socket = 7", "sockets = -1", "sockets = 1.5", 'sockets = "7"'])
def test_a_limit_that_cannot_be_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "config.toml").write_text(f"[limits]\n{line}\n")
    with pytest.raises(BadConfig, match="limit"):
        read_config(tmp_path)
