"""``python -m gajah.train``: train, export and match networks."""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import replace
from pathlib import Path

from gajah.train import checkpoint
from gajah.train.engine_file import FINE_BLOCKS, export_for_engine
from gajah.train.export import MOST_BYTES, export, load
from gajah.train.match import run_match
from gajah.train.run import Trainer, positions
from gajah.train.settings import Run, Shape, tiny_run


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except (OSError, ValueError) as mistake:
        print(f"gajah train: {mistake}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m gajah.train", description=__doc__)
    commands = parser.add_subparsers(required=True)

    run = commands.add_parser("run", help="self-play and learning on one machine")
    run.set_defaults(command=_run)
    run.add_argument("--out", type=Path, required=True, help="where checkpoints go")
    run.add_argument("--minutes", type=float, required=True, help="how long, start-up not counted")
    run.add_argument(
        "--resume",
        type=Path,
        nargs="?",
        const=Path(),
        help="go on from a checkpoint: a folder, by default --out, or a slim file",
    )
    run.add_argument("--shape", default="8x96", help="blocks x channels")
    run.add_argument("--games", type=int, help="games at once")
    run.add_argument("--threads", type=int, help="CPU threads that advance games")
    run.add_argument("--plan", type=float, help="minutes over which schedules stretch")
    run.add_argument("--seed", type=int, default=1)
    run.add_argument("--tiny", action="store_true", help="a rehearsal for a CPU; ignores --shape")
    run.add_argument("--positions", type=Path, help="a file of start positions, besides setups")
    run.add_argument("--samples", type=Path, help="keep the newest samples in this folder too")
    run.add_argument("--keep-samples", type=int, default=1_000_000, help="how many of them")
    run.add_argument("--eager", action="store_true", help="no CUDA graphs: slower, simpler")
    run.add_argument("--snapshots", type=float, default=3.0, help="minutes between two of them")

    out = commands.add_parser("export", help="a checkpoint as a small file")
    out.set_defaults(command=_export)
    out.add_argument("weights", type=Path, help="weights.pt or net.npz")
    out.add_argument("net", type=Path, help="NAME.net for the engine, NAME.npz for matches here")
    out.add_argument(
        "--fine", type=int, default=FINE_BLOCKS, help="blocks with fine activations, for a .net"
    )

    small = commands.add_parser("slim", help="a checkpoint as one small file to go on from")
    small.set_defaults(command=_slim)
    small.add_argument("weights", type=Path, help="a run's weights.pt")
    small.add_argument("out", type=Path)

    match = commands.add_parser("match", help="a network against a bot or another network")
    match.set_defaults(command=_match)
    match.add_argument("net", help="net.npz or weights.pt")
    match.add_argument(
        "opponent", help="a bot such as heuristic or gajah:nodes=2000, or a network's file"
    )
    match.add_argument("--games", type=int, default=20, help="pairs count twice")
    match.add_argument("--simulations", type=int, default=32, help="a network's, for each step")
    match.add_argument("--seed", type=int, default=1)
    match.add_argument("--max-turns", type=int, default=200, help="of each side")
    return parser


def _settings(options: argparse.Namespace) -> Run:
    run = tiny_run(seed=options.seed) if options.tiny else Run(Shape.parse(options.shape))
    run = replace(run, seed=options.seed)
    if options.games:
        run = replace(run, games=options.games)
    if options.threads:
        run = replace(run, threads=options.threads)
    if options.plan:
        run = replace(run, planned_minutes=options.plan)
    return run


def _run(options: argparse.Namespace) -> int:
    resume = options.resume
    if resume == Path():
        resume = options.out
    trainer = Trainer(
        _settings(options),
        options.out,
        resume=resume,
        starts=positions(options.positions) if options.positions else None,
        samples=options.samples,
        keep_samples=options.keep_samples,
        snapshot_every_min=options.snapshots,
        graphs=not options.eager,
    )
    stopped = False

    def stop(*_: object) -> None:
        nonlocal stopped
        stopped = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    trainer.go(options.minutes, lambda: stopped)
    return 0


def _export(options: argparse.Namespace) -> int:
    layers, shape = load(options.weights)
    if options.net.suffix == ".net":
        size = export_for_engine(layers, shape, options.net, fine_blocks=options.fine)
    else:
        size = export(layers, shape, options.net)
    print(f"{options.net}: {size:,} bytes")
    return 0 if size <= MOST_BYTES else 1


def _slim(options: argparse.Namespace) -> int:
    weights = checkpoint.read(options.weights)
    if weights is None:
        raise ValueError(f"there is no checkpoint {options.weights}")
    checkpoint.write(options.out, checkpoint.slim(weights))
    print(
        f"{options.out}: {options.out.stat().st_size:,} bytes, {weights['steps']} steps, "
        f"{weights['seconds'] / 60:.1f} minutes"
    )
    return 0


def _match(options: argparse.Namespace) -> int:
    print(
        run_match(
            options.net,
            options.opponent,
            games=options.games,
            simulations=options.simulations,
            seed=options.seed,
            max_turns=options.max_turns,
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
