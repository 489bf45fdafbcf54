from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from gajah._core import (
    FEATURE_WORDS,
    PLANES,
    GumbelSearch,
    Pending,
    Position,
    Side,
    Turn,
)
from gajah.game import Game
from tests.tree.answers import flat, hashed, run, searched, settings

OPENING = Position.parse("g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]")


def positions_of_random_play(seed: int, turns: int) -> list[Position]:
    """Positions inside and between the turns of a random game."""
    chance = random.Random(seed)
    position, found = OPENING, [OPENING]
    while len(found) < turns and not position.verdict():
        steps = position.steps()
        if position.taken and position.why_not_end() is None and chance.random() < 0.2:
            position = position.end_turn()
        else:
            position = position.after(chance.choice(steps))
            if position.steps_left == 0:
                position = position.end_turn()
        found.append(position)
    return found


def planes_by_hand(position: Position) -> NDArray[np.float32]:
    """The definition: own pieces, the opponent's, the frozen ones, push, pull, steps left."""
    planes = np.zeros((PLANES, 64), dtype=np.float32)
    me, flip = position.side, 0 if position.side is Side.GOLD else 56
    for square, piece in position.pieces.items():
        planes[int(piece.kind) + (0 if piece.side is me else 6), square.index ^ flip] = 1
    for plane, side in ((12, me), (13, me.other)):
        planes[plane, [square.index ^ flip for square in position.frozen(side)]] = 1
    if position.pending_square is not None:
        plane = 14 if position.pending is Pending.PUSH else 15
        planes[plane, position.pending_square.index ^ flip] = 1
    planes[15 + position.steps_left] = 1
    return planes


@pytest.mark.parametrize("seed", range(4))
def test_packed_features_and_planes_are_those_of_the_position(seed: int) -> None:
    row = np.zeros(FEATURE_WORDS, dtype=np.uint64)
    for position in positions_of_random_play(seed, 60):
        planes = planes_by_hand(position)
        assert np.array_equal(position.planes().reshape(-1, 64), planes)
        search = GumbelSearch(position, [], settings())
        search.begin(1)
        if not search.run(row):
            continue
        bits = (row[:16, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        assert np.array_equal(bits, planes[:16])
        assert int(row[16]) == position.steps_left


def test_what_has_not_been_searched_is_not_played() -> None:
    search = GumbelSearch(OPENING, [OPENING], settings())
    with pytest.raises(ValueError, match="nothing has been searched"):
        search.play()
    run(search, 10)
    search.play()
    with pytest.raises(ValueError, match="nothing has been searched"):
        _ = search.value


def test_a_goal_this_turn_needs_no_network() -> None:
    position = Position({"a6": "R", "h3": "E", "h8": "e", "g8": "r"})
    search = GumbelSearch(position, [position], settings())
    assert run(search, 100) == 0
    assert search.is_stuck
    assert search.value == 1.0


def test_a_step_that_must_lose_is_not_chosen() -> None:
    # Silver's rabbit on a2 reaches goal next turn unless the elephant stays beside it.
    position = Position(
        {"a2": "r", "b2": "E", "h7": "e", "h6": "d", "e1": "R", "d8": "r"}, Side.GOLD
    )
    search = searched(position, 3000, candidates=32)
    chosen = []
    while search.position.side is Side.GOLD:
        step = search.play()
        if step is None:
            break
        chosen.append(step)
        run(search, 3000)
    after = position.play(Turn(chosen))
    assert after.find_goal() is None


def test_proofs_climb_to_the_root() -> None:
    # Two rabbits stand before their goal, and gold is in time to stop neither or one of them.
    position = Position({"a1": "R", "a8": "C", "c2": "r", "f2": "r", "h8": "e"}, Side.GOLD)
    search = searched(position, 20_000, candidates=64)
    assert search.value == -1.0


def test_the_same_seed_plays_the_same_steps() -> None:
    def line(seed: int) -> list[str]:
        search = GumbelSearch(OPENING, [OPENING], settings(noise=1.0), seed)
        steps = []
        for _ in range(12):
            run(search, 30, hashed)
            steps.append(str(search.play()))
        return steps

    assert line(7) == line(7)
    assert line(7) != line(8)


def test_simulations_are_what_was_asked_for() -> None:
    search = GumbelSearch(OPENING, [OPENING], settings(candidates=8))
    assert run(search, 40, hashed) == 41  # the root's own question comes first


def test_a_better_value_wins_over_an_even_policy() -> None:
    def likes_elephants_forward(words: np.ndarray) -> tuple[np.ndarray, float]:
        logits, _ = flat(words)
        row = int(words[5]).bit_length() // 8
        return logits, row / 10.0 if words[16] < 4 else 0.0

    search = searched(OPENING, 200, likes_elephants_forward, candidates=40)
    step = search.play()
    assert str(step) == "Ee2n"


def test_no_turn_makes_a_position_for_the_third_time() -> None:
    # Few pieces, so that positions come back all the time.
    start = Position({"d4": "C", "a1": "R", "e5": "c", "h8": "r", "b7": "e", "g2": "E"})
    for seed in range(6):
        game = Game(start=start)
        for turn in range(24):
            if game.result is not None or game.position.find_win():
                break
            search = GumbelSearch(
                game.position, game.positions, settings(noise=1.0, candidates=4), seed * 100 + turn
            )
            steps = []
            while search.position.side is game.side and not search.is_stuck:
                run(search, 4, hashed)
                step = search.play()
                if step is None:
                    break
                steps.append(step)
            game.play(Turn(steps))  # raises IllegalTurn if the rules refuse it


def test_noise_that_only_draws_candidates_leaves_the_choice_to_the_search() -> None:
    def chosen(share_for_best: float) -> list[str]:
        made = settings(noise=1.0)
        made.share_for_best = share_for_best
        found = []
        for seed in range(20):
            search = GumbelSearch(OPENING, [OPENING], made, seed)
            run(search, 128, hashed)
            found.append(str(search.play()))
        return found

    noisy, calm = chosen(1.0), chosen(0.0)
    assert len(set(calm)) < len(set(noisy))
