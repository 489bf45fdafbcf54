"""Elo, SPRT and ratings, against numbers from outside and against slower ways to get them.

The published values are those that fastchess tests itself with (app/tests/sprt_test.cpp and
elo_test.cpp), which come from Stockfish's testing framework.
"""

from __future__ import annotations

import math
import random

import pytest

from gajah.arena.elo import Counts, count_games, count_pairs, elo_of, estimate, expected_score
from gajah.arena.ratings import rate
from gajah.arena.schedule import Meeting
from gajah.arena.sprt import Sprt, SprtDecision
from gajah.errors import NotationError


def pairs(
    lost_lost: int, lost_drawn: int, won_lost: int, drawn_drawn: int, won_drawn: int, won_won: int
) -> Counts:
    return Counts((lost_lost, lost_drawn, won_lost + drawn_drawn, won_drawn, won_won))


@pytest.mark.parametrize(
    ("elo0", "elo1", "counts", "ratio"),
    [
        (0.5, 2.5, count_games(21184, 40708, 21404), -1.57),
        (0, 2, count_games(57030, 106593, 57433), -2.59),
        (0.5, 2.5, pairs(223, 9863, 20279, 1000, 10037, 246), -3.07),
        (0, 2, pairs(871, 26175, 55003, 980, 26678, 821), -4.98),
    ],
)
def test_log_likelihood_ratio_matches_published_values(
    elo0: float, elo1: float, counts: Counts, ratio: float
) -> None:
    assert Sprt(elo0, elo1).ratio(counts) == pytest.approx(ratio, abs=0.006)


