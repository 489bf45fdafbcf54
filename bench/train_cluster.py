"""What self-play on a Ray cluster costs beside self-play in one process.

    python bench/train_cluster.py --actors 1 2 --threads 1 --games 64 -- --shape 6x64
    python bench/train_cluster.py --actors 8 --threads 2 --games 1024 -- --shape 8x96

The second is for 16 cores and a graphics card. Threads and games are those of an actor; the one
process has those of all actors together. What follows ``--`` are more options of ``gajah train
run``. All take turns, ``--rounds`` times, for ``--minutes`` each; nothing is learned, and the time
until a game has ended is left out. On a machine that is busy anyway, ``--together`` runs the one
process and the actors at the same time, so that both suffer alike. The numbers, as JSON, are
medians:

evaluations_per_s       on the wall: what counts on a machine that does nothing else
evaluations_per_core_s  for a second of processor time of everything that was started, Ray included
play_per_core_s         the same of the processes that play alone
overhead                by which share each of them is lower than in one process
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gajah.train.progress import PROGRESS, read_reports

#: More samples than ever come: actors play, and the learner takes them over.
_NOTHING_LEARNED = ["--set", "learning.first_samples=1000000000"]
#: What is said when an actor begins.
_JOINED = re.compile(r"actor \w+ joined: .*process ([0-9]+)")
_TICKS = os.sysconf("SC_CLK_TCK")


def core_seconds(root: int) -> dict[int, float]:
    """The processor time of a process and of everything that it has started, by process."""
    parents, spent = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        process = int(folder.name)
        parents[process] = int(stat[1])
        spent[process] = (int(stat[11]) + int(stat[12])) / _TICKS

    def is_ours(process: int) -> bool:
        while process not in (root, 0):
            process = parents.get(process, 0)
        return process == root

    return {process: seconds for process, seconds in spent.items() if is_ours(process)}


@dataclass
class Moment:
    """A report, and the processor time until then."""

    report: dict[str, Any]
    spent: dict[int, float]


def watch(command: list[str], file: Path) -> tuple[list[Moment], set[int]]:
    """The moments of a run's reports; the processes that play, if there is more than one."""
    moments: list[Moment] = []
    players: set[int] = set()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        for line in run.stdout:
            print(line, end="", file=sys.stderr, flush=True)
            if found := _JOINED.search(line):
                players.add(int(found[1]))
            if file.exists() and len(reports := read_reports(file)) > len(moments):
                moments.append(Moment(reports[-1], core_seconds(run.pid)))
    if run.returncode:
        sys.exit(run.returncode)
    return moments, players


def measure(options: list[str], minutes: float) -> dict[str, float]:
    """A run's rates, from the first report that counts a game to the last one before the end."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gajah.train", "run", "--out", folder]
        command += ["--minutes", str(minutes), *options, *_NOTHING_LEARNED]
        moments, players = watch(command, Path(folder, PROGRESS))
    # Before a game has ended, whole numbers are fitted to the weights, twice, which takes seconds;
    # at the very last report some processes may be gone.
    first = next(moment for moment in moments if moment.report["games"])
    last = moments[-2]
    evaluations = last.report["evaluations"] - first.report["evaluations"]
    spent = {process: last.spent[process] - first.spent.get(process, 0.0) for process in last.spent}
    playing_s = sum(spent.get(process, 0.0) for process in players) or sum(spent.values())
    return {
        "evaluations_per_s": evaluations / 60 / (last.report["minutes"] - first.report["minutes"]),
        "evaluations_per_core_s": evaluations / sum(spent.values()),
        "play_per_core_s": evaluations / playing_s,
    }


def medians(found: list[dict[str, float]]) -> dict[str, float]:
    """Of each rate."""
    return {rate: round(statistics.median(each[rate] for each in found)) for rate in found[0]}


def main() -> None:
    """Measure one process and as many actors, in turn, for each number of actors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--actors", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--threads", type=int, default=1, help="of each actor")
    parser.add_argument("--games", type=int, default=64, help="of each actor")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--together", action="store_true", help="both at the same time")
    parser.add_argument("--ray", default="local", help="the address of a cluster of this machine")
    parser.add_argument("options", nargs="*", help="options of gajah train run")
    options = parser.parse_args()

    def sizes(actors: int) -> list[str]:
        return ["--threads", str(actors * options.threads), "--games", str(actors * options.games)]

    found: dict[str, list[dict[str, float]]] = defaultdict(list)
    for _ in range(options.rounds):
        for actors in options.actors:
            cluster = ["--ray", options.ray, "--actors", str(actors)]
            ways = {
                f"one process as large as {actors}": [*sizes(actors), "--kernels"],
                f"actors: {actors}": [*sizes(1), *cluster],
            }
            commands = [[*options.options, *its] for its in ways.values()]
            with ThreadPoolExecutor(len(ways) if options.together else 1) as pool:
                measured = pool.map(measure, commands, [options.minutes] * len(ways))
            for way, numbers in zip(ways, measured, strict=True):
                found[way].append(numbers)
    rates = {way: medians(each) for way, each in found.items()}
    overheads = {}
    for actors in options.actors:
        alone, apart = rates[f"one process as large as {actors}"], rates[f"actors: {actors}"]
        overheads[actors] = {rate: round(1 - apart[rate] / alone[rate], 3) for rate in alone}
    report = {"options": options.options, "rates": rates, "overhead": overheads, "all": found}
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
