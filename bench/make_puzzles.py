"""Make the puzzles that ship, from the sample games and from games the engine plays itself.

    python bench/make_puzzles.py find candidates.jsonl --games 1600 --nodes 2000 --jobs 16
    python bench/make_puzzles.py choose candidates.jsonl
    python bench/make_puzzles.py check

``find`` goes through every position and writes each that has a clear task, with what there is to
know about its difficulty, a line for each game; game number N is played with N as its seed, so the
same command finds the same, with any number of jobs. A run that was killed goes on where it
stopped. ``choose`` grades the candidates, takes the best spread over levels and games, and adds
them to the file; puzzles that ship stay, because links lead to them. docs/puzzles.md says what
makes a puzzle and how it is graded. ``check`` plays the solution of every puzzle that ships against
the judge of answers.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path

from puzzle_candidates import Candidate, Moment, find_candidates
from puzzle_choice import choose, is_solved_by_its_solution
from varied_games import play_varied

from gajah._core import Setup
from gajah.analysis.puzzles import all_puzzles
from gajah.bench.data import sample_archive
from gajah.engine.engine import Engine, SearchKind
from gajah.game import Game, Reason
from gajah.records import ArchiveGame, read_archive

OUT = Path(__file__).parent.parent / "src/gajah/analysis/puzzles.tsv"
HEADER = """\
# Puzzles: name, theme, level, source, position, one solution. Written by bench/make_puzzles.py on
# 2026-11-17 from 100 games of the arimaa.com server's public archive (2026-02) and from games of
# the engine against itself; docs/puzzles.md says how.
"""
LAST_POSITIONS = 8  # of a game, in which a goal in two is looked for: earlier ones hardly have one
# One position in this many is asked for a capture: real games have better ones.
CAPTURE_STRIDE_REAL = 1
CAPTURE_STRIDE_SELF_PLAY = 5


def self_played(seed: int, nodes: int) -> Game:
    """A game of the engine against itself from varied setups and a varied opening."""
    game = Game()
    engine = Engine(search=SearchKind.ALPHABETA, hash_mb=16)
    for _ in play_varied(game, engine, seed=seed, nodes=nodes):
        pass
    return game


def moments(game: Game, source: str, capture_stride: int) -> Iterator[Moment]:
    """The positions of a game in which a turn was played."""
    winner = game.result.winner if game.result and game.result.reason is Reason.GOAL else None
    for index, turn in enumerate(game.turns):
        if isinstance(turn, Setup):
            continue
        position = game.positions[index]
        near_end = index >= len(game.turns) - LAST_POSITIONS and position.side is winner
        source_text = f"{source}, turn {game.labels[index]}"
        look_for_capture = index % capture_stride == 0
        yield Moment(position, source_text, source, near_end, look_for_capture)


@cache
def sample_games() -> list[ArchiveGame]:
    """The games of people."""
    return list(read_archive(sample_archive()))


def found_in(number: int, nodes: int) -> str:
    """The line of a game: a sample game, or after those one that is played now."""
    samples = sample_games()
    if number < len(samples):
        source = f"arimaa.com game {samples[number].columns['id']}"
        positions = moments(samples[number].game(), source, CAPTURE_STRIDE_REAL)
    else:
        seed = number - len(samples)
        game = self_played(seed, nodes)
        positions = moments(game, f"self-play game {seed}", CAPTURE_STRIDE_SELF_PLAY)
    found = [asdict(c) for moment in positions for c in find_candidates(moment)]
    return json.dumps({"number": number, "nodes": nodes, "candidates": found}) + "\n"


def games_done(path: Path, nodes: int) -> set[int]:
    """The numbers of the games that the file has; a line that was cut off is removed from it."""
    whole = path.read_bytes() if path.exists() else b""
    whole = whole[: whole.rfind(b"\n") + 1]
    path.write_bytes(whole)
    lines = [json.loads(line) for line in whole.splitlines()]
    if any(line["nodes"] != nodes for line in lines):
        sys.exit(f"{path} was made with another number of nodes")
    return {line["number"] for line in lines}


def end_with_parent() -> None:
    """Let this process end when the one that started it is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def find(path: Path, games: int, nodes: int, jobs: int) -> None:
    """Add the candidates of all games that the file does not have yet."""
    done = games_done(path, nodes)
    waiting = [n for n in range(len(sample_games()) + games) if n not in done]
    with (
        path.open("a", encoding="utf-8") as out,
        multiprocessing.Pool(jobs, initializer=end_with_parent) as pool,
    ):
        lines = pool.imap_unordered(partial(found_in, nodes=nodes), waiting)
        for count, line in enumerate(lines, start=1):
            out.write(line)
            out.flush()
            print(f"{count} of {len(waiting)} games", file=sys.stderr)


def read_candidates(path: Path) -> list[Candidate]:
    """The candidates of all games, in the games' order."""
    games = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    games.sort(key=lambda game: game["number"])
    return [Candidate(**found) for game in games for found in game["candidates"]]


def check() -> None:
    """Exit with the names of puzzles whose solution the judge of answers does not accept."""
    puzzles = all_puzzles().values()
    wrong = [puzzle.id for puzzle in puzzles if not is_solved_by_its_solution(puzzle)]
    if wrong:
        sys.exit(f"not solved by their solutions: {' '.join(wrong)}")
    print(f"{len(puzzles)} puzzles are solved by their solutions")


def main() -> None:
    """Find, choose or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("work", choices=("find", "choose", "check"))
    parser.add_argument("candidates", type=Path, nargs="?", default=Path("candidates.jsonl"))
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.work == "find":
        find(arguments.candidates, arguments.games, arguments.nodes, arguments.jobs)
        return
    if arguments.work == "check":
        check()
        return
    puzzles = choose(read_candidates(arguments.candidates), all_puzzles().values())
    text = "".join(f"{puzzle.line()}\n" for puzzle in puzzles)
    OUT.write_text(HEADER + text, encoding="utf-8")


if __name__ == "__main__":
    main()
