"""Samples on their way from actors to a learner: each is counted once, whatever is killed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from gajah.train.actor import Outbox
from gajah.train.curves import save_curves
from gajah.train.games import GROUPS, Games
from gajah.train.kernels import KernelEvaluator
from gajah.train.mailbox import Mailbox, Receipt
from gajah.train.network import Network, fold
from gajah.train.packing import pack, unpack
from gajah.train.progress import PROGRESS, Moment, Reporter, SelfPlayed, between
from gajah.train.replay import COLUMNS, Replay, Samples
from gajah.train.sample_log import Parcel, SampleLog
from tests.train.test_run import short_run

CPU = torch.device("cpu")
SHAPE = short_run().shape


def some_games(*, kernels: bool) -> Games:
    """Games that are over after two turns of each side."""
    run = replace(short_run(), search=replace(short_run().search, max_turns=2))
    layers = fold(Network(SHAPE).eval())
    return Games(run, layers, device=CPU, starts=[], progress=0.0, seed=1, kernels=kernels)


def played_some() -> SelfPlayed:
    """What was played until a game was over."""
    games = some_games(kernels=False)
    games.start()
    while not games.played().games:
        for group in range(GROUPS):
            games.turn(group)
    return games.played()


@pytest.fixture(scope="module")
def samples() -> Samples:
    games = some_games(kernels=False)
    games.start()
    while games.played().games < 16:
        for group in range(GROUPS):
            games.turn(group)
    return {name: column.clone() for name, column in games.take().items()}


def parcel(samples: Samples, number: int, *, actor: str = "a", rows: int = 8) -> Parcel:
    """``rows`` samples of real games, the same for each number."""
    few = {name: column[:rows] for name, column in samples.items()}
    return Parcel(actor, number, rows, SelfPlayed(10, 2, 1, {"goal": 1}), pack(few))


def filled(log: SampleLog) -> Replay:
    """A buffer as a learner that begins again fills it."""
    replay = Replay(1000, CPU)
    Mailbox(log, SHAPE).restore(replay)
    return replay


def test_samples_come_out_of_a_parcel_as_they_went_in(samples: Samples) -> None:
    rows = len(samples["features"])
    assert rows > 8
    packed = pack(samples)
    again = unpack(packed, rows)
    assert again.keys() == COLUMNS.keys()
    assert all(torch.equal(again[name], samples[name]) for name in COLUMNS)
    assert all(again[name].dtype == samples[name].dtype for name in COLUMNS)
    in_memory = sum(column.numel() * column.element_size() for column in samples.values())
    assert len(packed) < in_memory / 4
    none = {name: column[:0] for name, column in samples.items()}
    assert len(unpack(pack(none), 0)["policy"]) == 0


def test_parcel_that_is_sent_twice_counts_once_even_after_a_restart(
    tmp_path: Path, samples: Samples
) -> None:
    log = SampleLog(tmp_path, 1000)
    sent = [parcel(samples, n, actor=a) for n in (1, 2, 3) for a in ("a", "b")]
    assert [log.add(each) for each in sent] == [True] * 6
    log.keep(77)
    assert not log.add(sent[0])
    log.close()

    again = SampleLog(tmp_path, 1000)
    assert not any(again.add(each) for each in sent)
    assert again.add(parcel(samples, 4))
    assert again.account.rows == 7 * 8
    played = again.account.played
    assert (played.evaluations, played.turns, played.gold_wins, played.games) == (70, 14, 7, 7)
    replay = filled(again)
    assert (replay.total, replay.learned) == (7 * 8, 77)
    again.close()


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_parcel_that_was_cut_off_by_a_kill_is_taken_when_it_is_sent_again(
    cut: int, tmp_path: Path, samples: Samples
) -> None:
    log = SampleLog(tmp_path, 1000)
    for number in (1, 2):
        log.add(parcel(samples, number))
    log.close()
    (file,) = tmp_path.glob("*.samples")
    file.write_bytes(file.read_bytes()[:-cut])

    again = SampleLog(tmp_path, 1000)
    assert again.account.numbers == {"a": 1}
    assert again.add(parcel(samples, 2))
    again.close()
    last = SampleLog(tmp_path, 1000)
    assert [each.number for each in last.parcels()] == [1, 2]
    assert filled(last).total == 16
    last.close()


def test_old_samples_go_and_are_counted_all_the_same(tmp_path: Path, samples: Samples) -> None:
    log = SampleLog(tmp_path, 64)
    for number in range(1, 101):
        log.add(parcel(samples, number))
    log.close()
    again = SampleLog(tmp_path, 64)
    kept = [each.number for each in again.parcels()]
    assert kept[-1] == 100
    assert 64 <= 8 * len(kept) <= 80
    assert again.account.rows == 800
    assert not again.add(parcel(samples, 1))
    again.close()


def test_folder_of_a_run_that_goes_on_is_refused(tmp_path: Path) -> None:
    log = SampleLog(tmp_path, 64)
    with pytest.raises(ValueError, match="another run writes"):
        SampleLog(tmp_path, 64)
    log.close()


class Wire:
    """A learner behind a line that loses every second receipt, after the parcels have come."""

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        self._requests = 0

    def deliver(self, parcels: list[Parcel]) -> Any:
        self._requests += 1
        receipt = self._mailbox.deliver(parcels)
        return receipt if self._requests % 2 == 0 else None

    def weights(self) -> Any:
        return self._mailbox.weights()

    def answer(self, request: Any, *, wait_s: float = 0.0) -> Any:
        del wait_s
        if request is None:
            raise LookupError
        return request


def test_lost_receipts_neither_lose_nor_repeat_samples(tmp_path: Path, samples: Samples) -> None:
    log, replay = SampleLog(tmp_path, 1000), Replay(1000, CPU)
    mailbox = Mailbox(log, SHAPE)
    outbox = Outbox("a", Wire(mailbox))
    few = {name: column[:8] for name, column in samples.items()}
    receipts: list[Receipt | None] = []
    for now in range(40):
        if now < 10:
            outbox.put(8, pack(few), SelfPlayed())
        receipts.append(outbox.tend(2.0 * now))
        mailbox.drain(replay)
    assert None in receipts
    assert len(outbox) == 0
    assert [each.number for each in log.parcels()] == list(range(1, 11))
    assert replay.total == log.account.rows == 80
    log.close()


def test_weights_have_another_version_after_each_change_and_each_restart(tmp_path: Path) -> None:
    log, layers = SampleLog(tmp_path, 64), fold(Network(SHAPE).eval())
    versions = []
    for mailbox in (Mailbox(log, SHAPE), Mailbox(log, SHAPE)):
        mailbox.open(layers, progress=0.0, seed=1)
        assert mailbox.weights()[1] == b"", "none may play before the run has begun"
        mailbox.start()
        versions.append(mailbox.weights()[0].version)
        mailbox.publish(layers)
        versions.append(mailbox.deliver([]).version)
        mailbox.stop()
        assert not mailbox.deliver([]).is_playing
    assert len(set(versions)) == 4
    log.close()


def test_report_before_the_first_game_has_every_number_of_a_report(tmp_path: Path) -> None:
    nothing = Moment(0.0, SelfPlayed())
    first, later = between(nothing, nothing), between(nothing, Moment(1.0, played_some()))
    assert first.keys() == later.keys()
    assert first["ends"].keys() == later["ends"].keys()
    assert first["games"] == 0 < later["games"]
    learned = {"minutes": 0.25, "rate": 0.0, "policy": 0.0, "entropy": 0.0, "value": 0.0}
    written = Reporter(tmp_path / PROGRESS)
    for report in (first, later):
        written.write({**report, **learned, "steps": 0})
    save_curves([tmp_path / PROGRESS], tmp_path / "curves.svg")


def test_compiled_kernels_answer_self_play_as_the_exact_network_does() -> None:
    exact = some_games(kernels=False).evaluator
    kernels = KernelEvaluator(fold(Network(SHAPE).eval()), SHAPE, rows=16, groups=2, threads=3)
    *tower, (weight, bias) = fold(Network(SHAPE).eval())
    # Untrained, the last layer says nothing at all.
    layers = [*tower, (torch.randn(weight.shape, generator=torch.manual_seed(3)), bias)]
    for evaluator in (exact, kernels):
        evaluator.update(layers)
    games = some_games(kernels=False)
    games.start()
    for exchange in (exact.exchanges[0], kernels.exchanges[0]):
        exchange.questions[:] = games.evaluator.exchanges[0].questions
    for evaluator in (exact, kernels):
        evaluator.ask(0)
        evaluator.wait(0)
    mine, theirs = kernels.exchanges[0], exact.exchanges[0]
    for column in ("logits", "values"):
        rounded, true = getattr(mine, column).float(), getattr(theirs, column).float()
        assert (rounded - true).std() < 0.1 * true.std()


def test_games_that_compiled_kernels_answer_come_to_an_end() -> None:
    games = some_games(kernels=True)
    games.start()
    while not games.played().games:
        for group in range(GROUPS):
            games.turn(group)
    games.evaluator.update(fold(Network(SHAPE).eval()))
    assert len(games.take()["features"]) > 0
