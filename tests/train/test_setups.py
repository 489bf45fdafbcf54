from __future__ import annotations

import math
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from gajah._core import (
    ACTIONS,
    FEATURE_WORDS,
    Kind,
    Position,
    Setup,
    SetupSearch,
    Side,
)
from gajah.engine.folded import Unpacker
from gajah.errors import IllegalTurn
from gajah.game import Game
from gajah.train.export import export
from gajah.train.learn import Learner
from gajah.train.network import Network, fold
from gajah.train.players import NetPlayer, SetsUpLikePeople
from gajah.train.replay import Replay
from gajah.train.run import Trainer
from gajah.train.settings import NetworkShape, Ramp, search_settings, tiny_run
from gajah.train.starts import draw_setup
from gajah.train.targets import mirror_planes
from tests.train.test_run import short_run

CPU = torch.device("cpu")
GOLD_SETUP = Setup.parse("Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ha2 Rb2 Cc2 Md2 Ee2 Cf2 Rg2 Hh2")
MIRRORED_SETUP = Setup.parse("Rh1 Rg1 Rf1 De1 Dd1 Rc1 Rb1 Ra1 Hh2 Rg2 Cf2 Me2 Ed2 Cc2 Rb2 Ha2")


@pytest.fixture
def player(tmp_path: Path) -> NetPlayer:
    torch.manual_seed(4)
    shape = NetworkShape.parse("1x16")
    export(fold(Network(shape).eval()), shape, tmp_path / "net.npz")
    return NetPlayer(tmp_path / "net.npz", simulations=4, rows=8, seed=1)


def chance() -> random.Random:
    return random.Random(6)


def setup_question(position: Position) -> NDArray[np.uint64]:
    """What the network is asked when the side to move is about to place its first piece."""
    row = np.zeros(FEATURE_WORDS, dtype=np.uint64)
    assert SetupSearch(position, search_settings(), 1).run(row)
    return row


def first_question(position: Position) -> torch.Tensor:
    row = setup_question(position)
    return Unpacker(CPU)(torch.from_numpy(row.view(np.int64))[None], torch.float32)


def test_a_network_sets_up_both_sides_legally_and_in_many_ways(player: NetPlayer) -> None:
    gold = player.set_up([Position()] * 8, temperature=1.0)
    assert all(setup.why_not(Side.GOLD) is None for setup in gold)
    assert len(set(map(str, gold))) > 4
    silver = player.set_up([Position().place(setup) for setup in gold], temperature=1.0)
    assert all(setup.why_not(Side.SILVER) is None for setup in silver)


def test_without_temperature_a_setup_is_always_the_same(player: NetPlayer) -> None:
    one, two = player.set_up([Position()] * 2, temperature=0.0)
    assert one == two


def test_the_network_is_told_that_it_sets_up() -> None:
    planes = first_question(Position().place(GOLD_SETUP))[0]
    assert planes[16:20].count_nonzero() == 0, "no steps are left"
    assert planes[14, :2].min() == 1.0
    assert planes[14, 2:].count_nonzero() == 0
    assert planes[6:12].sum() == 16, "gold's pieces"


def test_silver_sees_a_mirrored_setup_mirrored() -> None:
    seen = first_question(Position().place(GOLD_SETUP))
    mirrored = first_question(Position().place(MIRRORED_SETUP))
    assert torch.equal(mirror_planes(seen), mirrored)


def test_only_a_side_that_has_still_to_set_up_is_searched() -> None:
    done = Position().place(GOLD_SETUP).place(draw_setup(Side.SILVER, chance()))
    for position in (done, Position({"a1": "R"}, Side.SILVER)):
        with pytest.raises(IllegalTurn):
            SetupSearch(position, search_settings(), 1)


def test_a_run_learns_from_its_own_setups(tmp_path: Path) -> None:
    run = short_run()
    search = replace(
        run.search,
        setup_share=Ramp(((0.0, 1.0),)),
        setup_simulations=Ramp(((0.0, 2),)),
        max_turns=4,
    )
    trainer = Trainer(replace(run, search=search), tmp_path)
    # The first game of each row begins with a given setup.
    trainer.go(minutes=5.0, stop=lambda: trainer.replay.total >= 800)
    due = run.learning.reuse * trainer.replay.total / run.learning.batch
    assert trainer.learner.steps == math.ceil(due), "all that was due, as soon as it was"
    batch = trainer.replay.draw(2_000)
    placing = batch["features"][:, 16] == 0
    assert 0 < int(placing.sum()) < 2_000
    # A square for each legal placement, and every one of them free.
    legal = (batch["policy"][placing] >= 0).sum(1).tolist()
    free = [int(word).bit_count() for word in batch["features"][placing, 14].tolist()]
    assert legal == free
    assert set(free) <= set(range(9, 17))


def test_what_is_learned_about_placements_is_what_is_placed(tmp_path: Path) -> None:
    # One lesson only: on an empty board the elephant belongs on e2, or d2 in the mirror.
    replay = Replay(64, CPU)
    words = torch.zeros(64, FEATURE_WORDS, dtype=torch.int64)
    words[:, 14] = 0xFFFF
    policy = torch.full((64, ACTIONS), -1, dtype=torch.int16)
    policy[:, 0:64:4] = 0
    policy[:, 4 * 12] = 32767
    state = {"features": words, "policy": policy, "result": torch.zeros(64)}
    state |= {"td": torch.zeros(64), "policy_weight": torch.ones(64, dtype=torch.uint8)}
    replay.load({**state, "total": 64, "learned": 0})
    replay.set_window(64)
    run = tiny_run()
    learner = Learner(replace(run, learning=replace(run.learning, batch=64)), replay, CPU)
    for _ in range(60):
        learner.set_progress(0.0)
        learner.step()
    export(fold(learner.network.eval()), run.shape, tmp_path / "net.npz")
    player = NetPlayer(tmp_path / "net.npz", simulations=0, rows=1)
    (setup,) = player.set_up([Position()], temperature=0.0)
    elephants = [str(p.square) for p in setup if p.piece.kind is Kind.ELEPHANT]
    assert elephants in (["d2"], ["e2"])


def test_setups_of_people_may_stand_in_for_a_players_own(player: NetPlayer) -> None:
    games = {0: Game(), 3: Game(start=Position().place(GOLD_SETUP))}
    chosen = SetsUpLikePeople(player, chance()).choose(games)
    expected = chance()
    assert chosen[0] == draw_setup(Side.GOLD, expected)
    assert chosen[3] == draw_setup(Side.SILVER, expected)
