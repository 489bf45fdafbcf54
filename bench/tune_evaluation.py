"""Tune the evaluation's weights on games that the engine played against itself.

    python bench/tune_evaluation.py play games.jsonl --games 4000 --nodes 10000 --processes 2
    python bench/tune_evaluation.py fit games.jsonl src/gajah/bots/weights.json

``play`` appends games, one JSON object a line, and can be stopped and continued at any time.
``fit`` finds the weights for which the evaluation, put through a logistic curve, predicts best
what came of each position: half the game's result, half what the search thought of it, which is
less noisy. It starts from the weights that played and is pulled towards them (L2), so that
features hardly ever seen keep a sensible value.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gajah._core import FEATURES, WIN_BOUND, Position, Side, features, material
from gajah.bots.engine import Engine, SearchKind
from gajah.bots.evaluation import tuned_weights
from gajah.bots.setups import choose_setup
from gajah.game import Game

Floats = NDArray[np.float64]

OPENING_TURNS = 8  # turns in which a random good-looking turn may be played instead
OPENING_CHANCE = 0.35
OPENING_CHOICE = 60  # drawn from this many best-looking turns
LONGEST_GAME = 160  # turns; then scored by the rule
SKIP_TURNS = 4  # positions of the first turns say little about the result
UNIT = 16  # weights are stored in sixteenths of a centi-rabbit
RESULT_SHARE = 0.5


def play_game(seed: int, nodes: int, engine: Engine) -> dict[str, object]:
    """One game from varied setups; its positions with the search's score for gold."""
    rng = random.Random(seed)
    game = Game()
    engine.clear()
    samples: list[tuple[str, int]] = []
    while game.result is None and len(game.turns) < LONGEST_GAME:
        if game.needs_setup:
            game.play(choose_setup(game.position, rng))
        elif len(game.turns) < OPENING_TURNS and rng.random() < OPENING_CHANCE:
            scored = tuned_weights().evaluate_turns(game.position, game.banned_positions())
            scored.sort(key=lambda pair: -pair[1])
            game.play(rng.choice(scored[:OPENING_CHOICE])[0])
        else:
            found = engine.search(game.position, nodes=nodes, history=game.positions).lines[0]
            sign = 1 if game.side is Side.GOLD else -1
            if len(game.turns) >= SKIP_TURNS:
                samples.append((game.position.short, sign * found.score.raw))
            game.play(found.turn)
    result = game.result or game.stop_and_score()
    return {
        "seed": seed,
        "winner": result.winner.letter if result.winner else "",
        "reason": result.reason.value,
        "turns": len(game.turns),
        "samples": samples,
    }


def _play_many(arguments: tuple[int, int, int, int]) -> Iterator[dict[str, object]]:
    first, step, games, nodes = arguments
    engine = Engine(search=SearchKind.ALPHABETA, hash_mb=16)
    for seed in range(first, games, step):
        yield play_game(seed, nodes, engine)


def _worker(
    arguments: tuple[int, int, int, int], queue: multiprocessing.Queue[dict[str, object] | None]
) -> None:
    for game in _play_many(arguments):
        queue.put(game)
    queue.put(None)


def play(path: Path, games: int, nodes: int, processes: int) -> None:
    """Play until the file holds ``games`` games."""
    done = sum(1 for _ in path.open()) if path.exists() else 0
    queue: multiprocessing.Queue[dict[str, object] | None] = multiprocessing.Queue()
    workers = [
        multiprocessing.Process(target=_worker, args=((done + i, processes, games, nodes), queue))
        for i in range(processes)
    ]
    for worker in workers:
        worker.start()
    running = processes
    with path.open("a") as out:
        while running:
            game = queue.get()
            if game is None:
                running -= 1
                continue
            out.write(json.dumps(game) + "\n")
            out.flush()


