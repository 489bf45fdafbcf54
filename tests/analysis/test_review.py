"""Whole games judged: blunders are found, good turns are left in peace."""

from __future__ import annotations

import pytest

from gajah._core import Kind, Position, Side, Turn
from gajah.analysis.captures import captured_kinds, score_after, search_fixed
from gajah.analysis.review import BLUNDER, Look, Mark, Review, look_at, review_game
from gajah.engine.engine import Engine
from gajah.engine.score import Score
from gajah.game import Game
from tests.helpers import GOLD_SETUP, SILVER_SETUP, gold
from tests.samples import sample_games

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


# Among them are games in which a camel or a horse is given away when all is lost or won anyway.
DECIDED_SAMPLES = (2, 3, 11, 14, 16)


def fixed_look(position: Position, played: Turn) -> Look:
    """What an engine of fixed size thinks, the same each time."""
    best = search_fixed(position)
    return Look(position.side, best.turn, best.score, score_after(position.play(played)))


def marks_of_losses(number: int) -> list[tuple[Look, Mark]]:
    """The turns of a sample game after which the opponent captured a camel or a horse."""
    game = Game()
    for turn in sample_games()[number].turns:
        game.play(turn)
    stages = Review(game).stages
    found = []
    for i, (after, reply) in enumerate(stages[1:]):
        if captured_kinds(after.position, reply).keys() & {Kind.CAMEL, Kind.HORSE}:
            before, played = stages[i]
            # Only the turn and its reply: a review of two turns marks the first as one of all does.
            review = Review(two_turns(before.position, played, reply))
            look = fixed_look(before.position, played)
            review.add(look)
            judged = review.add(look)
            assert judged is not None
            found.append((look, judged.mark))
    return found


def two_turns(position: Position, *turns: Turn) -> Game:
    game = Game(start=position)
    for turn in turns:
        game.play(turn)
    return game


def test_a_camel_or_horse_lost_for_too_little_is_marked_however_the_game_stands() -> None:
    losses = [found for number in DECIDED_SAMPLES for found in marks_of_losses(number)]
    unmarked_by_chances = 0
    for look, mark in losses:
        lost_cr = look.best_score - look.played_score
        at_even = Score(lost_cr // 2).win_probability - Score(-lost_cr // 2).win_probability
        lost = look.best_score.win_probability - look.played_score.win_probability
        unmarked_by_chances += at_even >= 0.05 > lost
        if at_even >= 0.05:
            assert mark
        elif lost < 0.05:
            assert not mark, "what is compensated needs no mark"
    assert len(losses) > 5
    assert unmarked_by_chances
