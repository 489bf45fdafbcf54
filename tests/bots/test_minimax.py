"""Minimax with alpha-beta against minimax without, on positions small enough for both."""

from __future__ import annotations

import threading

from gajah._core import Position, Setup, Turn
from gajah.bots.minimax import INFINITY, MinimaxBot, minimax
from gajah.bots.simple import HeuristicBot
from gajah.engine.evaluation import tuned_weights, value
from gajah.game import Game
from tests.helpers import gold, silver

# Hemmed in, so that a turn has few dozen choices and two turns a few thousand.
SMALL = [
    gold("Ra1 Db1 Rc1 ra3 rh8 eb3 cg8"),
    gold("Ca1 Ra4 ra6 ch8 rg8 Rb1"),
    silver("ra8 cb8 Ra6 Rh1 Eb6 Cg1"),
    gold("Ra6 Ch1 rh3 dg8"),
]


def plain_minimax(position: Position, depth: int) -> int:
    """The definition: no bounds, no order, nothing shared."""
    if depth == 0 or position.verdict():
        return value(position)
    return max(-plain_minimax(position.play(turn), depth - 1) for turn in position.legal_turns())


def plain_best_turns(position: Position, depth: int) -> tuple[int, set[Turn]]:
    scores = {t: -plain_minimax(position.play(t), depth) for t in position.legal_turns()}
    best = max(scores.values())
    return best, {turn for turn, score in scores.items() if score == best}


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
    bot = MinimaxBot(3, seed=1)
    game = Game(start=gold("Ed4 Ra2 Rb2 Hc2 eg6 rh7 rg7 dc5 mb6"))
    answers: list[Setup | Turn] = []
    thinking = threading.Thread(target=lambda: answers.append(bot.choose(game)))
    thinking.start()
    while thinking.is_alive():
        bot.stop()
        thinking.join(0.001)
    assert game.why_not(answers[0]) is None
