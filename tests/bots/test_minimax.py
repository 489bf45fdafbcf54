"""Minimax with alpha-beta against minimax without, on positions small enough for both."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gajah._core import Kind, Position, Setup, Side, Stop, Turn, Weights
from gajah.bots.evaluation import INFINITY, Deadline, Evaluate, evaluation_of
from gajah.bots.minimax import Minimax, MinimaxBot
from gajah.bots.names import PlayerNameError, make_bot
from gajah.bots.simple import HeuristicBot
from gajah.engine.limits import UNLIMITED, Limits
from gajah.engine.weights import tuned_weights
from gajah.game import Game
from tests.helpers import gold, silver

# Hemmed in, so that a turn has few dozen choices and two turns a few thousand.
OPEN = gold("Ed4 Ra2 Rb2 Hc2 eg6 rh7 rg7 dc5 mb6")
SMALL = [
    gold("Ra1 Db1 Rc1 ra3 rh8 eb3 cg8"),
    gold("Ca1 Ra4 ra6 ch8 rg8 Rb1"),
    silver("ra8 cb8 Ra6 Rh1 Eb6 Cg1"),
    gold("Ra6 Ch1 rh3 dg8"),
]


def by_rabbits(position: Position) -> float:
    """What a student may write: rabbits count by how far they have come."""
    return sum(
        square.row if piece.side is Side.GOLD else square.row - 9
        for square, piece in position.pieces.items()
        if piece.kind is Kind.RABBIT
    )


def plain_minimax(position: Position, depth: int, evaluate: Evaluate | None = None) -> float:
    """The definition: no bounds, no order, nothing shared."""
    if depth == 0 or position.verdict():
        return evaluation_of(evaluate).value(position)
    return max(
        -plain_minimax(position.play(turn), depth - 1, evaluate) for turn in position.legal_turns()
    )


def plain_best_turns(
    position: Position, depth: int, evaluate: Evaluate | None = None
) -> tuple[float, set[Turn]]:
    scores = {t: -plain_minimax(position.play(t), depth, evaluate) for t in position.legal_turns()}
    best = max(scores.values())
    return best, {turn for turn, score in scores.items() if score == best}


def minimax(
    position: Position, depth: int, alpha: float = -INFINITY, beta: float = INFINITY
) -> float:
    return Minimax(evaluation_of(None), Deadline(UNLIMITED)).value(position, depth, alpha, beta)


def test_alpha_beta_gives_the_value_of_plain_minimax() -> None:
    for position in SMALL:
        for depth in (0, 1, 2):
            if depth == 2 and position.count_turns() > 100:
                continue
            assert minimax(position, depth) == plain_minimax(position, depth)


def test_the_bot_knows_exactly_the_best_turns() -> None:
    for position in SMALL:
        for depth in (0, 1):
            _, best = plain_best_turns(position, depth)
            assert set(MinimaxBot(depth).best_turns(Game(start=position))) == best


def test_a_value_outside_the_window_is_a_bound_on_that_side() -> None:
    for position in SMALL:
        exact = minimax(position, 1)
        assert minimax(position, 1, exact - 10, exact) >= exact
        assert minimax(position, 1, -INFINITY, exact + 1) == exact


def test_the_best_turn_is_the_same_whatever_is_tried_first() -> None:
    weights = tuned_weights()
    tried = [turn for position in SMALL for turn in list(position.legal_turns())[:3]]
    for position in SMALL:
        if position.verdict():
            continue
        values = dict(weights.evaluate_turns(position))
        for first in ([], tried):
            turn, score = weights.best_turn(position, INFINITY, first=first)
            assert score == max(values.values())
            assert position.play(turn) in {position.play(t) for t in values if values[t] == score}


def test_depth_0_is_the_heuristic_player() -> None:
    for position in SMALL:
        game = Game(start=position)
        assert HeuristicBot(seed=1).choose(game) in MinimaxBot(0).best_turns(game)


def test_minimax_sees_the_reply_that_the_heuristic_misses() -> None:
    # Taking the far rabbit lets silver's other rabbit through; one turn ahead shows it.
    position = gold("Ee4 Ra2 Hb2 re2 rh7 eg7")
    game = Game(start=position)
    game.play(MinimaxBot(1, seed=1).choose(game))
    assert game.position.find_goal() is None


def test_a_stopped_minimax_answers_with_what_it_has_seen() -> None:
    # Depth 3 in an open position would take hours.
    game, stop = Game(start=OPEN), Stop()
    answers: list[Setup | Turn] = []
    limits = Limits(stop=stop)
    thinking = threading.Thread(
        target=lambda: answers.append(MinimaxBot(3, seed=1).choose(game, limits))
    )
    thinking.start()
    stop.set()
    thinking.join()
    assert game.why_not(answers[0]) is None


def test_minimax_answers_from_the_last_depth_that_it_had_time_for() -> None:
    game = Game(start=OPEN)
    for turn in MinimaxBot(3).best_turns(game, Limits.exactly(1.0)):
        assert game.why_not(turn) is None
    at_once = MinimaxBot(3).best_turns(game, Limits.exactly(1e-6))
    assert at_once == MinimaxBot(0).best_turns(game)


def test_an_evaluation_of_one_s_own_is_played_with() -> None:
    for position in SMALL:
        game = Game(start=position)
        for depth in (0, 1):
            expected = plain_best_turns(position, depth, by_rabbits)[1]
            assert set(MinimaxBot(depth, evaluate=by_rabbits).best_turns(game)) == expected
        assert (
            HeuristicBot(evaluate=by_rabbits).choose(game)
            in plain_best_turns(position, 0, by_rabbits)[1]
        )


def test_weights_of_one_s_own_are_played_with() -> None:
    game = Game(start=SMALL[0])
    weights = Weights.named({"frozen horse": -1600, "cat on b2": 160})
    values = dict(weights.evaluate_turns(SMALL[0]))
    assert values[MinimaxBot(0, evaluate=weights).best_turns(game)[0]] == max(values.values())


@pytest.mark.parametrize("evaluate", [lambda _: 1e9, lambda _: float("nan")])
def test_a_value_that_would_be_taken_for_a_win_is_refused(
    evaluate: Callable[[Position], float],
) -> None:
    with pytest.raises(ValueError, match="an evaluation lies between"):
        HeuristicBot(evaluate=evaluate).choose(Game(start=SMALL[0]))


def test_an_evaluation_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_module.py").write_text("def rabbits(position):\n    return 0.5\n")
    monkeypatch.chdir(tmp_path)
    bot = make_bot("minimax:depth=1,evaluate=my_module:rabbits")
    assert bot.name == "minimax:depth=1,evaluate=my_module:rabbits"
    assert Game(start=SMALL[0]).why_not(bot.choose(Game(start=SMALL[0]))) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rabbits", "expected module:function"),
        ("no_such_module:rabbits", "No module named 'no_such_module'"),
        ("math:rabbits", "has no attribute 'rabbits'"),
        ("math:pi", "is no function"),
    ],
)
def test_an_evaluation_that_is_none_is_refused(name: str, words: str) -> None:
    with pytest.raises(PlayerNameError, match=words):
        make_bot(f"heuristic:evaluate={name}")