def load(path: Path) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats, Floats, Floats]:
    """(row, feature) pairs with counts, material, and targets, for every sample."""
    rows: list[int] = []
    columns: list[int] = []
    counts: list[float] = []
    offsets: list[float] = []
    targets: list[tuple[float, float]] = []
    for line in path.open():
        game = json.loads(line)
        result = {"g": 1.0, "s": 0.0}.get(game["winner"], 0.5)
        for short, score in game["samples"]:
            position = Position.parse(short)
            for feature, count in features(position):
                rows.append(len(offsets))
                columns.append(feature)
                counts.append(count)
            offsets.append(material(position))
            targets.append((result, score))
    index = np.array(rows, np.int32), np.array(columns, np.int32)
    return *index, np.array(counts), np.array(offsets, float), np.array(targets)


def sigmoid(x: Floats) -> Floats:
    """The logistic curve."""
    result: Floats = 1.0 / (1.0 + np.exp(-np.clip(x, -30, 30)))
    return result


def loss(prediction: Floats, target: Floats) -> float:
    """Mean cross-entropy."""
    p = np.clip(prediction, 1e-6, 1 - 1e-6)
    return float(-(target * np.log(p) + (1 - target) * np.log(1 - p)).mean())


def fit_scale(values: Floats, results: Floats) -> float:
    """The centi-rabbits for odds of e to 1 that explain the results best."""
    scales = np.arange(100.0, 900.0, 5.0)
    losses = [loss(sigmoid(values / scale), results) for scale in scales]
    return float(scales[int(np.argmin(losses))])


def fit(path: Path, out: Path, rounds: int, pull: float) -> None:
    """Gradient descent (Adam) on a training part; a held-out part says how good it is."""
    rows, columns, counts, offsets, targets = load(path)
    n = len(offsets)
    start = np.array(tuned_weights().values, float) / UNIT
    w = start.copy()

    def evaluate(weights: Floats) -> Floats:
        return offsets + np.bincount(rows, counts * weights[columns], minlength=n)

    scores = np.clip(targets[:, 1], -3000, 3000)
    decided = np.abs(targets[:, 1]) >= WIN_BOUND
    scale = fit_scale(evaluate(w), targets[:, 0])
    score_scale = fit_scale(scores, targets[:, 0])
    from_search = np.where(decided, targets[:, 1] > 0, sigmoid(scores / score_scale))
    target = RESULT_SHARE * targets[:, 0] + (1 - RESULT_SHARE) * from_search
    # Whole games are held out, not positions: neighbours in a game are nearly the same.
    held_out = np.arange(n) >= n * 9 // 10
    train = (~held_out).astype(float)
    print(f"{n} positions; odds e:1 at {scale:.0f} centi-rabbits (search {score_scale:.0f})")
    m, v = np.zeros(FEATURES), np.zeros(FEATURES)
    best = (np.inf, w.copy())
    for step in range(1, rounds + 1):
        prediction = sigmoid(evaluate(w) / scale)
        held_out_loss = loss(prediction[held_out], target[held_out])
        if held_out_loss < best[0]:
            best = (held_out_loss, w.copy())
        if step % 50 == 1:
            train_loss = loss(prediction[~held_out], target[~held_out])
            print(f"round {step}: training {train_loss:.5f}, held out {held_out_loss:.5f}")
        error = (prediction - target) * train / (train.sum() * scale)
        slope = np.bincount(columns, counts * error[rows], minlength=FEATURES)
        gradient = slope + pull * (w - start)
        m = 0.9 * m + 0.1 * gradient
        v = 0.99 * v + 0.01 * gradient**2
        rate = 1.0 if step < rounds // 2 else 0.3
        w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-12)
    print(f"best held-out loss {best[0]:.5f}")
    out.write_text(
        json.dumps(
            {
                "source": f"bench/tune_evaluation.py fit, {n} positions, loss {best[0]:.5f}",
                "weights": [round(x * UNIT) for x in best[1]],
            }
        )
        + "\n"
    )


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=4000)
    playing.add_argument("--nodes", type=int, default=10000)
    playing.add_argument("--processes", type=int, default=2)
    fitting = commands.add_parser("fit")
    fitting.add_argument("file", type=Path)
    fitting.add_argument("out", type=Path)
    fitting.add_argument("--rounds", type=int, default=600)
    fitting.add_argument("--pull", type=float, default=1e-9)
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments.file, arguments.games, arguments.nodes, arguments.processes)
    else:
        fit(arguments.file, arguments.out, arguments.rounds, arguments.pull)


if __name__ == "__main__":
    main()
