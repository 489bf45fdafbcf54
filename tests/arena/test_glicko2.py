"""Glicko-2 against the example of its paper, and what ratings are expected to do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah.arena.glicko2 import START_DEVIATION, GlickoRating, GlickoResult, rate

RATINGS = st.builds(
    GlickoRating,
    st.floats(min_value=0, max_value=3500),
    st.floats(min_value=30, max_value=350),
    st.floats(min_value=0.03, max_value=0.1),
)


def test_the_example_of_the_paper_comes_out() -> None:
    # http://www.glicko.net/glicko/glicko2.pdf, "Example calculation".
    opponents = [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]
    results = [GlickoResult(GlickoRating(r, d), score) for r, d, score in opponents]
    after = rate(GlickoRating(1500, 200, 0.06), results)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_makes_a_rating_less_certain() -> None:
    after = rate(GlickoRating(1500, 200, 0.06), [])
    # The deviation is the root of 200² + (0.06 · 173.7178)².
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert rate(GlickoRating(), []).deviation == START_DEVIATION


@given(RATINGS, RATINGS)
def test_a_win_raises_a_loss_lowers_and_a_surprise_counts_more(
    player: GlickoRating, opponent: GlickoRating
) -> None:
    won, drawn, lost = (rate(player, [GlickoResult(opponent, s)]) for s in (1.0, 0.5, 0.0))
    assert won.rating > drawn.rating > lost.rating
    assert won.rating >= player.rating >= lost.rating
    stronger = GlickoRating(opponent.rating + 100, opponent.deviation, opponent.volatility)
    assert rate(player, [GlickoResult(stronger, 1.0)]).rating >= won.rating


def test_results_that_no_one_expected_make_a_rating_more_volatile() -> None:
    player, weak = GlickoRating(1500, 50), GlickoRating(1000, 50)
    assert rate(player, [GlickoResult(weak, 1.0)] * 5).volatility < player.volatility
    assert rate(player, [GlickoResult(weak, 0.0)] * 5).volatility > player.volatility
