"""Real games survive a backup, with core in WebAssembly as the judge, and a server takes them."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from gajah._core import Turn
from gajah.records.writer import format_record
from gajah.web.games.show import show_judgement
from gajah.web.library.exporting import make_record
from gajah.web.library.importing import read_games
from tests.records.texts import ANNOTATED
from tests.samples import SAMPLE_FILE
from tests.wasm.asking import ROOT, WASM


@pytest.mark.parametrize("text", [SAMPLE_FILE.read_text(encoding="utf-8"), ANNOTATED])
def test_games_come_back_as_they_were(text: str) -> None:
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "wasm" / "backup-in-node.js"), str(WASM)],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["problems"] == []
    assert told["before"]
    assert told["after"] == told["before"]
    taken = read_games(told["text"])
    assert taken.problems == []
    originals = read_games(text).games
    for (stored, tree), (original, its_tree), page in zip(
        taken.games, originals, told["before"], strict=True
    ):
        assert (stored.created, stored.winner) == (page["created"], original.winner)
        assert stored.review is not None
        said = {number: show_judgement(found) for number, found in stored.review.items()}
        assert {str(n): j.model_dump(mode="json") for n, j in said.items()} == page["review"]
        assert all(Turn.parse(found.best or "") for found in stored.review.values())
        stored.review = None
        assert format_record(make_record(stored, tree)) == format_record(
            make_record(original, its_tree)
        )
