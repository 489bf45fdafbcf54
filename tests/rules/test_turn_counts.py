"""How many turns there are, from a table of numbers that others have counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from gajah._core import Position
from tests.helpers import OPENING

TABLE = Path(__file__).parent.parent / "data" / "turn-counts.txt"


def rows() -> list[tuple[int, str]]:
    """The numbers and positions of the table; a position begins with its side."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [(int(line[:6]), line[7:]) for line in lines if not line.startswith("#")]


def test_opening_array_has_3353_distinct_turns() -> None:
    assert OPENING.count_turns() == 3353
    assert OPENING.swapped().count_turns() == 3353


@pytest.mark.parametrize(("number", "text"), rows())
def test_position_has_as_many_turns_as_the_table_says(number: int, text: str) -> None:
    position = Position.parse(text)
    assert position.count_turns() == len(position.legal_turns()) == number
