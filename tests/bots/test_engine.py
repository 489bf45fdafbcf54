"""The engine: what it must find, and what it must never do."""

from __future__ import annotations

import threading

import pytest

from gajah._core import Position, Weights
from gajah.bots.base import Budget
from gajah.bots.engine import Analysis, Engine, Score
from gajah.game import Game
from tests.helpers import OPENING, gold, silver
from tests.samples import sample_positions

POSITIONS = [p for p in sample_positions()[5::600] if not p.verdict()]


def fresh() -> Engine:
    return Engine(hash_mb=4)


def test_same_search_same_nodes() -> None:
    for position in POSITIONS[:4]:
        first, second = (fresh().search(position, nodes=20_000) for _ in range(2))
        assert (first.nodes, first.depth, first.lines) == (second.nodes, second.depth, second.lines)


def test_a_cleared_engine_forgets_the_old_game() -> None:
    engine = fresh()
    before = engine.search(POSITIONS[0], depth=6)
    engine.search(POSITIONS[1], depth=6)
    engine.clear()
    assert engine.search(POSITIONS[0], depth=6).nodes == before.nodes


def test_two_engines_in_one_process_do_not_disturb_each_other() -> None:
    alone = fresh().search(POSITIONS[0], depth=6)
    together: dict[int, Analysis] = {}

    def think(number: int) -> None:
        together[number] = fresh().search(POSITIONS[number], depth=6)

    threads = [threading.Thread(target=think, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert together[0].nodes == alone.nodes


def test_every_answer_is_legal_at_any_size_of_search() -> None:
    for position in POSITIONS:
        for nodes in (1, 50, 3000):
            line = fresh().search(position, nodes=nodes).lines[0]
            after = position.play(line.turn)
            for turn in line.continuation:
                # The last turn of a line may be cut off by the depth, in the middle of nothing.
                after = after.play(turn)


def test_a_goal_at_hand_is_played_at_once() -> None:
    for position in POSITIONS:
        if goal := position.find_goal():
            found = fresh().search(position, time=10.0)
            assert found.lines[0].score == Score.win_in(len(goal))
            assert found.nodes == 0


def test_a_goal_that_can_only_be_stopped_is_stopped() -> None:
    # Silver threatens h2-h1; the cat can step in front.
    position = gold("Cg1 Ra1 Ec5 rh3 ea8 rb7")
    analysis = fresh().search(position, nodes=50_000)
    assert position.play(analysis.lines[0].turn).find_goal() is None


def test_lines_are_different_turns_in_order_of_score() -> None:
    for position in POSITIONS[:3]:
        lines = fresh().search(position, depth=5, lines=4).lines
        boards = {position.play(line.turn) for line in lines}
        assert len(boards) == 4
        scores = [line.score for line in lines]
        assert scores == sorted(scores, reverse=True)


def test_the_best_of_several_lines_is_the_best_line() -> None:
    for position in POSITIONS[:3]:
        one = fresh().search(position, depth=5)
        several = fresh().search(position, depth=5, lines=3)
        assert several.lines[0].score == one.lines[0].score


def test_a_turn_under_way_is_finished_legally() -> None:
    for position in POSITIONS[:4]:
        for step in position.steps()[:12]:
            midway = position.after(step)
            line = fresh().search(midway, nodes=2000).lines[0]
            midway.play(line.turn)


def test_an_unfinished_push_is_completed() -> None:
    midway = gold("Ed4 Ra1 rd5 rh8").after("rd5n")
    line = fresh().search(midway, nodes=2000).lines[0]
    assert str(line.turn).startswith("Ed4n")


def test_a_forbidden_repetition_is_not_chosen() -> None:
    position = gold("Ed4 Ra1 ee8 rh7")
    free = fresh().search(position, depth=5).lines[0].turn
    after = position.play(free)
    other = fresh().search(position, depth=5, history=[after, after]).lines[0].turn
    assert position.play(other) != after


def test_immobilising_the_opponent_is_a_win() -> None:
    # Two steps bring the elephant beside silver's last piece, which is frozen then.
    position = gold("Ed4 Rh1 ra4")
    analysis = fresh().search(position, depth=4)
    assert analysis.lines[0].score.is_win


def test_stop_from_another_thread_ends_the_search() -> None:
    engine = fresh()
    started = threading.Event()
    found: list[Analysis] = []
    thread = threading.Thread(
        target=lambda: found.append(engine.search(OPENING, on_progress=lambda _: started.set()))
    )
    thread.start()
    started.wait()
    engine.stop()
    thread.join()
    OPENING.play(found[0].lines[0].turn)


def test_progress_goes_deeper_every_time() -> None:
    depths: list[int] = []
    fresh().search(POSITIONS[0], depth=6, on_progress=lambda a: depths.append(a.depth))
    assert depths == [1, 2, 3, 4, 5, 6]


def test_two_threads_answer_legally_too() -> None:
    engine = Engine(hash_mb=4, threads=2)
    for position in POSITIONS[:3]:
        position.play(engine.search(position, depth=7).lines[0].turn)


def test_mirrored_positions_have_the_same_value() -> None:
    for position in POSITIONS:
        weights = Weights.initial()
        assert weights.evaluate(position) == weights.evaluate(position.mirrored())
        assert weights.evaluate(position) == weights.evaluate(position.swapped())


def test_scores_are_ordered_and_say_what_they_mean() -> None:
    assert Score.win_in(3) > Score.win_in(7) > Score.centirabbits(900) > Score.centirabbits(-5)
    assert str(Score.win_in(4)) == "win in 4"
    assert str(Score.centirabbits(-125)) == "-1.25"
    assert Score.win_in(9).win_probability == 1.0
    assert 0.5 < Score.centirabbits(100).win_probability < 1.0


def test_a_decided_position_is_refused() -> None:
    with pytest.raises(ValueError, match="decided"):
        fresh().search(silver("Ra8 ee4 rh7"), depth=1)


def test_bad_settings_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="65536 MB"):
        Engine(hash_mb=0)
    with pytest.raises(ValueError, match="threads"):
        Engine(threads=0)
    with pytest.raises(ValueError, match="0 < soft <= hard"):
        Budget(2.0, 1.0)


def test_history_of_a_whole_game_is_taken() -> None:
    game = Game(start=gold("Ed4 Ra1 ee8 rh7"))
    for _ in range(4):
        game.play(fresh().search(game.position, nodes=500, history=game.positions).lines[0].turn)
    assert isinstance(game.start, Position)
