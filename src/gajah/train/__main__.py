"""Train a network by self-play, export it, let it play matches."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from gajah._core import Position
from gajah.train import apart, checkpoint
from gajah.train.changes import Changes, changed, read_changes
from gajah.train.compare import Plan, compare
from gajah.train.curves import save_curves
from gajah.train.engine_file import FINE_BLOCKS, FITTED, export_for_engine
from gajah.train.export import MOST_BYTES, export, load
from gajah.train.grow import grow
from gajah.train.match import SetupsOf, run_match
from gajah.train.options import add_compare, add_learn, add_match, add_run, add_selfplay
from gajah.train.players import check_player
from gajah.train.progress import PROGRESS
from gajah.train.pupils import parse_pupil, parse_rates
from gajah.train.run import Trainer
from gajah.train.settings import NetworkShape, Run, tiny_run
from gajah.train.starts import positions
from gajah.train.yardstick import Yardstick

#: ``python -m gajah.train`` does the same where the rest of gajah's dependencies are missing.
_PROGRAM = "gajah train"

Command = Callable[[argparse.Namespace], None]


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; the exit code."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    except ValueError as mistake:
        return _complain(str(mistake))


def _complain(sentence: str) -> int:
    print(f"{_PROGRAM}: {sentence}", file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=_PROGRAM, description=__doc__)
    commands = parser.add_subparsers(required=True)

    def add(name: str, command: Command, meaning: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=meaning)
        added.set_defaults(command=command)
        return added

    add_run(add("run", _run, "self-play and learning on one machine"))
    add_selfplay(add("selfplay", _selfplay, "games alone: samples to learn from"))
    add_learn(add("learn", _learn, "learning alone, from kept samples"))
    add_match(add("match", _match, "a network against a bot or another network"))
    add_compare(add("compare", _compare, "settings against each other, by a plan"))

    out = add("export", _export, "a checkpoint as a small file")
    out.add_argument("weights", type=Path, help="weights.pt or net.npz")
    out.add_argument("net", type=Path, help="NAME.net for the engine, NAME.npz for matches here")
    out.add_argument(
        "--fine", type=int, default=FINE_BLOCKS, help="blocks with fine activations, for a .net"
    )
    out.add_argument(
        "--fitted", type=int, default=FITTED, help="positions to fit whole numbers to, for a .net"
    )

    small = add("slim", _slim, "a checkpoint as one small file to go on from")
    small.add_argument("weights", type=Path, help="a run's weights.pt")
    small.add_argument("out", type=Path)

    large = add("grow", _grow, "a checkpoint as that of a larger network")
    large.add_argument("weights", type=Path, help="a run's weights.pt, or a slim one")
    large.add_argument("out", type=Path, help="a slim checkpoint to go on from")
    large.add_argument("--shape", required=True, help="blocks x channels, such as 10x128")

    plot = add("plot", _plot, "the curves of a run as a picture")
    plot.add_argument("runs", type=Path, nargs="+", help="folders of runs that went on as one")
    plot.add_argument("--out", type=Path, required=True, help="a file: .svg, or .png with Pillow")
    return parser


def _network(options: argparse.Namespace) -> Run:
    run = tiny_run() if options.tiny else Run(NetworkShape.parse(options.shape))
    return replace(run, seed=options.seed)


def _settings(options: argparse.Namespace) -> Run:
    search = {
        "simulations": options.simulations,
        "setup_share": options.setup_share,
        "setup_simulations": options.setup_simulations,
    }
    learning = {"rate_share": options.rate_share}
    whole = {"games": options.games, "threads": options.threads, "planned_minutes": options.plan}
    named = {**_given(whole), "search": _given(search), "learning": _given(learning)}
    run = changed(_network(options), named)
    return changed(run, read_changes(options.set))


def _given(values: Changes) -> Changes:
    return {name: value for name, value in values.items() if value is not None}


def _resume(options: argparse.Namespace) -> Path | None:
    """Where to go on from; ``--resume`` alone means the run's own folder, if it holds one.

    Raises ``ValueError`` if there is nothing, or if a run that is there would be written over.
    """
    out: Path = options.out
    resume: Path | None = options.resume
    has_begun = (out / checkpoint.WEIGHTS).exists()
    if resume in (Path(), out):
        return out if has_begun else None
    if has_begun:
        raise ValueError(
            f"{out} holds a run: go on with it (--resume alone) or choose another --out"
        )
    if resume is not None:
        checkpoint.weights_file(resume)
    return resume


def _until_told() -> Callable[[], bool]:
    """Return a function that tells whether the process has been asked to end."""
    told: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: told.append(number))
    return lambda: bool(told)


def _run(options: argparse.Namespace) -> None:
    run = _settings(options)
    pupils = [parse_pupil(text) for text in options.pupil]
    if options.against:
        check_player(options.against)
    resume = _resume(options)
    starts = positions(options.positions)
    make = partial(
        Trainer,
        run,
        options.out,
        pupils=pupils,
        pupil_rates=parse_rates(options.pupil_rate_share, run),
        rests=options.rest,
        snapshot_every_min=options.snapshots,
        report_every_s=options.reports,
        yardstick=Yardstick(options.against) if options.against else None,
        graphs=not options.eager,
    )
    if options.ray is not None:
        _run_on_cluster(options, run, make, resume, starts)
        return
    if options.actors is not None or options.actor_gpus is not None:
        raise ValueError("--actors and --actor-gpus are for a cluster: give --ray ADDRESS")
    trainer = make(
        resume=resume,
        starts=starts,
        samples=options.samples,
        keep_samples=options.keep_samples,
        kernels=options.kernels,
    )
    trainer.go(options.minutes, _until_told(), alone_minutes=options.alone)


def _run_on_cluster(
    options: argparse.Namespace,
    run: Run,
    make: partial[Trainer],
    resume: Path | None,
    starts: list[Position],
) -> None:
    # Only now: a run on one machine needs none of it.
    from gajah.train.actor import ActorPlan
    from gajah.train.cluster import Needs, run_on_cluster
    from gajah.train.learner_actor import LearnerPlan

    trained_s = float(checkpoint.read_weights(resume)["seconds"]) if resume is not None else 0.0
    run_on_cluster(
        options.ray,
        LearnerPlan(
            run,
            Path.cwd(),
            options.out,
            resume,
            options.samples or options.out / "samples",
            make,
            until_s=trained_s + options.minutes * 60.0,
            alone_s=options.alone * 60.0,
        ),
        ActorPlan(run, starts, graphs=not options.eager),
        Needs(options.actors, run.threads, options.actor_gpus),
        _until_told,
    )


def _selfplay(options: argparse.Namespace) -> None:
    samples = apart.play(
        options.net,
        options.out,
        _settings(options),
        minutes=options.minutes,
        keep=options.keep_samples,
        starts=positions(options.positions),
        stop=_until_told(),
    )
    print(f"{options.out}: the newest of {samples:,} samples")


def _learn(options: argparse.Namespace) -> None:
    run, resume, stop = _network(options), _resume(options), _until_told()
    learner = apart.learn(
        options.samples, options.out, run, steps=options.steps, resume=resume, stop=stop
    )
    print(f"{options.out}: {learner.steps:,} steps")


def _export(options: argparse.Namespace) -> None:
    layers, shape = load(options.weights)
    if options.net.suffix == ".net":
        size = export_for_engine(
            layers, shape, options.net, fine_blocks=options.fine, fitted=options.fitted
        )
    elif options.net.suffix == ".npz":
        size = export(layers, shape, options.net)
    else:
        raise ValueError(f"{options.net}: a network's file is called NAME.net or NAME.npz")
    print(f"{options.net}: {size:,} bytes")
    if options.net.suffix == ".net" and size > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES:,} bytes are too many to ship")


def _slim(options: argparse.Namespace) -> None:
    _write_slim(checkpoint.read_weights(options.weights), options.out)


def _grow(options: argparse.Namespace) -> None:
    weights = checkpoint.read_weights(options.weights)
    _write_slim(grow(weights, NetworkShape.parse(options.shape)), options.out)


def _write_slim(weights: dict[str, Any], out: Path) -> None:
    checkpoint.write(out, checkpoint.slim(weights))
    print(
        f"{out}: {out.stat().st_size:,} bytes, {weights['steps']} steps, "
        f"{weights['seconds'] / 60:.1f} minutes"
    )


def _match(options: argparse.Namespace) -> None:
    score = run_match(
        options.net,
        options.opponent,
        games=options.games,
        simulations=options.simulations,
        seed=options.seed,
        max_turns=options.max_turns,
        setups=SetupsOf(options.setups),
    )
    print(json.dumps(score.as_json()) if options.json else score)


def _compare(options: argparse.Namespace) -> None:
    if not compare(Plan.read(options.plan), options.out, options.minutes, _until_told()):
        print("not finished: the same command goes on")


def _plot(options: argparse.Namespace) -> None:
    save_curves([folder / PROGRESS for folder in options.runs], options.out)


if __name__ == "__main__":
    sys.exit(main())
