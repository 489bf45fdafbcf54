from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch

from gajah._core import ACTIONS, FEATURE_WORDS, GumbelSearch, Position
from gajah.engine.folded import FoldedNetwork, Unpacker
from gajah.train.export import MOST_BYTES, export, load
from gajah.train.grow import grow
from gajah.train.network import Network, count_weights, fold
from gajah.train.settings import NetworkShape, search_settings
from gajah.train.targets import mirror_planes, mirror_policy, mirrored_directions

CPU = torch.device("cpu")
TINY = NetworkShape.parse("2x16")
MIDDLE_GAME = Position.parse("s [ rm    d  H  h RrE    eM hRr       C  C RH D      D     R R R RR]")


def features(position: Position) -> torch.Tensor:
    row = np.zeros(FEATURE_WORDS, dtype=np.uint64)
    search = GumbelSearch(position, [], search_settings())
    search.begin(1)
    assert search.run(row)
    return torch.from_numpy(row.view(np.int64))[None]


def lively_network(shape: NetworkShape) -> Network:
    """Random weights whose batch norms have seen something."""
    torch.manual_seed(3)
    network = Network(shape)
    torch.nn.init.normal_(network.scalars.weight)
    for _ in range(3):
        network(torch.rand(32, 24, 8, 8))
    return network.eval()


def test_unpacked_planes_are_the_planes_of_the_position() -> None:
    planes = Unpacker(CPU)(features(MIDDLE_GAME), torch.float32)
    assert np.array_equal(planes[0, :20].numpy(), MIDDLE_GAME.planes())


def test_a_mirrored_position_has_mirrored_planes_and_steps() -> None:
    unpack = Unpacker(CPU)
    planes = unpack(features(MIDDLE_GAME), torch.float32)
    mirrored = unpack(features(MIDDLE_GAME.mirrored()), torch.float32)
    assert torch.equal(mirror_planes(planes), mirrored)

    def legal(position: Position) -> torch.Tensor:
        row = torch.zeros(1, ACTIONS)
        for step in position.swapped().steps():  # silver is shown as gold
            row[0, step.square.index * 4 + "nesw".index(str(step)[3])] = 1.0
        return row

    expected = legal(MIDDLE_GAME.mirrored())
    assert torch.equal(mirror_policy(legal(MIDDLE_GAME), mirrored_directions(CPU)), expected)


def test_a_grown_network_answers_like_the_small_one_and_learns_with_all_its_parts() -> None:
    small = lively_network(TINY)
    weights = {"average": small.state_dict(), "steps": 7, "seconds": 60.0, "shape": asdict(TINY)}
    shape = NetworkShape(blocks=3, channels=24, value_channels=10, value_hidden=48)
    grown = grow(weights, shape)
    assert (grown["steps"], grown["seconds"]) == (7, 60.0)
    large = Network(shape).eval()
    large.load_state_dict(grown["average"])
    planes = torch.rand(8, 24, 8, 8)
    for mine, theirs in zip(large(planes), small(planes), strict=True):
        torch.testing.assert_close(mine, theirs)
    optimizer = torch.optim.SGD(large.train().parameters(), lr=0.1)
    for _ in range(2):  # what follows a zero moves after it
        optimizer.zero_grad()
        sum(x.square().sum() for x in large(planes)).backward()
        optimizer.step()
    for name, after in large.state_dict().items():
        if name.endswith(("weight", "bias")):
            assert not torch.equal(after, grown["average"][name]), name


def test_a_network_never_shrinks() -> None:
    weights = {"average": Network(TINY).state_dict(), "shape": asdict(TINY)}
    with pytest.raises(ValueError, match="only grows: channels was 16"):
        grow(weights, NetworkShape.parse("4x12"))


def test_the_folded_network_answers_like_the_trained_one() -> None:
    network = lively_network(TINY)
    planes = torch.rand(8, 24, 8, 8)
    with torch.no_grad():
        logits, values = network(planes)
    folded_logits, folded_values = FoldedNetwork(fold(network), CPU, torch.float32)(planes)
    assert torch.allclose(logits, folded_logits, atol=1e-4)
    assert torch.allclose(torch.tanh(values[:, 0] * 0.5), folded_values, atol=1e-5)


def test_an_exported_network_reads_back(tmp_path: Path) -> None:
    network = lively_network(TINY)
    export(fold(network), TINY, tmp_path / "net.npz")
    layers, shape = load(tmp_path / "net.npz")
    assert shape == TINY
    planes = torch.rand(8, 24, 8, 8)
    before, _ = FoldedNetwork(fold(network), CPU, torch.float32)(planes)
    after, _ = FoldedNetwork(layers, CPU, torch.float32)(planes)
    assert torch.allclose(before, after, atol=0.02)


def test_the_largest_shape_we_train_fits_the_package(tmp_path: Path) -> None:
    shape = NetworkShape.parse("8x96")
    network = Network(shape)
    assert count_weights(network) < 2_000_000
    assert export(fold(network), shape, tmp_path / "net.npz") <= MOST_BYTES
