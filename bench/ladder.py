"""The ladder: what a version of the engine scored against an earlier one, game by game.

    python bench/ladder.py table
    python bench/ladder.py play a0c33a2 alphabeta-first.jsonl --label first \\
        --player alphabeta@gajah:search=alphabeta --games 200 --concurrency 2

``play`` builds a commit in a folder of its own and seats it as an engine. Its games are kept in
``bench/ladder/``; the same command goes on after any interruption. ``table`` is what
lab/alphabeta.md shows.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
from io import BytesIO
from pathlib import Path

from gajah.arena.event import Event
from gajah.arena.store import read_store
from gajah.arena.tally import Tally
from gajah.game import Reason

_ROOT = Path(__file__).parent.parent
_KEPT = Path(__file__).parent / "ladder"
# Relative: a kept match names the engine as every machine finds it from the project's folder.
_BUILDS = Path("build") / "ladder"
# The first versions speak AEI, but have no command line.
_SERVE = "from gajah.aei.server import Server; Server(sys.stdout, version='').run(sys.stdin)"


def rows() -> list[str]:
    """The kept matches as a Markdown table."""
    lines = [
        "| version | against | time a turn | games | score | Elo | lost on time |",
        "| --- | --- | --- | ---: | --- | --- | ---: |",
    ]
    for path in sorted(_KEPT.glob("*.jsonl")):
        event, games = read_store(path)
        player, opponent = (spec.label for spec in event.players)
        tally = Tally.of(player, opponent, games)
        late = sum(tally.faults(by_player=who, reason=Reason.TIME) for who in (True, False))
        lines.append(
            f"| {player} | {opponent} | {_time(event)} | {tally.games} "
            f"| {tally.wins}-{tally.losses} ({tally.score / tally.games:.1%}) "
            f"| {tally.estimate} | {late} |"
        )
    return lines


def _time(event: Event) -> str:
    """The control, or the time that both players give themselves."""
    if event.terms.control is not None:
        return str(event.terms.control)
    own = [re.search(r"\btime=([^,]+)", spec.body) for spec in event.players]
    return ", ".join(sorted({found[1] for found in own if found}))


def build(commit: str) -> Path:
    """The engine of that commit, as a command that can be started from the project's folder."""
    folder = _BUILDS / commit
    engine = folder / "engine"
    if engine.exists():
        return engine
    archive = subprocess.run(["git", "archive", commit], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    nanobind = [sys.executable, "-m", "nanobind", "--cmake_dir"]
    found = subprocess.run(nanobind, check=True, capture_output=True, text=True).stdout.strip()
    settings = [f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={found}"]
    made = folder / "build"
    subprocess.run(["cmake", "-S", folder, "-B", made, *settings], check=True)
    subprocess.run(["cmake", "--build", made, "--parallel"], check=True)
    for module in made.glob("_core*.so"):
        module.rename(folder / "src" / "gajah" / module.name)
    return write_starter(folder)


def write_starter(folder: Path) -> Path:
    """The command that starts the version in a folder."""
    has_commands = (folder / "src" / "gajah" / "__main__.py").exists()
    start = "-m gajah aei" if has_commands else f'-c "import sys; {_SERVE}"'
    # Without -S an editable install of today's gajah would come first.
    path = f'$(dirname "$0")/src:{sysconfig.get_path("purelib")}'
    starter = folder / "engine"
    starter.write_text(
        f'#!/bin/sh\nPYTHONPATH="{path}" exec "{sys.executable}" -S {start}\n', encoding="utf-8"
    )
    starter.chmod(0o755)
    return starter


def play(args: argparse.Namespace) -> None:
    """Play a rung, or go on with it."""
    engine = build(args.commit)
    options = f"({args.options})" if args.options else ""
    opponent = f"{args.label}@aei{options}:{engine}"
    out = str(_KEPT / args.file).removesuffix(".jsonl")
    terms = ["--games", str(args.games), "--time", args.time, "--margin", "0.5"]
    cores = ["--concurrency", str(args.concurrency)]
    command = [sys.executable, "-m", "gajah", "match", args.player, opponent, *terms, *cores]
    subprocess.run([*command, "--out", out], check=True)


def main() -> None:
    """Play a rung, or show them all."""
    parser = argparse.ArgumentParser(description="The ladder of the engine's versions.")
    commands = parser.add_subparsers(required=True)
    shown = commands.add_parser("table", help="Show what has been played.")
    shown.set_defaults(run=lambda _: print("\n".join(rows())))
    rung = commands.add_parser("play", help="Play against the engine of an earlier commit.")
    rung.add_argument("commit")
    rung.add_argument("file", help="where in bench/ladder the games are kept")
    rung.add_argument("--player", default="gajah", help="who plays against it")
    rung.add_argument("--label", default="earlier", help="what the earlier version is called")
    rung.add_argument("--options", default="", help="its AEI options: name=value,...")
    rung.add_argument("--games", type=int, default=200)
    rung.add_argument("--time", default="1s/5s")
    rung.add_argument("--concurrency", type=int, default=1)
    rung.set_defaults(run=play)
    args = parser.parse_args()
    os.chdir(_ROOT)
    args.run(args)


if __name__ == "__main__":
    main()
