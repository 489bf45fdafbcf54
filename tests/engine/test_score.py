"""Scores: ordered, turned round, and told in words."""

from __future__ import annotations

import pytest

from gajah._core import Side
from gajah.engine.score import Score


def test_scores_are_ordered_and_say_what_they_mean() -> None:
    assert Score.win_in(3) > Score.win_in(7) > Score(900) > Score(-5)
    assert str(Score.win_in(4)) == "win in 4"
    assert str(Score(-125)) == "-1.25"
    assert Score.win_in(9).win_probability == 1.0
    assert 0.5 < Score(100).win_probability < 1.0
    # Three of four such games of the engine against itself were won: lab/alphabeta.md.
    assert 0.7 < Score(400).win_probability < 0.8


def test_a_score_is_the_opponent_s_turned_round() -> None:
    for score in (Score(125), Score.win_in(4)):
        other = -score
        assert -other == score
        assert (-score).steps_to_end == score.steps_to_end
        assert score.seen_by(Side.GOLD, mover=Side.GOLD) == score
        assert score.seen_by(Side.GOLD, mover=Side.SILVER) == -score
    assert (-Score.win_in(4)).is_loss
    assert str(-Score.win_in(4)) == "loss in 4"
    assert Score(125) - Score(100) == 25
    assert Score.between(Score(100), Score(200)) == Score(150)


@pytest.mark.parametrize(("steps", "turns"), [(0, 1), (4, 1), (5, 2), (12, 2), (13, 3)])
def test_the_winner_s_turns_are_counted_from_both_sides_steps(steps: int, turns: int) -> None:
    assert Score.win_in(steps).turns_to_end == turns
    assert Score(29).turns_to_end is None
