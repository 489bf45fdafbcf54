"""Searches on workers of a real Ray cluster on this machine, some of which are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.cli.program import gajah_here
from tests.helpers import OPENING
from tests.ray_cluster import head, parent_of
from tests.samples import SAMPLE_FILE
from tests.web.harness import PATIENCE_S, Server

# A level that thinks for as long as its clock says, some seconds here.
THINKER, CONTROL = "gajah:level=10", "5s/1m"


@contextmanager
def machine(address: str) -> Iterator[subprocess.Popen[str]]:
    """``gajah worker``, for one search at once."""
    command = [sys.executable, "-m", "gajah", "worker", "--ray", address, "--threads", "1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("1 search at once"), process.communicate()
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster whose head lives on."""
    with head() as (address, _):
        yield address


def wait_for_cores(server: Server, cores: int) -> None:
    """Wait until the server has that many workers beside its own core."""
    wait_for_status(server, "cores", cores + 1)


def wait_for_status(server: Server, name: str, number: int) -> None:
    """Wait until the server counts that many."""
    until = time.monotonic() + PATIENCE_S
    while server.get("/status")[name] != number:
        assert time.monotonic() < until, server.log()
        time.sleep(0.1)


def thinking_on(machines: list[int]) -> int:
    """The process of a worker that thinks, on one of these machines."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        for path in Path("/proc").glob("[0-9]*"):
            try:
                is_thinking = path.joinpath("cmdline").read_bytes().startswith(b"ray::Worker.think")
                if is_thinking and any(map(machines.__contains__, ancestors(int(path.name)))):
                    return int(path.name)
            except (FileNotFoundError, ProcessLookupError):
                continue
    raise AssertionError("no worker thinks")


def ancestors(process: int) -> Iterator[int]:
    while process > 1:
        process = parent_of(process)
        yield process


def test_search_of_a_killed_worker_begins_again_and_costs_the_bot_no_time(
    tmp_path: Path, cluster: str
) -> None:
    with ExitStack() as stack:
        machines = [stack.enter_context(machine(cluster)) for _ in range(2)]
        server = stack.enter_context(
            Server(tmp_path / "data", "--workers", cluster, "--searches", "1")
        )
        wait_for_cores(server, 2)
        game, tokens = server.new_game(silver=THINKER, start=OPENING.short, control=CONTROL)
        page = server.page(game, tokens["g"])
        page.ask("step", step="Ee2n")
        page.say("send")
        first = page.hear("game", where=lambda m: m["clock"]["running"] == "s")["clock"]["at"]
        os.kill(thinking_on([each.pid for each in machines]), signal.SIGKILL)
        again = page.hear("game", where=lambda m: m["clock"]["running"] == "s")["clock"]["at"]
        played = page.hear("turn", where=lambda m: m["node"]["label"].endswith("s"))
        assert again > first
        # The bot is charged for the search that it answers with, and the game goes on.
        assert played["node"]["used_s"] <= played["clock"]["at"] - again
        assert played["clock"]["running"] == "g"


def test_analysis_outlives_every_machine_that_it_may_have_been_on(
    tmp_path: Path, cluster: str
) -> None:
    with (
        machine(cluster) as killed,
        machine(cluster) as told,
        Server(tmp_path / "data", "--workers", cluster, "--searches", "1") as server,
    ):
        wait_for_cores(server, 2)
        thinker = server.analysis()
        thinker.say("analyse", position=OPENING.short)
        thinker.hear("analysis")
        killed.kill()
        wait_for_cores(server, 1)
        with machine(cluster):
            wait_for_cores(server, 2)
            told.terminate()
            assert told.wait(PATIENCE_S) == 0
            wait_for_cores(server, 1)
            # The search that goes on has begun anew: its time is short again.
            assert thinker.hear("analysis")["done"] is False
            thinker.ask("stop")
            assert server.interrupt() == 0


def test_bot_waits_in_line_until_a_machine_joins(tmp_path: Path, cluster: str) -> None:
    text = "".join(SAMPLE_FILE.read_text("utf-8").splitlines(keepends=True)[:4])
    with Server(tmp_path / "data", "--workers", cluster) as server, ThreadPoolExecutor() as threads:
        game, tokens = server.new_game(silver="gajah:level=1", start=OPENING.short)
        page = server.page(game, tokens["g"])
        page.ask("step", step="Ee2n")
        page.say("send")
        assert page.hear("thinking")["place"] == 1
        # The owner's import is the second in line: it is read on a worker, too.
        later = threads.submit(server.post, "/import", {"text": text})
        wait_for_status(server, "waiting", 2)
        with machine(cluster):
            assert page.hear("thinking")["place"] == 0
            assert page.hear("turn", where=lambda m: m["node"]["id"] == 2)
            page.say("resign")
            page.hear("game", where=lambda m: m["game"]["state"] == "over")
            reviewer = server.analysis()
            reviewer.say("review", game=game, seconds=0.05, ref=1)
            done = reviewer.hear("review", where=lambda m: m["state"] not in ("waiting", "running"))
            assert (done["state"], done["done"]) == ("done", 2)
            imported = later.result(PATIENCE_S)
            assert (len(imported["games"]), imported["problems"]) == (3, [])
            record = server.get(f"/games/{imported['games'][0]}")
            assert len(record["tree"]) > 50
        server.terminate()
        assert server.process is not None
        assert server.process.returncode == -signal.SIGTERM, "as a server without workers"


def test_server_thinks_for_itself_once_head_and_workers_have_gone(tmp_path: Path) -> None:
    with (
        head() as (address, process),
        machine(address) as only,
        Server(tmp_path / "data", "--workers", address, "--searches", "1") as server,
    ):
        wait_for_cores(server, 1)
        game, tokens = server.new_game(silver=THINKER, start=OPENING.short, control=CONTROL)
        page = server.page(game, tokens["g"])
        page.ask("step", step="Ee2n")
        page.say("send")
        thinking_on([only.pid])
        process.kill()
        only.kill()
        assert page.hear("turn", where=lambda m: m["node"]["label"].endswith("s"))
        assert "searches run on this machine's own cores" in server.log()
        thinker = server.analysis()
        thinker.say("analyse", position=OPENING.short)
        assert thinker.hear("analysis")["done"] is False
        assert server.get("/status")["cores"] == 1
        assert server.interrupt() == 0
        assert "Traceback" not in server.log()


def test_cluster_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    for command in (("web", "--data", str(tmp_path), "--workers"), ("worker", "--ray")):
        done = gajah_here(*command, "127.0.0.1:1")
        assert done.code == 1
        assert "no Ray cluster at '127.0.0.1:1'" in done.sentence
