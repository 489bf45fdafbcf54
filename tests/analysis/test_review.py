"""Whole games judged: blunders are found, good turns are left in peace."""

from __future__ import annotations

import pytest

from gajah._core import Side
from gajah.analysis.review import BLUNDER, Look, Review, look_at, review_game
from gajah.engine.engine import Engine
from gajah.engine.score import Score
from gajah.game import Game
from tests.helpers import GOLD_SETUP, SILVER_SETUP, gold

# Gold can stop the rabbit on h5 and does not.
RACE = gold("Ra5 Ee4 Hb2 Rh1 ed6 hg6 rh5 rg7")
RACE_TURNS = ("Rh1w", "rh5s rh4s rh3s", "Rg1w", "rh2s")


def race() -> Game:
    game = Game(start=RACE)
    for turn in RACE_TURNS:
        game.play(turn)
    assert game.result is not None
    return game


def test_turn_that_lets_the_goal_happen_is_a_blunder() -> None:
    judged = list(review_game(Engine(hash_mb=1), race(), seconds=0.05))
    assert [turn.number for turn in judged] == [0, 1, 2, 3]
    assert judged[2].mark == BLUNDER
    assert judged[2].best is not None
    assert judged[2].score.is_loss, "scores are gold's"
    assert judged[3].mark == ""
    assert judged[3].score.is_loss


def test_setups_are_not_judged() -> None:
    game = Game()
    for turn in (GOLD_SETUP, SILVER_SETUP, "Ee2n", "ed7s"):
        game.play(turn)
    judged = list(review_game(Engine(hash_mb=1), game, seconds=0.01))
    assert [turn.number for turn in judged] == [2, 3]
    assert list(review_game(Engine(hash_mb=1), Game(), seconds=0.01)) == []


def test_best_turn_loses_nothing() -> None:
    engine = Engine(hash_mb=1)
    game = Game(start=RACE)
    best = engine.search(RACE, time=0.2).lines[0].turn
    look = look_at(engine, game, best, seconds=0.2)
    if look.best == best:
        assert look.played_score == look.best_score


def look(side: Side, best: int, played: int) -> Look:
    """What the engine might think."""
    turn = Game(start=RACE).legal_turns()[0]
    return Look(side, turn, Score(best), Score(played))


def test_loss_is_the_difference_of_chances_and_never_negative() -> None:
    review = Review(race())
    assert review.add(look(Side.GOLD, 0, -300)) is None
    worse = review.add(look(Side.SILVER, 300, 400))
    assert worse is not None
    assert worse.loss == round(Score(0).win_probability - Score(-300).win_probability, 4)
    better = review.finish()
    assert better is not None
    assert (better.loss, better.mark, better.best) == (0, "", None)


@pytest.mark.parametrize(("lost", "mark"), [(0.04, ""), (0.06, "?!"), (0.12, "?"), (0.22, "??")])
def test_the_mark_says_how_much_a_turn_has_lost(lost: float, mark: str) -> None:
    played = next(s for s in range(0, -1000, -1) if 0.5 - Score(s).win_probability >= lost)
    review = Review(race())
    review.add(look(Side.GOLD, 0, played))
    turn = review.add(look(Side.SILVER, 0, 0))
    assert turn is not None
    assert turn.mark == mark


def test_score_is_balanced_between_both_views() -> None:
    review = Review(race())
    review.add(look(Side.GOLD, 100, 100))
    turn = review.add(look(Side.SILVER, 60, 60))
    assert turn is not None
    assert turn.score == Score(20)


def test_proof_counts_more_than_balance() -> None:
    review = Review(race())
    review.add(look(Side.GOLD, 100, 100))
    turn = review.add(look(Side.SILVER, Score.win_in(3).raw, 0))
    assert turn is not None
    assert turn.score == -Score.win_in(3)
