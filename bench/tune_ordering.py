"""Learn which steps to look at first, from the turns that the network chooses.

    python bench/tune_ordering.py play turns.tsv --games 400 --nodes 16
    python bench/tune_ordering.py fit turns.tsv src/gajah/engine/step_weights.json

``play`` appends what the network's engine plays, a position and a turn a line, in games from varied
setups and after random turns: a search meets far more bad positions than a game does. ``fit`` finds
the weights of a step's features (core/alphabeta/step_order.h) for which the chosen moves are
likeliest among all that could have been made.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gajah import Game, Position, Turn
from gajah._core import STEP_FEATURES, step_choices
from gajah.engine.engine import Engine, SearchKind
from gajah.setups import choose_setup

RANDOM_TURN_CHANCE = 0.15  # in the game itself, so that games differ
DISTURBED_SHARE = 0.5  # of positions: the answer to a random turn is asked for as well
LONGEST_GAME = 140  # turns
HELD_OUT_ONE_IN = 10  # games
UNIT = 1000  # weights are written in thousandths
MOST_FEATURES = 16  # of one move
BATCH = 1024  # decisions

Floats = NDArray[np.float32]


def play_game(seed: int, nodes: int, engine: Engine) -> Iterator[tuple[Position, Turn]]:
    """Positions and what the network plays in them."""
    rng = random.Random(seed)
    game = Game()
    while game.needs_setup:
        game.play(choose_setup(game, rng))
    while game.result is None and len(game.turns) < LONGEST_GAME:
        found = engine.search(game, nodes=nodes).lines[0]
        yield game.position, found.turn
        other = game.position.random_turn(rng.randrange, game.banned_positions())
        if other is None:
            break
        if rng.random() < DISTURBED_SHARE:
            disturbed = game.position.play(other)
            if not disturbed.verdict():
                yield disturbed, engine.search(disturbed, nodes=nodes).lines[0].turn
        game.play(other if rng.random() < RANDOM_TURN_CHANCE else found.turn)


def play(path: Path, games: int, nodes: int, first: int) -> None:
    """Append the turns of ``games`` games; ``first`` is the first one's seed."""
    engine = Engine(search=SearchKind.NET, hash_mb=16)
    with path.open("a") as out:
        for seed in range(first, first + games):
            engine.clear()
            for position, turn in play_game(seed, nodes, engine):
                out.write(f"{seed}\t{position.short}\t{turn}\n")
            out.flush()


@dataclass(frozen=True)
class Decisions:
    """Choices one after the other: features of each move (rows), where each choice's rows begin."""

    features: NDArray[np.uint16]  # filled up with STEP_FEATURES, which weighs nothing
    begins: NDArray[np.int64]
    chosen: NDArray[np.int64]  # row numbers
    held_out: NDArray[np.bool_]

    @classmethod
    def read(cls, path: Path) -> Decisions:
        """From a file that ``play`` wrote."""
        blocks: list[NDArray[np.uint16]] = []
        begins, chosen, held_out = [0], [], []
        for line in path.open():
            seed, short, text = line.rstrip("\n").split("\t")
            for choice, moves in step_choices(Position.parse(short), Turn.parse(text)):
                block = np.full((len(moves), MOST_FEATURES), STEP_FEATURES, np.uint16)
                for row, features in enumerate(moves):
                    block[row, : len(features)] = features
                blocks.append(block)
                chosen.append(begins[-1] + choice)
                begins.append(begins[-1] + len(moves))
                held_out.append(int(seed) % HELD_OUT_ONE_IN == 0)
        return cls(
            np.concatenate(blocks), np.array(begins), np.array(chosen), np.array(held_out, bool)
        )

    def pick(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The rows of some choices, and where in them each choice begins."""
        rows = [np.arange(self.begins[n], self.begins[n + 1]) for n in numbers]
        sizes = np.array([len(r) for r in rows])
        return np.concatenate(rows), np.concatenate([[0], np.cumsum(sizes)[:-1]])


def likelihoods(logits: Floats, begins: NDArray[np.int64]) -> Floats:
    """Softmax within each choice."""
    sizes = np.diff(np.append(begins, len(logits)))
    e = np.exp(logits - np.repeat(np.maximum.reduceat(logits, begins), sizes))
    result: Floats = e / np.repeat(np.add.reduceat(e, begins), sizes)
    return result


def report(d: Decisions, weights: Floats) -> str:
    """How well the held-out choices are foreseen."""
    numbers = np.flatnonzero(d.held_out)
    ranks, loss = [], 0.0
    for n in numbers:
        rows = slice(d.begins[n], d.begins[n + 1])
        logits = weights[d.features[rows]].sum(axis=1)
        at = d.chosen[n] - d.begins[n]
        ranks.append(float((logits > logits[at]).sum() + 0.5 * ((logits == logits[at]).sum() - 1)))
        loss -= float(np.log(likelihoods(logits, np.array([0]))[at]))
    top = {k: np.mean(np.array(ranks) < k) for k in (1, 3, 8)}
    shares = ", ".join(f"first {k}: {share:.1%}" for k, share in top.items())
    return f"loss {loss / len(numbers):.4f}; among the {shares}"


def fit(path: Path, out: Path, rounds: int, seed: int = 1) -> None:
    """Write the weights under which the chosen moves are likeliest (Adam, falling rate)."""
    d = Decisions.read(path)
    rng = np.random.default_rng(seed)
    learned_from = np.flatnonzero(~d.held_out)
    w = np.zeros(STEP_FEATURES + 1, np.float32)
    m, v = np.zeros_like(w), np.zeros_like(w)
    print(f"{len(d.chosen)} choices among {len(d.features)} moves; nothing known: {report(d, w)}")
    step, steps = 0, rounds * (len(learned_from) // BATCH)
    for _ in range(rounds):
        rng.shuffle(learned_from)
        for start in range(0, len(learned_from) - BATCH + 1, BATCH):
            numbers = learned_from[start : start + BATCH]
            rows, begins = d.pick(numbers)
            features = d.features[rows]
            error = likelihoods(w[features].sum(axis=1), begins)
            error[d.chosen[numbers] - d.begins[numbers] + begins] -= 1.0
            gradient = np.bincount(
                features.ravel(), np.repeat(error, MOST_FEATURES), minlength=len(w)
            ).astype(np.float32)
            gradient /= BATCH
            step += 1
            m += 0.1 * (gradient - m)
            v += 0.01 * (gradient**2 - v)
            rate = 0.03 * (1.0 - step / (steps + 1))
            w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-6)
            w[-1] = 0.0
        print(report(d, w), flush=True)
    content: dict[str, Any] = {
        "source": f"bench/tune_ordering.py fit, {len(d.chosen)} choices of the network",
        "weights": [round(float(x) * UNIT) for x in w[:-1]],
    }
    out.write_text(json.dumps(content) + "\n")


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=400)
    playing.add_argument("--nodes", type=int, default=16)
    playing.add_argument("--first", type=int, default=0, help="the first game's seed")
    fitting = commands.add_parser("fit")
    fitting.add_argument("file", type=Path)
    fitting.add_argument("out", type=Path)
    fitting.add_argument("--rounds", type=int, default=6)
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments.file, arguments.games, arguments.nodes, arguments.first)
    else:
        fit(arguments.file, arguments.out, arguments.rounds)


if __name__ == "__main__":
    main()
