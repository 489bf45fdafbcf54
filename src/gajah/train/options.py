"""The options of ``gajah train``."""

from __future__ import annotations

import argparse
import math
from functools import partial
from pathlib import Path

from gajah.train.match import SetupsOf
from gajah.train.settings import MOST_SEED


def _minutes(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number >= 0:
        raise argparse.ArgumentTypeError(f"0 or more, found {text}")
    return number


def _interval(text: str) -> float:
    minutes = _minutes(text)
    if not minutes:
        raise argparse.ArgumentTypeError("more than 0")
    return minutes


def _count(text: str, least: int = 1) -> int:
    """A whole number from ``least`` on."""
    if not (text.isascii() and text.isdigit() and least <= int(text) <= MOST_SEED):
        raise argparse.ArgumentTypeError(f"a whole number from {least} on, found {text}")
    return int(text)


def _share(text: str) -> float:
    share = _minutes(text)
    if share > 1:
        raise argparse.ArgumentTypeError(f"from 0 to 1, found {text}")
    return share


_seed = partial(_count, least=0)


def _add_games(command: argparse.ArgumentParser) -> None:
    """Options of self-play."""
    command.add_argument("--games", type=_count, help="games at once")
    command.add_argument("--threads", type=_count, help="CPU threads that advance games")
    command.add_argument("--plan", type=float, help="minutes over which schedules stretch")
    command.add_argument("--simulations", help="simulations a step by minute, such as 0:24,20:64")
    command.add_argument("--setup-share", help="share of games that begin with their own setups")
    command.add_argument("--setup-simulations", help="simulations for a placed piece; 0: drawn")
    command.add_argument("--positions", type=Path, help="a file of start positions, besides setups")
    command.add_argument(
        "--keep-samples", type=_count, default=1_000_000, help="the newest of them"
    )
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any other setting by its name in settings.py, such as targets.result_share=0.7",
    )


def _add_network(command: argparse.ArgumentParser) -> None:
    """The options for the shape of the network and for the seed."""
    command.add_argument("--shape", default="8x96", help="blocks x channels")
    command.add_argument("--tiny", action="store_true", help="a rehearsal for a CPU: no --shape")
    command.add_argument("--seed", type=_seed, default=1)


def _add_learning(command: argparse.ArgumentParser) -> None:
    """Options of learning."""
    command.add_argument("--out", type=Path, required=True, help="where checkpoints go")
    command.add_argument(
        "--resume",
        type=Path,
        nargs="?",
        const=Path(),
        help="go on from a checkpoint: a folder, by default --out, or a slim file",
    )


def add_run(run: argparse.ArgumentParser) -> None:
    """Of ``run``."""
    _add_learning(run)
    run.add_argument(
        "--minutes", type=_minutes, required=True, help="how long, start-up not counted"
    )
    _add_network(run)
    _add_games(run)
    run.add_argument(
        "--rate-share", help="shares of the full learning rate by minute, such as 0:1,60:0.1"
    )
    run.add_argument("--samples", type=Path, help="keep the newest samples in this folder too")
    run.add_argument(
        "--pupil",
        action="append",
        default=[],
        help="a checkpoint of any size, or the size of a new network such as 6x64, that learns "
        "from the same games, into the folder pupil, the second into pupil-2 and so on; a run "
        "that is gone on with goes on with its own",
    )
    run.add_argument(
        "--pupil-rate-share",
        action="append",
        default=[],
        help="as --rate-share, for all pupils, or repeated for each of them",
    )
    run.add_argument(
        "--rest", action="store_true", help="the network that plays learns nothing: pupils do"
    )
    run.add_argument(
        "--alone",
        type=_minutes,
        default=0.0,
        help="of the minutes, those at the end that only learn, with the pupils, from the samples",
    )
    run.add_argument("--eager", action="store_true", help="no CUDA graphs: slower, simpler")
    run.add_argument(
        "--kernels",
        action="store_true",
        help="without a graphics card, play by the compiled kernels, as actors of a cluster do: "
        "faster with a large network, but new weights take seconds",
    )
    run.add_argument(
        "--against", help="a network's file or a bot: each snapshot plays a match against it"
    )
    run.add_argument("--snapshots", type=_interval, default=3.0, help="minutes between two of them")
    run.add_argument("--reports", type=_interval, default=15.0, help="seconds between two of them")
    _add_cluster(run)


def _add_cluster(run: argparse.ArgumentParser) -> None:
    run.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: auto finds one, local is this machine alone; --games and "
        "--threads are those of each actor",
    )
    run.add_argument(
        "--actors", type=_count, help="with --ray, how many play; by default as many as fit"
    )
    run.add_argument(
        "--actor-gpus",
        type=_share,
        metavar="SHARE",
        help="with --ray, graphics cards of each actor, such as 1, 0.1, or 0 for the processor; by "
        "default a whole one, or all of them together the only one",
    )


def add_selfplay(games: argparse.ArgumentParser) -> None:
    """Of ``selfplay``."""
    games.set_defaults(rate_share=None)
    games.add_argument("net", type=Path, help="net.npz or weights.pt")
    games.add_argument("--out", type=Path, required=True, help="where samples go")
    games.add_argument("--minutes", type=_minutes, required=True)
    _add_network(games)
    _add_games(games)


def add_learn(lessons: argparse.ArgumentParser) -> None:
    """Of ``learn``."""
    lessons.add_argument("samples", type=Path, help="the folder where samples are kept")
    lessons.add_argument("--steps", type=_count, required=True, help="batches to learn from")
    _add_learning(lessons)
    _add_network(lessons)


def add_match(match: argparse.ArgumentParser) -> None:
    """Of ``match``."""
    match.add_argument("net", help="net.npz or weights.pt")
    match.add_argument(
        "opponent", help="a bot such as heuristic or gajah:nodes=2000, or a network's file"
    )
    match.add_argument("--games", type=_count, default=20, help="pairs count twice")
    match.add_argument("--simulations", type=_count, default=32, help="a network's, for each step")
    match.add_argument("--seed", type=_seed, default=1)
    match.add_argument(
        "--setups",
        choices=[str(choice) for choice in SetupsOf],
        default=str(SetupsOf.GAMES),
        help="of real games, the same for both games of a pair; or each player's own; "
        "or the first player's own against those of real games",
    )
    match.add_argument("--json", action="store_true", help="the result for other programs")
    match.add_argument("--max-turns", type=_count, default=200, help="of each side")


def add_compare(comparison: argparse.ArgumentParser) -> None:
    """Of ``compare``."""
    comparison.add_argument("plan", type=Path, help="a .toml file: see docs/training.md")
    comparison.add_argument("--out", type=Path, required=True, help="where variants go")
    comparison.add_argument(
        "--minutes", type=_minutes, default=math.inf, help="stop by then; the same command goes on"
    )
