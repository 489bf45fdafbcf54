"""The engine sees a goal in two turns, its opponent's and its own."""

from pathlib import Path

import pytest

from gajah import Engine, Position
from gajah.analysis.proofs import find_defence

_BENCH = Path(__file__).parents[2] / "bench"
_NODES = 400
_COUNT = 12


def _positions(fault: str, file: str = "blind_spots.txt", sort: str = "") -> list[Position]:
    """Some positions in which a search without exact proofs made that fault."""
    lines = [line for line in (_BENCH / file).read_text().splitlines() if line[0] != "#"]
    rows = [line.split(" ", 2) for line in lines if line.startswith(sort)]
    return [Position.parse(short) for _, kind, short in rows if kind == fault][:_COUNT]


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine()


@pytest.mark.parametrize("time_s", [None, 60.0], ids=["by nodes", "by the clock"])
def test_most_turns_that_lose_to_a_goal_in_two_are_avoided(
    engine: Engine, time_s: float | None
) -> None:
    lost = 0
    for position in _positions("loss"):
        after = position.play(engine.search(position, time=time_s, nodes=_NODES).lines[0].turn)
        lost += after.find_goal() is not None or after.find_goal_in_two() is not None
    assert lost <= _COUNT // 3


def test_a_goal_in_two_is_played_and_announced(engine: Engine) -> None:
    for position in _positions("win"):
        best = engine.search(position, nodes=_NODES).lines[0]
        assert find_defence(position.play(best.turn)) is None
        assert best.score.is_win


@pytest.mark.parametrize("sort", ["elimination", "immobilization"])
def test_most_turns_that_let_a_game_end_without_a_goal_are_avoided(
    engine: Engine, sort: str
) -> None:
    lost = 0
    for position in _positions("loss", "endings.txt", sort):
        after = position.play(engine.search(position, nodes=_NODES).lines[0].turn)
        lost += after.find_win() is not None
    assert lost <= _COUNT // 3
