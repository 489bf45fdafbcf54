"""The network by way of PyTorch, as a graphics card runs it. Here it runs on the processor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from gajah._core import CoreNetEngine, NetEngineSettings, Position, SearchReport, pack_features
from gajah.bots.engine import Device, Engine, Score
from gajah.bots.names import PlayerNameError, make_bot
from gajah.game import Game
from gajah.nets.gpu import BATCH, NO_GPU, answers_on, find_gpu
from gajah.nets.shipped import network_file, shipped_network
from tests.train.test_network import MIDDLE_GAME

CPU = torch.device("cpu")
NO_LIMIT = 2**63


def some_positions() -> list[Position]:
    """Everything one step away, and what follows from the first few."""
    near = [MIDDLE_GAME.after(step) for step in MIDDLE_GAME.steps()]
    return near + [p.after(step) for p in near[:3] for step in p.steps()]


def search_with(
    answer: Callable[..., None], position: Position, *, nodes: int, threads: int
) -> SearchReport:
    settings = NetEngineSettings()
    settings.batch = BATCH
    engine = CoreNetEngine(16, threads, answer, settings)
    return engine.search(position, [], 60.0, 60.0, nodes, 64, 1)


def test_its_answers_are_those_of_the_processor() -> None:
    features = pack_features(some_positions()[:BATCH])
    logits = np.zeros((len(features), 257), dtype=np.float32)
    values = np.zeros(len(features), dtype=np.float32)
    answers_on(CPU, network_file())(features, logits, values)
    expected, expected_values = shipped_network().answer(features)
    assert np.abs(values - expected_values).max() < 0.05
    assert np.abs(logits - expected).mean() < 0.03 * expected.std()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_asks_it(threads: int) -> None:
    found = search_with(answers_on(CPU, network_file()), MIDDLE_GAME, nodes=200, threads=threads)
    assert found.nodes >= 200
    assert Game(start=MIDDLE_GAME).why_not(found.lines[0].turn) is None
    expected = Engine(hash_mb=16, device=Device.CPU).search(MIDDLE_GAME, nodes=200)
    chance = Score(found.lines[0].score).win_probability
    assert chance == pytest.approx(expected.lines[0].score.win_probability, abs=0.1)


def test_engines_share_it() -> None:
    """More threads than batches can be under way at once, engines made while others search."""
    expected = Engine(hash_mb=16, device=Device.CPU).search(MIDDLE_GAME, nodes=60)

    def search(_: int) -> float:
        answers = answers_on(CPU, network_file())
        found = search_with(answers, MIDDLE_GAME, nodes=60, threads=2)
        return Score(found.lines[0].score).win_probability

    with ThreadPoolExecutor(6) as pool:
        for chance in pool.map(search, range(6)):
            assert chance == pytest.approx(expected.lines[0].score.win_probability, abs=0.15)


def test_a_card_that_fails_ends_the_search_with_its_reason() -> None:
    def answer(*_: object) -> None:
        raise RuntimeError("the card is out of memory")

    for threads in (1, 3):
        with pytest.raises(RuntimeError, match="the card is out of memory"):
            search_with(answer, MIDDLE_GAME, nodes=NO_LIMIT, threads=threads)


def test_a_card_is_used_where_there_is_one() -> None:
    if find_gpu() is None:
        with pytest.raises(ValueError, match=NO_GPU):
            Engine(device=Device.GPU)
        with pytest.raises(PlayerNameError, match=NO_GPU):
            make_bot("gajah:device=gpu")
    else:
        found = Engine(device=Device.GPU).search(MIDDLE_GAME, time=0.5)
        assert Game(start=MIDDLE_GAME).why_not(found.lines[0].turn) is None


def test_devices_have_names() -> None:
    assert make_bot("gajah:device=cpu").name == "gajah"
    with pytest.raises(PlayerNameError, match="a device is auto or cpu or gpu, found 'abacus'"):
        make_bot("gajah:device=abacus")