@pytest.mark.parametrize(
    ("counts", "elo", "error", "superiority"),
    [
        (count_games(96, 111, 136), 40.70, 30.43, 0.9960),
        (pairs(34, 54, 31, 32, 64, 75), 55.58, 27.65, 1.0000),
        (pairs(332, 433, 457, 41, 333, 334), -8.64, 10.33, 0.0505),
        (pairs(7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_elo_its_error_and_superiority_match_published_values(
    counts: Counts, elo: float, error: float, superiority: float
) -> None:
    found = estimate(counts)
    assert found.elo == pytest.approx(elo, abs=0.01)
    assert found.error == pytest.approx(error, abs=0.01)
    assert found.superiority == pytest.approx(superiority, abs=0.0001)


def test_elo_and_score_are_each_other_s_inverse() -> None:
    for elo in (-700, -30, 0, 1, 200):
        assert elo_of(expected_score(elo)) == pytest.approx(elo)


def test_score_of_everything_has_an_infinite_elo_and_a_finite_bound() -> None:
    found = estimate(count_games(0, 0, 20))
    assert found.elo == math.inf
    assert 0 < found.low < math.inf
    assert str(found).startswith("> +")
    assert str(estimate(count_games(20, 0, 0))).startswith("< -")


def test_nothing_played_says_nothing() -> None:
    found = estimate(Counts((0, 0, 0)))
    assert (found.elo, found.superiority) == (0, 0.5)
    assert Sprt(0, 10).ratio(Counts((0, 0, 0, 0, 0))) == 0


def test_error_that_is_open_on_one_side_is_written_with_its_ends() -> None:
    assert str(estimate(count_games(1, 0, 3))) == "+191 (-126 to +inf)"


def test_pairs_are_counted_by_their_points() -> None:
    assert count_pairs([0, 1, 1, 2, 1.5]).counts == (1, 0, 2, 1, 1)


def test_even_pairs_say_less_about_error_than_lone_games() -> None:
    split = estimate(count_pairs([1] * 40 + [0, 2]))
    lone = estimate(count_games(42, 0, 42))
    assert split.error < lone.error


@pytest.mark.parametrize("elo", [-20, 30])
def test_sprt_finds_the_hypothesis_that_is_true(elo: int) -> None:
    rng = random.Random(1)
    test, results = Sprt(0, 10), list[float]()
    while test.verdict(count_pairs(results)) is SprtDecision.GO_ON:
        results.append(sum(rng.random() < expected_score(elo) for _ in range(2)))
    assert test.verdict(count_pairs(results)) is (SprtDecision.H1 if elo > 0 else SprtDecision.H0)


def test_sprt_errs_no_more_often_than_it_may() -> None:
    rng = random.Random(2)
    test, wrong, runs = Sprt(-100, 100), 0, 200
    for _ in range(runs):
        results = list[float]()
        while (verdict := test.verdict(count_pairs(results))) is SprtDecision.GO_ON:
            results.append(sum(rng.random() < expected_score(100) for _ in range(2)))
        wrong += verdict is SprtDecision.H0
    assert wrong / runs < 0.09


def test_sprt_text_round_trips() -> None:
    for text in ("0,10", "-5,0", "0,5,0.1,0.02"):
        assert str(Sprt.parse(text)) == text


@pytest.mark.parametrize("text", ["", "5", "10,0", "0,0", "a,b", "0,5,0.1", "0,5,0.6,0.1", "nan,1"])
def test_text_that_is_no_sprt_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="no SPRT"):
        Sprt.parse(text)


def some_outcomes(strengths: list[float], games: int, seed: int = 3) -> list[Meeting]:
    rng = random.Random(seed)
    found = []
    for _ in range(games):
        one, other = rng.sample(range(len(strengths)), 2)
        chance = expected_score(strengths[one] - strengths[other])
        found.append(Meeting(0, one, other, float(rng.random() < chance)))
    return found


def climb(players: int, outcomes: list[Meeting]) -> list[float]:
    """The most likely ratings by Zermelo's iteration: slow, and nothing like Newton's method."""
    worth = [1.0] * players
    for _ in range(3000):
        fresh = []
        for me in range(players):
            points, weight = 0.0, 0.0
            for game in outcomes:
                if me in (game.gold, game.silver):
                    points += game.points if game.gold == me else 1 - game.points
                    weight += 1 / (worth[game.gold] + worth[game.silver])
            fresh.append(points / weight)
        scale = math.exp(sum(map(math.log, fresh)) / players)
        worth = [value / scale for value in fresh]
    return [400 * math.log10(value) for value in worth]


def test_ratings_agree_with_zermelo_s_iteration() -> None:
    outcomes = some_outcomes([0, 100, 200], 60)
    outcomes += [Meeting(0, 0, 1, 0.5), Meeting(0, 1, 2, 0.5)]
    found = rate(["a", "b", "c"], outcomes)
    assert found.is_exact
    slow = climb(3, outcomes)
    assert [found.of(label).rating for label in "abc"] == pytest.approx(slow, abs=0.01)


def test_two_players_are_as_far_apart_as_their_score_says() -> None:
    found = rate(["a", "b"], [Meeting(0, 0, 1, 1)] * 3 + [Meeting(0, 1, 0, 1)])
    assert found.of("a").rating - found.of("b").rating == pytest.approx(elo_of(0.75))
    assert [player.label for player in found.players] == ["a", "b"]
    assert (found.of("a").points, found.of("a").games, found.of("a").share) == (3, 4, 0.75)


def test_true_ratings_lie_within_the_error_bars_about_as_often_as_promised() -> None:
    strengths = [-150.0, -50.0, 50.0, 150.0]
    inside = 0
    for seed in range(50):
        found = rate(list("abcd"), some_outcomes(strengths, 200, seed))
        for label, strength in zip("abcd", strengths, strict=True):
            inside += abs(found.of(label).rating - strength) <= found.of(label).error
    assert 0.9 < inside / 200 <= 1


def test_anchor_keeps_its_rating_and_has_no_error() -> None:
    outcomes = some_outcomes([0, 100, 200], 100)
    free, fixed = rate(list("abc"), outcomes), rate(list("abc"), outcomes, anchor="b", at=1500)
    assert fixed.of("b").rating == 1500
    assert fixed.of("b").error == pytest.approx(0, abs=1e-3)
    gap = free.of("a").rating - free.of("c").rating
    assert fixed.of("a").rating - fixed.of("c").rating == pytest.approx(gap)


def test_player_who_has_won_everything_gets_a_finite_rating_that_is_not_exact() -> None:
    found = rate(["a", "b"], [Meeting(0, 0, 1, 1)] * 10)
    assert not found.is_exact
    assert 200 < found.of("a").rating - found.of("b").rating < 1500


@pytest.mark.parametrize("games", [10, 253, 5000])
def test_error_of_a_player_who_has_won_everything_stays_within_reason(games: int) -> None:
    ratings = rate(["a", "b"], [Meeting(0, 0, 1, 1.0)] * games)
    assert 300 < ratings.of("a").error < 400


def test_player_who_has_not_played_has_no_rating_to_speak_of() -> None:
    found = rate(["a", "b", "c"], [Meeting(0, 0, 1, 1), Meeting(0, 0, 1, 0)])
    assert (found.of("c").rating, found.of("c").error) == (0, math.inf)
