"""Tune the evaluation's weights on positions that the network has judged.

    python bench/tune_evaluation.py play games.jsonl --games 4000 --nodes 10000 --processes 2
    python bench/tune_evaluation.py judge games.jsonl judged.tsv --nodes 4
    python bench/tune_evaluation.py fit judged.tsv src/gajah/engine/weights.json
    python bench/tune_evaluation.py scale games.jsonl

``play`` appends games of the alpha-beta engine, one JSON object a line, and can be stopped and
continued at any time. ``judge`` writes down what the network thinks of their positions, and of
those that random turns lead to: a search meets far more bad positions than a game does. ``fit``
finds the weights for which the evaluation, put through a logistic curve, predicts best what the
network says. It starts from the weights that played and is pulled towards them (L2), so that
features hardly ever seen keep a sensible value.

The results of the games themselves were tried as the target before: too noisy, see
lab/alphabeta.md. They are good enough for a single number: ``scale`` finds out how many
centi-rabbits, as the search of ``play`` says them, stand for odds of e to 1.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from varied_games import play_varied

from gajah._core import FEATURES, Position, Side, features, material
from gajah.engine.engine import Engine, SearchKind
from gajah.engine.score import Score
from gajah.engine.weights import tuned_weights
from gajah.game import Game

Floats = NDArray[np.float64]

SKIP_TURNS = 4  # positions of the first turns say little about the result
UNIT = 16  # weights are stored in sixteenths of a centi-rabbit
DISTURBED_SHARES = (0.6, 0.33)  # of positions, and of those again, that a random turn follows
HELD_OUT_ONE_IN = 10  # games
RESAMPLED = 200  # times, for an error bar
SCORE_BANDS = (0, 70, 140, 280, 560, 1120, inf)  # centi-rabbits


def play_game(seed: int, nodes: int, engine: Engine) -> dict[str, object]:
    """One game from varied setups; its positions with the search's score for gold."""
    game = Game()
    samples: list[tuple[str, int]] = []
    for found in play_varied(game, engine, seed=seed, nodes=nodes):
        sign = 1 if game.side is Side.GOLD else -1
        if len(game.turns) >= SKIP_TURNS:
            samples.append((game.position.short, sign * found.score.raw))
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


def _disturbed(position: Position, rng: random.Random) -> Iterator[Position]:
    """The position itself, and where one or two random turns lead from it, now and then."""
    yield position
    for chance in DISTURBED_SHARES:
        if rng.random() >= chance or position.verdict():
            return
        turn = position.random_turn(rng.randrange)
        if turn is None:
            return
        position = position.play(turn)
        yield position


def judge(path: Path, out: Path, nodes: int, seed: int = 1) -> None:
    """What a short search with the network says, for gold: game, position, value from -1 to 1."""
    rng = random.Random(seed)
    engine = Engine(search=SearchKind.NET, hash_mb=16)
    with out.open("w") as file:
        for number, line in enumerate(path.open()):
            for short, _ in json.loads(line)["samples"]:
                for position in _disturbed(Position.parse(short), rng):
                    if position.verdict() or position.find_goal():
                        continue
                    engine.clear()
                    score = engine.search(position, nodes=nodes).lines[0].score
                    if score.is_win or score.is_loss:
                        continue
                    value = 2 * score.win_probability - 1
                    sign = 1 if position.side is Side.GOLD else -1
                    file.write(f"{number}\t{position.short}\t{sign * value:.4f}\n")


@dataclass(frozen=True)
class Samples:
    """Judged positions: (row, feature) pairs with counts, and for each row the rest."""

    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    counts: Floats
    material: Floats
    target: Floats  # gold's chance to win
    held_out: NDArray[np.bool_]

    @classmethod
    def read(cls, path: Path) -> Samples:
        """From a file that ``judge`` wrote."""
        rows: list[int] = []
        columns: list[int] = []
        counts: list[float] = []
        others: list[tuple[float, float, bool]] = []
        for line in path.open():
            game, short, value = line.rstrip("\n").split("\t")
            position = Position.parse(short)
            for feature, count in features(position):
                rows.append(len(others))
                columns.append(feature)
                counts.append(count)
            # Whole games are held out, not positions: neighbours in a game are nearly the same.
            held_out = int(game) % HELD_OUT_ONE_IN == 0
            others.append((material(position), (float(value) + 1) / 2, held_out))
        worth, target, held_out_rows = (np.array(column) for column in zip(*others, strict=True))
        return cls(
            np.array(rows, np.int32),
            np.array(columns, np.int32),
            np.array(counts),
            worth.astype(float),
            target.astype(float),
            held_out_rows.astype(bool),
        )

    def evaluate(self, weights: Floats) -> Floats:
        """The evaluation of each position for gold, in centi-rabbits."""
        placed = np.bincount(
            self.rows, self.counts * weights[self.columns], minlength=len(self.material)
        )
        return self.material + placed

    def slope(self, error: Floats) -> Floats:
        """How each weight would change the loss, given how each row's evaluation would."""
        slope: Floats = np.bincount(
            self.columns, self.counts * error[self.rows], minlength=FEATURES
        ).astype(float)
        return slope


