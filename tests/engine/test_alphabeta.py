"""What the alpha-beta search promises beyond what every engine does."""

from __future__ import annotations

import pytest

from gajah._core import Position
from gajah.engine.engine import Engine, SearchKind
from gajah.engine.weights import tuned_weights
from tests.samples import sample_positions

POSITIONS = [p for p in sample_positions()[5::600] if not p.verdict()]


def fresh() -> Engine:
    return Engine(search=SearchKind.ALPHABETA, hash_mb=4)


def test_same_search_same_nodes() -> None:
    for position in POSITIONS[:4]:
        first, second = (fresh().search(position, nodes=20_000) for _ in range(2))
        assert (first.nodes, first.depth, first.lines) == (second.nodes, second.depth, second.lines)


def test_the_best_of_several_lines_is_the_best_line() -> None:
    for position in POSITIONS[:3]:
        one = fresh().search(position, depth=5)
        several = fresh().search(position, depth=5, lines=3)
        assert several.lines[0].score == one.lines[0].score


def test_progress_goes_deeper_every_time() -> None:
    depths: list[int] = []
    fresh().search(POSITIONS[0], depth=6, on_progress=lambda a: depths.append(a.depth))
    assert depths == [1, 2, 3, 4, 5, 6]


def test_mirrored_positions_have_the_same_value() -> None:
    for position in POSITIONS:
        weights = tuned_weights()
        assert weights.evaluate(position) == weights.evaluate(position.mirrored())
        assert weights.evaluate(position) == weights.evaluate(position.swapped())


@pytest.mark.parametrize(
    "short",
    [
        "g [  cc d   mdeh      E  r       MH  H  Dh    D  R   C   C RRRRRRR ]",
        "g [   c  c   dmedh                 hr  DR  RC E  CM  H  H  DRRRR RR]",
        "s [                             h    R     dc      rEeC    CmD     ]",
        "s [    rhErr r  rrRRc  d rR  Rd e     CRRmC                        ]",
    ],
)
def test_a_win_without_a_goal_is_played_and_not_only_seen(short: str) -> None:
    position = Position.parse(short)
    best = fresh().search(position, nodes=30_000).lines[0]
    assert best.score.is_win
    verdict = position.play(best.turn).verdict()
    assert verdict is not None
    assert verdict.winner is position.side
