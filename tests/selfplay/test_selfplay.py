from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from gajah._core import (
    ACTIONS,
    FEATURE_WORDS,
    Kind,
    Piece,
    Position,
    SelfPlay,
    SelfPlaySettings,
    Side,
    Square,
    TargetSettings,
)
from tests.tree.answers import SETUPS, hashed

ROWS = 20_000
KINDS = (Kind.RABBIT, Kind.CAT, Kind.DOG, Kind.HORSE, Kind.CAMEL, Kind.ELEPHANT)


@dataclass
class Drained:
    """The samples of finished games."""

    words: NDArray[np.uint64]
    policy: NDArray[np.int16]
    result: NDArray[np.float32]
    td: NDArray[np.float32]
    full: NDArray[np.uint8]


def drain(games: SelfPlay, targets: TargetSettings | None = None) -> Drained:
    words = np.zeros((ROWS, FEATURE_WORDS), np.uint64)
    policy = np.zeros((ROWS, ACTIONS), np.int16)
    result, td = np.zeros(ROWS, np.float32), np.zeros(ROWS, np.float32)
    full = np.zeros(ROWS, np.uint8)
    n = games.drain(targets or TargetSettings(), words, policy, result, td, full)
    return Drained(words[:n], policy[:n], result[:n], td[:n], full[:n])


def settings(max_turns: int = 60) -> SelfPlaySettings:
    made = SelfPlaySettings()
    made.simulations = 4
    made.max_turns = max_turns
    made.opening_share = 0.0
    return made


def play(games: SelfPlay, *, until: int) -> None:
    """Plays until that number of games is over, with a network that has fixed opinions."""
    n = games.group_size
    logits = np.zeros((n, ACTIONS), np.uint16)
    values = np.zeros(n, np.float32)
    words = np.zeros((n, FEATURE_WORDS), np.uint64)
    while sum(games.stats().ends.values()) < until:
        games.step(0, logits, values, words)
        for i in range(n):
            logits[i], values[i] = hashed(words[i])


def one_game(seed: int, max_turns: int = 60, targets: TargetSettings | None = None) -> Drained:
    """The first game of a lone player that leaves samples."""
    games = SelfPlay(1, 1, 1, settings(max_turns), SETUPS, seed=seed)
    over = 0
    while True:
        over += 1
        play(games, until=over)
        drained = drain(games, targets)
        if len(drained.words):
            return drained


def position_of(words: NDArray[np.uint64]) -> Position:
    """The position behind packed features at a turn's start, the mover shown as gold."""
    pieces: dict[Square | str, Piece | str] = {}
    for i, kind in enumerate(KINDS):
        for offset, side in ((0, Side.GOLD), (6, Side.SILVER)):
            for square in range(64):
                if int(words[i + offset]) >> square & 1:
                    pieces[Square.at(square)] = Piece(side, kind)
    return Position(pieces)


@pytest.mark.parametrize("seed", range(3))
def test_turns_of_self_play_are_legal_turns(seed: int) -> None:
    drained = one_game(seed, max_turns=16)
    starts = [position_of(w) for w in drained.words if w[16] == 4]
    assert len(starts) > 1
    for before, after in pairwise(starts):
        reached = after.swapped()  # the side that has just moved is gold again
        assert reached.side is Side.SILVER
        assert reached in {before.play(turn) for turn in before.legal_turns()}


@pytest.mark.parametrize("seed", range(3))
def test_policies_cover_the_legal_steps_and_sum_to_one(seed: int) -> None:
    drained = one_game(seed)
    directions = "nesw"
    for words, policy in zip(drained.words, drained.policy, strict=True):
        assert 32_000 < policy[policy > 0].sum() <= 32_767
        if words[16] != 4:
            continue
        steps = {(s.square.index, directions.index(str(s)[3])) for s in position_of(words).steps()}
        assert {(int(a) // 4, int(a) % 4) for a in np.flatnonzero(policy >= 0)} == steps


def test_results_fade_with_the_turns_to_the_end() -> None:
    targets = TargetSettings()
    targets.discount = 0.9
    targets.td_lambda = 1.0
    drained = one_game(1, targets=targets)
    turns = np.cumsum(drained.words[:, 16] == 4)
    last = abs(drained.result[-1])
    expected = last * 0.9 ** (turns[-1] - turns)
    assert np.allclose(np.abs(drained.result), expected, atol=1e-5)
    assert np.allclose(drained.td, drained.result, atol=1e-5)
    # The sides take turns, and what is good for one is bad for the other.
    assert (np.diff(np.sign(drained.result)) != 0).sum() == turns[-1] - turns[0]


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_steps_that_are_searched_quickly_have_a_noise_of_their_own(share: float) -> None:
    def questions_of_first_turns(quick_noise: float) -> int:
        chosen = settings(max_turns=1)
        chosen.full_share = share
        chosen.quick_noise = quick_noise
        chosen.position_share = 1.0
        start = Position.parse(f"g [rrrrrrrrdhcemchd{' ' * 32}DHCMECHDRRRRRRRR]")
        games = SelfPlay(16, 1, 1, chosen, SETUPS, [start], seed=3)
        play(games, until=32)
        return len(np.unique(drain(games).words, axis=0))

    # One turn without chance is the same in all games.
    calm, noisy = questions_of_first_turns(0.0), questions_of_first_turns(1.0)
    assert (calm <= 4 < noisy) if share == 0.0 else (4 < calm == noisy)


def test_threads_do_not_change_the_games() -> None:
    def words(threads: int) -> NDArray[np.uint64]:
        games = SelfPlay(32, 1, threads, settings(20), SETUPS, seed=5)
        play(games, until=40)
        rows = drain(games).words
        return rows[np.lexsort(rows.T)]

    assert np.array_equal(words(1), words(2))


def test_a_game_that_has_no_room_is_not_lost_in_silence() -> None:
    games = SelfPlay(4, 1, 1, settings(), SETUPS, seed=5)
    play(games, until=6)
    rows = 2
    with pytest.raises(ValueError, match="more samples than there is room"):
        games.drain(
            TargetSettings(),
            np.zeros((rows, FEATURE_WORDS), np.uint64),
            np.zeros((rows, ACTIONS), np.int16),
            np.zeros(rows, np.float32),
            np.zeros(rows, np.float32),
            np.zeros(rows, np.uint8),
        )
    assert len(drain(games).words) > rows


def test_a_setup_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="setup"):
        SelfPlay(2, 1, 1, settings(), ["RRRRRRRRRRRRRRRR"])


@pytest.mark.parametrize("group", [-1, 2])
def test_a_group_that_is_none_is_refused(group: int) -> None:
    games = SelfPlay(4, 2, 1, settings(), SETUPS)
    size = games.group_size
    answers = np.zeros((size, ACTIONS), np.uint16), np.zeros(size, np.float32)
    with pytest.raises(ValueError, match="no such group"):
        games.step(group, *answers, np.zeros((size, FEATURE_WORDS), np.uint64))
