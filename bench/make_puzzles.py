"""Make the puzzles that ship, from the sample games and from games the engine plays itself.

    python bench/make_puzzles.py find candidates.jsonl --games 70 --nodes 40000
    python bench/make_puzzles.py choose candidates.jsonl

``find`` goes through every position and writes each that has a clear task, with what there is to
know about its difficulty; game number N is played with N as its seed, so the same command finds
the same. ``choose`` grades them, takes the best spread over levels and games, and writes the
file. docs/puzzles.md says what makes a puzzle and how it is graded.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from puzzle_candidates import Candidate, Moment, find_candidates
from puzzle_choice import choose
from varied_games import play_varied

from gajah._core import Setup
from gajah.bench.data import sample_archive
from gajah.engine.engine import Engine, SearchKind
from gajah.game import Game, Reason
from gajah.records import read_archive

OUT = Path(__file__).parent.parent / "src/gajah/analysis/puzzles.tsv"
HEADER = """\
# Puzzles: name, theme, level, source, position, one solution. Written by bench/make_puzzles.py on
# 2026-11-15 from 100 games of the arimaa.com server's public archive (2026-02) and from games of
# the engine against itself; docs/puzzles.md says how.
"""
LAST_POSITIONS = 8  # of a game, in which a goal in two is looked for: earlier ones hardly have one
# One position in this many is asked for a capture: real games have better ones.
CAPTURE_STRIDE_REAL = 2
CAPTURE_STRIDE_SELF_PLAY = 9


def self_played(seed: int, nodes: int, engine: Engine) -> Game:
    """A game of the engine against itself from varied setups and a varied opening."""
    game = Game()
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


def all_games(count: int, nodes: int) -> Iterator[list[Moment]]:
    """The positions of each sample game, then of ``count`` games played now."""
    for archived in read_archive(sample_archive()):
        source = f"arimaa.com game {archived.columns['id']}"
        yield list(moments(archived.game(), source, CAPTURE_STRIDE_REAL))
    engine = Engine(search=SearchKind.ALPHABETA, hash_mb=16)
    for seed in range(count):
        game = self_played(seed, nodes, engine)
        yield list(moments(game, f"self-play game {seed}", CAPTURE_STRIDE_SELF_PLAY))


def find(path: Path, games: int, nodes: int) -> None:
    """Write the candidates of all games, one JSON object a line."""
    with path.open("w", encoding="utf-8") as out:
        for number, positions in enumerate(all_games(games, nodes), start=1):
            found = [c for moment in positions for c in find_candidates(moment)]
            out.writelines(json.dumps(asdict(candidate)) + "\n" for candidate in found)
            out.flush()
            print(f"game {number}: {len(found)} candidates", file=sys.stderr)


def main() -> None:
    """Find or choose."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("work", choices=("find", "choose"))
    parser.add_argument("candidates", type=Path)
    parser.add_argument("--games", type=int, default=70)
    parser.add_argument("--nodes", type=int, default=40_000)
    arguments = parser.parse_args()
    if arguments.work == "find":
        find(arguments.candidates, arguments.games, arguments.nodes)
        return
    lines = arguments.candidates.read_text("utf-8").splitlines()
    puzzles = choose([Candidate(**json.loads(line)) for line in lines])
    text = "".join(f"{puzzle.line()}\n" for puzzle in puzzles)
    OUT.write_text(HEADER + text, encoding="utf-8")


if __name__ == "__main__":
    main()
