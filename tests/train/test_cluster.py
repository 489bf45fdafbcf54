"""Training on a Ray cluster of this machine, with processes that are killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gajah.train.__main__ import main
from gajah.train.checkpoint import WEIGHTS, read
from gajah.train.cluster import LEARNER_SHARE, Needs
from gajah.train.progress import PROGRESS, Content, read_reports
from gajah.train.sample_log import SampleLog
from tests.ray_cluster import head, machine

# Large enough for all samples of a test, so that they can be counted.
BUFFER = 400_000
# Small and short games, and a network that learns at once.
SMALL = [
    *("--tiny", "--games", "16", "--simulations", "0:4", "--minutes", "20"),
    *("--reports", "1"),
    *("--set", "search.max_turns=12", "--set", "learning.first_samples=200"),
    *("--set", f"learning.buffer={BUFFER}", "--set", "learning.batch=32"),
]


class Training:
    """A run of the program, read line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.lines: list[str] = []

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The next line of the output in which the pattern is found."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line)
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"no {pattern!r} in {''.join(self.lines)}")

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C, which every process of a terminal hears; the exit code and all that was said."""
        os.killpg(self._process.pid, signal.SIGINT)
        out, _ = self._process.communicate()
        self.lines.append(out)
        return self._process.returncode, "".join(self.lines)


@contextmanager
def training(out: Path, *options: str) -> Iterator[Training]:
    command = [sys.executable, "-m", "gajah", "train", "run", "--out", str(out), *SMALL, *options]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        # In one pipe, which is read: a second one that is full would stop the program.
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield Training(process)
        finally:
            process.kill()


def reports(out: Path) -> list[Content]:
    return read_reports(out / PROGRESS)


def counted(out: Path) -> tuple[dict[str, list[int]], int]:
    """The numbers of every actor's parcels in the log, and the samples in them."""
    numbers, rows = defaultdict(list), 0
    log = SampleLog(out / "samples", BUFFER)
    for parcel in log.parcels():
        numbers[parcel.actor].append(parcel.number)
        rows += parcel.rows
    assert rows == log.account.rows
    log.close()
    return numbers, rows


JOINED = r"actor \w+ joined: .*process ([0-9]+), on cpu"
LEARNER = r"^the learner: .*process ([0-9]+)$"
# A row of the table, its last column the number of actors.
ROW = r"^ +[0-9.]+ .* {}$"


def test_samples_count_once_though_an_actor_and_the_learner_are_killed(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with training(out, "--ray", "local", "--actors", "2") as run:
        learner = int(run.wait_for(LEARNER)[1])
        run.wait_for(ROW.format(2))
        before = reports(out)[-1]
        os.kill(learner, signal.SIGKILL)
        run.wait_for("the learner was lost; it goes on")
        run.wait_for(ROW.format(2))
        joined = re.findall(JOINED, "".join(run.lines))
        os.kill(int(joined[0]), signal.SIGKILL)
        run.wait_for(r"actor \w+ was lost; another one takes its place")
        run.wait_for(JOINED)
        run.wait_for(ROW.format("[23]"))
        code, said = run.interrupt()
    assert code == 0, said
    assert "Traceback" not in said
    numbers, rows = counted(out)
    assert len(numbers) == 3
    for sent in numbers.values():
        assert sent == list(range(1, len(sent) + 1)), "in order, none twice and none missing"
    last = reports(out)[-1]
    assert rows >= last["samples"] > before["samples"]
    assert last["games"] > before["games"]
    assert read(out / WEIGHTS)["steps"] == last["steps"] > 0

    # The same command on one machine goes on with what the cluster has learned.
    assert main(["run", "--out", str(out), "--resume", *SMALL, "--minutes", "0"]) == 0
    assert read(out / WEIGHTS)["steps"] == last["steps"]


def test_actor_joins_when_a_machine_does_and_the_run_outlives_the_machine(tmp_path: Path) -> None:
    with (
        head(cores=1) as (address, _),
        training(tmp_path / "run", "--ray", address) as run,
    ):
        run.wait_for(JOINED)
        run.wait_for(ROW.format(1))
        with machine(address, cores=1):
            run.wait_for(JOINED)
            run.wait_for(ROW.format(2))
        run.wait_for(r"actor \w+ was lost")
        run.wait_for(ROW.format(1))
        code, said = run.interrupt()
        assert code == 0, said
        # The cluster lives on, and the run has left its folder.
        numbers, _ = counted(tmp_path / "run")
    assert len(numbers) == 2


@pytest.mark.parametrize("actors", [None, 1, 3, 7, 8, 12])
def test_actors_and_learner_fit_on_the_only_card(actors: int | None) -> None:
    each = Needs(actors, threads=1, cards=None).cards_each(1)
    assert 0.9 < (actors or 1) * each <= 1 - LEARNER_SHARE
    assert Needs(actors, threads=1, cards=None).cards_each(4) == 1, "each has a whole one"
    assert Needs(actors, threads=1, cards=None).cards_each(0) == 0
    assert Needs(actors, threads=1, cards=0.0).cards_each(4) == 0, "on processors, if asked"


def test_missing_ray_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["run", "--out", str(tmp_path / "run"), *SMALL, "--ray", "auto"]) == 1
    error = capsys.readouterr().err
    assert error == "gajah train: --ray needs Ray: pip install 'gajah[ray]'\n"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--ray", "127.0.0.1:1"], "no Ray cluster at '127.0.0.1:1'"),
        (["--ray", "ray://127.0.0.1:1"], "on a machine of the cluster"),
        (["--actors", "2"], "give --ray"),
        (["--actor-gpus", "0.5"], "give --ray"),
    ],
)
def test_cluster_that_cannot_be_used_is_told_in_a_sentence(
    options: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    assert main(["run", "--out", str(out), *SMALL, *options]) == 1
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
    assert not out.exists()