def sigmoid(x: Floats) -> Floats:
    """The logistic curve."""
    result: Floats = 1.0 / (1.0 + np.exp(-np.clip(x, -30, 30)))
    return result


def loss(prediction: Floats, target: Floats) -> float:
    """Mean cross-entropy."""
    p = np.clip(prediction, 1e-6, 1 - 1e-6)
    return float(-(target * np.log(p) + (1 - target) * np.log(1 - p)).mean())


def fit_scale(values: Floats, target: Floats) -> float:
    """The centi-rabbits for odds of e to 1 that explain the target best."""
    scales = np.arange(100.0, 3000.0, 10.0)
    losses = [loss(sigmoid(values / scale), target) for scale in scales]
    return float(scales[int(np.argmin(losses))])


def descend(samples: Samples, start: Floats, scale: float, rounds: int, pull: float) -> Floats:
    """Gradient descent (Adam) on the training part; the weights best on the held-out part."""
    w = start.copy()
    train = ~samples.held_out / np.count_nonzero(~samples.held_out)
    m, v = np.zeros(FEATURES), np.zeros(FEATURES)
    best, best_loss = w.copy(), np.inf
    for step in range(1, rounds + 1):
        prediction = sigmoid(samples.evaluate(w) / scale)
        held_out_loss = loss(prediction[samples.held_out], samples.target[samples.held_out])
        if held_out_loss < best_loss:
            best, best_loss = w.copy(), held_out_loss
        if step % 50 == 1:
            print(f"round {step}: held out {held_out_loss:.5f}", flush=True)
        error = (prediction - samples.target) * train / scale
        gradient = samples.slope(error) + pull * (w - start)
        m = 0.9 * m + 0.1 * gradient
        v = 0.99 * v + 0.01 * gradient**2
        rate = 1.5 if step < rounds // 2 else 0.4
        w -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-12)
    print(f"best held-out loss {best_loss:.5f}")
    return best


def fit(path: Path, out: Path, rounds: int, pull: float) -> None:
    """Write the weights that predict the network best."""
    samples = Samples.read(path)
    start = np.array(tuned_weights().values, float) / UNIT
    scale = fit_scale(samples.evaluate(start), samples.target)
    least = loss(samples.target[samples.held_out], samples.target[samples.held_out])
    count = len(samples.target)
    print(f"{count} positions; odds e:1 at {scale:.0f} centi-rabbits; no loss below {least:.5f}")
    weights = descend(samples, start, scale, rounds, pull)
    source = f"bench/tune_evaluation.py fit, {count} positions judged by the network"
    values = [round(x * UNIT) for x in weights]
    out.write_text(json.dumps({"source": source, "weights": values}) + "\n")


def read_results(path: Path) -> list[tuple[Floats, Floats]]:
    """For each game that was won, what the search said for gold, and whether gold won."""
    games = []
    for line in path.open():
        game = json.loads(line)
        scores = [raw for _, raw in game["samples"] if Score(raw).steps_to_end is None]
        if game["winner"] and scores:
            won = np.full(len(scores), float(game["winner"] == "g"))
            games.append((np.array(scores, np.float64), won))
    return games


def join(games: Iterable[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """All positions of the games, one after the other."""
    scores, won = zip(*games, strict=True)
    return np.concatenate(scores), np.concatenate(won)


def scale(path: Path, seed: int = 1) -> None:
    """What ``win_probability`` should divide by, with an error bar: games drawn anew, by lot."""
    games = read_results(path)
    chance = random.Random(seed)
    best = fit_scale(*join(games))
    drawn = [fit_scale(*join(chance.choices(games, k=len(games)))) for _ in range(RESAMPLED)]
    low, high = np.percentile(drawn, [2.5, 97.5])
    print(f"{len(games)} games: odds e:1 at {best:.0f} (95%: {low:.0f} to {high:.0f})")
    show_bands(*join(games), best)


def show_bands(scores: Floats, won: Floats, scale: float) -> None:
    """Print how often the side ahead has won, by its lead, beside what the curve says."""
    lead = np.abs(scores)
    leader_won = np.where(scores >= 0, won, 1 - won)
    for least, most in pairwise(SCORE_BANDS):
        band = (lead >= least) & (lead < most)
        if band.any():
            said, seen = sigmoid(lead[band] / scale).mean(), leader_won[band].mean()
            print(
                f"ahead by {least} to {most}: said {said:.2f}, won {seen:.2f}, {band.sum()} times"
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
    judging = commands.add_parser("judge")
    judging.add_argument("file", type=Path)
    judging.add_argument("out", type=Path)
    judging.add_argument("--nodes", type=int, default=4)
    fitting = commands.add_parser("fit")
    fitting.add_argument("file", type=Path)
    fitting.add_argument("out", type=Path)
    fitting.add_argument("--rounds", type=int, default=800)
    fitting.add_argument("--pull", type=float, default=1e-9)
    scaling = commands.add_parser("scale")
    scaling.add_argument("file", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments.file, arguments.games, arguments.nodes, arguments.processes)
    elif arguments.command == "judge":
        judge(arguments.file, arguments.out, arguments.nodes)
    elif arguments.command == "scale":
        scale(arguments.file)
    else:
        fit(arguments.file, arguments.out, arguments.rounds, arguments.pull)


if __name__ == "__main__":
    main()
