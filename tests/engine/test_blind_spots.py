"""The engine sees a goal in two turns, its opponent's and its own."""

from pathlib import Path

import pytest

from gajah import Engine, Position
from gajah.analysis.proofs import find_defence

_FILE = Path(__file__).parents[2] / "bench/blind_spots.txt"
_NODES = 400
_COUNT = 12


def _positions(fault: str) -> list[Position]:
    """Some positions in which a search without exact proofs made that fault."""
    rows = [line.split(" ", 2) for line in _FILE.read_text().splitlines() if line[0] != "#"]
    return [Position.parse(short) for _, kind, short in rows if kind == fault][:_COUNT]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


def test_most_turns_that_lose_to_a_goal_in_two_are_avoided(engine: Engine) -> None:
    lost = 0
    for position in _positions("loss"):
        after = position.play(engine.search(position, nodes=_NODES).lines[0].turn)
        lost += after.find_goal() is not None or after.find_goal_in_two() is not None
    assert lost <= _COUNT // 3


def test_a_goal_in_two_is_played_and_announced(engine: Engine) -> None:
    for position in _positions("win"):
        best = engine.search(position, nodes=_NODES).lines[0]
        assert find_defence(position.play(best.turn)) is None
        assert best.score.is_win
