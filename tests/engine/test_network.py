from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch

from gajah._core import ACTIONS, Network, Position, Side, kernel_names, pack_features, parse_steps
from gajah.engine.folded import FoldedNetwork, Layer, Unpacker
from gajah.train.export import MOST_BYTES, load
from gajah.train.network import fold
from gajah.train.quantize import quantized
from gajah.train.settings import NetworkShape
from tests.samples import sample_games
from tests.train.test_network import MIDDLE_GAME, lively_network
from tests.train.test_setups import GOLD_SETUP, setup_question

ROOT = Path(__file__).parent.parent.parent
#: The checkpoint that the shipped network was exported from.
CHECKPOINT = ROOT / "checkpoints" / "8x96-minute-168.pt"
CPU = torch.device("cpu")
TINY = NetworkShape(blocks=2, channels=24, value_channels=8, value_hidden=16)


def shipped_bytes() -> bytes:
    return resources.files("gajah").joinpath("engine", "gajah.net").read_bytes()


@pytest.fixture(scope="module")
def shipped() -> Network:
    return Network.parse(shipped_bytes())


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """From every fifth real game, at the start of a turn and in its middle."""
    found = []
    for game in sample_games()[::5]:
        for position, text in islice(game.positions(), 3, None, 7):
            found.append(position)
            steps = parse_steps(text)
            for step in steps[: len(steps) // 2]:
                position = position.after(step)
            found.append(position)
    return found


def ask_pytorch(layers: list[Layer], positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
    words = torch.from_numpy(pack_features(positions).view(np.int64))
    planes = Unpacker(CPU)(words, torch.float32)
    logits, values = FoldedNetwork(layers, CPU, torch.float32)(planes)
    return logits.numpy(), values.numpy()


def legal_actions(position: Position) -> list[int]:
    actions = [ACTIONS - 1] if position.why_not_end() is None else []
    for step in position.steps():
        seen = step if position.side is Side.GOLD else None
        square = step.square.index if seen else step.square.index ^ 56
        direction = str(step)[3]
        if not seen:
            direction = direction.translate(str.maketrans("ns", "sn"))
        actions.append(square * 4 + "nesw".index(direction))
    return actions


def test_shipped_network_chooses_like_its_checkpoint(
    shipped: Network, positions: list[Position]
) -> None:
    layers, _ = load(CHECKPOINT)
    expected, expected_values = ask_pytorch(layers, positions)
    logits, values = shipped.answer(pack_features(positions))
    same = 0
    for position, row, exact in zip(positions, logits, expected, strict=True):
        actions = legal_actions(position)
        same += int(np.argmax(row[actions]) == np.argmax(exact[actions]))
    assert same >= 0.98 * len(positions)  # 99% and more of many positions: docs/inference.md
    assert np.abs(values - expected_values).mean() < 0.01


def test_a_setup_is_judged_like_its_checkpoint_does(shipped: Network) -> None:
    words = np.stack([setup_question(p) for p in (Position(), Position().place(GOLD_SETUP))])
    layers, _ = load(CHECKPOINT)
    planes = Unpacker(CPU)(torch.from_numpy(words.view(np.int64)), torch.float32)
    expected, expected_values = FoldedNetwork(layers, CPU, torch.float32)(planes)
    logits, values = shipped.answer(words)
    placements = slice(0, 64, 4)
    errors = np.abs(logits[:, placements] - expected.numpy()[:, placements])
    assert errors.mean() < 0.1
    assert np.abs(values - expected_values.numpy()).max() < 0.05


def test_an_exported_network_answers_like_pytorch(positions: list[Position]) -> None:
    layers = fold(lively_network(TINY))
    words = torch.from_numpy(pack_features(positions).view(np.int64))
    planes = Unpacker(CPU)(words, torch.float32)
    network = Network.parse(quantized(layers, TINY, planes[::2], fine_blocks=1))
    expected, expected_values = ask_pytorch(layers, positions[1::2])
    logits, values = network.answer(pack_features(positions[1::2]))
    assert (logits - expected).std() < 0.05 * expected.std()
    assert np.abs(values - expected_values).mean() < 0.01


def test_every_kernel_gives_the_same_bits(positions: list[Position]) -> None:
    assert kernel_names()[-1] == "portable"
    answers = []
    for kernel in kernel_names():
        network = Network.parse(shipped_bytes(), kernel)
        assert network.kernel == kernel
        answers.append(network.answer(pack_features(positions[:20])))
    for logits, values in answers[1:]:
        assert np.array_equal(logits, answers[0][0])
        assert np.array_equal(values, answers[0][1])


def test_a_position_is_answered_alike_alone_and_in_company(
    shipped: Network, positions: list[Position]
) -> None:
    features = pack_features(positions[:13])
    logits, values = shipped.answer(features)
    for i in range(len(features)):
        alone, value = shipped.answer(features[i : i + 1])
        assert np.array_equal(alone[0], logits[i])
        assert value[0] == values[i]


def test_threads_share_a_network(shipped: Network, positions: list[Position]) -> None:
    features = pack_features(positions[:9])
    expected, _ = shipped.answer(features)
    with ThreadPoolExecutor(4) as pool:
        for logits, _ in pool.map(shipped.answer, [features] * 8):
            assert np.array_equal(logits, expected)


def test_both_sides_are_answered_alike(shipped: Network) -> None:
    features = pack_features([MIDDLE_GAME, MIDDLE_GAME.swapped()])
    assert np.array_equal(features[0], features[1])
    _, values = shipped.answer(features)
    assert values[0] == values[1]
    assert -1.0 <= values[0] <= 1.0


def test_no_questions_no_answers(shipped: Network) -> None:
    logits, values = shipped.answer(pack_features([]))
    assert (logits.shape, values.shape) == ((0, ACTIONS), (0,))


DAMAGES = {
    "nothing": (slice(0), b"", "this is not the file of a network"),
    "another format": (slice(0), b"PK and what follows", "this is not the file of a network"),
    "another version": (slice(8), b"\x63\0\0\0", "has version 99, and only version 1"),
    "a bare beginning": (slice(10), b"", "ends too early"),
    "an end cut off": (slice(-1), b"", "is damaged: its checksum is wrong"),
    "an end too many": (slice(None), b"\0", "is damaged: its checksum is wrong"),
    "another end": (slice(-1), b"\x7f", "is damaged: its checksum is wrong"),
}


@pytest.mark.parametrize(("kept", "added", "sentence"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_refused(kept: slice, added: bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Network.parse(shipped_bytes()[kept] + added)


def test_an_unknown_kernel_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no kernel named 'abacus' .*portable"):
        Network.parse(shipped_bytes(), "abacus")


def test_the_shipped_file_is_small_enough() -> None:
    assert len(shipped_bytes()) <= MOST_BYTES


def test_features_of_the_wrong_width_are_refused(shipped: Network) -> None:
    with pytest.raises(ValueError, match="17 words"):
        shipped.answer(np.zeros((2, 16), dtype=np.uint64))


def test_export_writes_a_file_that_the_kernels_read(tmp_path: Path) -> None:
    network = lively_network(NetworkShape.parse("1x16"))
    weights = tmp_path / "weights.pt"
    shape = {"blocks": 1, "channels": 16, "value_channels": 8, "value_hidden": 32}
    saved = {"shape": shape, "average": network.state_dict(), "steps": 0, "seconds": 0.0}
    torch.save(saved, weights)
    out = tmp_path / "tiny.net"
    subprocess.run(
        [sys.executable, "-m", "gajah.train", "export", str(weights), str(out), "--fitted", "100"],
        check=True,
        capture_output=True,
    )
    exported = Network.parse(out.read_bytes())
    assert (exported.blocks, exported.channels) == (1, 16)
