"""The network by way of PyTorch, as a graphics card runs it. Here it runs on the processor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from gajah._core import NetworkEngine, NetworkEngineSettings, Position, SearchReport, pack_features
from gajah.bots.names import PlayerNameError, make_bot
from gajah.engine import gpu
from gajah.engine.engine import Device, Engine
from gajah.engine.evaluator import Evaluator
from gajah.engine.gpu import BATCH, NO_GPU, answers_on, find_gpu
from gajah.engine.networks import network_file, shipped_network
from gajah.engine.score import Score
from gajah.game import Game
from tests.train.test_network import MIDDLE_GAME

CPU = torch.device("cpu")
NO_LIMIT = 2**63
NO_LIMIT_S = 1e9


def some_positions() -> list[Position]:
    """Everything one step away, and what follows from the first few."""
    near = [MIDDLE_GAME.after(step) for step in MIDDLE_GAME.steps()]
    return near + [p.after(step) for p in near[:3] for step in p.steps()]


def search_with(
    answer: Callable[..., None], position: Position, *, nodes: int, threads: int
) -> SearchReport:
    settings = NetworkEngineSettings()
    settings.batch = BATCH
    engine = NetworkEngine(16, threads, answer, settings)
    return engine.search(position, [], NO_LIMIT_S, NO_LIMIT_S, nodes, 64, 1)


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
    expected = Engine(hash_mb=16).search(MIDDLE_GAME, nodes=200)
    chance = Score(found.lines[0].score).win_probability
    assert chance == pytest.approx(expected.lines[0].score.win_probability, abs=0.1)


def test_threads_share_it_and_get_their_own_answers() -> None:
    """More threads than batches can be under way at once."""
    answer = answers_on(CPU, network_file())

    def ask(position: Position) -> tuple[np.ndarray, float]:
        logits, values = np.zeros((1, 257), dtype=np.float32), np.zeros(1, dtype=np.float32)
        answer(pack_features([position]), logits, values)
        return logits[0], float(values[0])

    positions = some_positions()[:60]
    alone = [ask(position) for position in positions]
    with ThreadPoolExecutor(20) as pool:
        for (logits, value), (expected, expected_value) in zip(
            pool.map(ask, positions), alone, strict=True
        ):
            assert np.array_equal(logits, expected)
            assert value == expected_value


def test_a_failure_to_answer_ends_the_search_with_its_reason() -> None:
    def answer(*_: object) -> None:
        raise RuntimeError("out of memory")

    for threads in (1, 3):
        with pytest.raises(RuntimeError, match="out of memory"):
            search_with(answer, MIDDLE_GAME, nodes=NO_LIMIT, threads=threads)


def test_the_processor_answers_when_a_card_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer = answers_on(CPU, network_file())

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("CUDA error: unspecified launch failure")

    monkeypatch.setattr(Evaluator, "ask", fail)
    found = search_with(answer, MIDDLE_GAME, nodes=200, threads=2)
    assert found.nodes >= 200
    assert "the graphics card has failed: CUDA error" in caplog.text
    features = pack_features([MIDDLE_GAME])
    logits, values = np.zeros((1, 257), dtype=np.float32), np.zeros(1, dtype=np.float32)
    answer(features, logits, values)
    expected, expected_values = shipped_network().answer(features)
    assert np.array_equal(logits, expected)
    assert np.array_equal(values, expected_values)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a card, whose part PyTorch plays on the processor."""
    monkeypatch.setattr(gpu, "_made", {})
    monkeypatch.setattr(gpu, "find_gpu", lambda: CPU)


@pytest.mark.usefixtures("card")
def test_full_strength_asks_the_card_and_levels_do_not() -> None:
    game = Game()
    bot = make_bot("gajah:time=0.1s,hash=16", seed=1)
    for _ in range(4):
        game.play(bot.choose(game))
    assert gpu._made
    gpu._made.clear()
    for name in ("gajah:level=3", "gajah:nodes=20", "gajah:depth=4", "gajah:device=cpu,time=0.1s"):
        game.play(make_bot(name, seed=1).choose(game))
    assert not gpu._made


@pytest.mark.usefixtures("card")
def test_a_card_that_cannot_be_used_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("CUDA out of memory")

    monkeypatch.setattr(gpu, "answers_on", fail)
    assert Engine(device=Device.AUTO, hash_mb=8).search(MIDDLE_GAME, nodes=20).lines
    assert "cannot be used: CUDA out of memory" in caplog.text
    with pytest.raises(ValueError, match=NO_GPU):
        Engine(device=Device.GPU)


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
    with pytest.raises(PlayerNameError, match="alpha-beta search has no network"):
        make_bot("gajah:device=gpu,search=alphabeta")
