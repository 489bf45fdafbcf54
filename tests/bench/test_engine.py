"""The engine's own numbers."""

from __future__ import annotations

from gajah.bench.data import goal_in_two_positions, sample_positions
from gajah.bench.engine import measure_engine, signature


def test_the_signature_is_the_same_every_time() -> None:
    positions = sample_positions()[10:12]
    assert signature(positions) == signature(positions)


def test_depth_speed_threads_and_goals_are_measured() -> None:
    measures = list(measure_engine(sample_positions()[10:11], depths={0.05: None}))
    names = [measure.name for measure in measures]
    assert names == [
        "engine signature",
        "depth in 0.05 s",
        "speed in 0.05 s",
        "two threads",
        "goals within 1 ms",
        "goals in two in 0.05 s",
    ]
    assert all(measure.value is not None and measure.value > 0 for measure in measures)


def test_goals_in_two_are_at_least_200_and_proven() -> None:
    positions = goal_in_two_positions()
    assert len(set(positions)) == len(positions) >= 200
    for position in positions[::40]:
        turn = position.find_goal_in_two()
        assert turn is not None
        after = position.play(turn)
        for reply in after.legal_turns()[::50]:
            answered = after.play(reply)
            verdict = answered.verdict()
            lost = verdict.winner is position.side if verdict else answered.find_goal() is not None
            assert lost, reply
