"""Which settings make a network stronger? Variants go on from one start, or begin untrained, each
for as long, and then play against that start or against one of them.

Everything lies in one folder, so that a comparison goes on where it was interrupted:

    samples/     games of the start, which every variant learns from first
    NAME/        a variant's run, and its match in match.json
    table.md     what came out, when all is done
"""

from __future__ import annotations

import json
import re
import shutil
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from pathlib import Path
from typing import Any

from gajah.arena.elo import count_pairs, estimate
from gajah.train import apart, checkpoint
from gajah.train.changes import Changes, changed
from gajah.train.players import check_player
from gajah.train.progress import PROGRESS, read_reports
from gajah.train.run import Trainer
from gajah.train.settings import NetworkShape, Run
from gajah.train.starts import positions
from gajah.train.yardstick import MatchError, Yardstick

_SAMPLES = "samples"
_MATCH = "match.json"
_TABLE = "table.md"
#: Enough for a window of a few minutes, little enough to be copied for every variant.
_KEPT_SAMPLES = 1_000_000
#: Minutes by which clocks of resumed runs may miss the end of a variant.
_TOLERANCE_MIN = 0.005


@dataclass(frozen=True)
class Plan:
    """What is compared, and how."""

    #: Of training, for each variant.
    minutes: float
    #: By name: what is different, as in ``gajah.train.changes``.
    variants: Mapping[str, Changes]
    #: A run's folder or a slim checkpoint: where variants begin. Without it they begin untrained.
    start: Path | None = None
    #: Whom they play in the end: one of them by its name, or a network's file or a bot. By default
    #: the start.
    against: str = ""
    #: What is different from the usual in all of them.
    settings: Changes = field(default_factory=dict)
    #: Of games by the start, before any variant learns. Without them each variant spends its first
    #: minute waiting for games to end, and learns from short ones first.
    filling_minutes: float = 0.0
    #: A file of positions that games begin from, besides setups.
    positions: Path | None = None
    #: In each variant's match.
    games: int = 400
    simulations: int = 32
    max_turns: int = 80
    #: A match's parts, played side by side with those of all others: each takes one core.
    parts: int = 4
    seed: int = 1

    @classmethod
    def read(cls, path: Path) -> Plan:
        """Read a plan and check every variant, so that a mistake shows at once."""
        try:
            content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
        known = {f.name for f in fields(cls)}
        missing = {"minutes", "variants"} - set(content)
        if missing or set(content) - known:
            wrong = ", ".join(sorted(missing or set(content) - known))
            raise ValueError(f"{path}: {wrong} {'is missing' if missing else 'is not known'}")
        for name, value in content.items():
            if (wanted := _why_not(name, value)) is not None:
                raise ValueError(f"{path}: {name} is {wanted}, not {value!r}")
        for name in {"start", "positions"} & set(content):
            content[name] = Path(content[name])
        plan = cls(**content)
        if plan.start is None and (plan.filling_minutes or not plan.against):
            wanted = "filling_minutes needs" if plan.against else "without against there must be"
            raise ValueError(f"{path}: {wanted} a start")
        plan.check()
        return plan

    def check(self) -> None:
        """Raises ``ValueError`` for what would go wrong later."""
        if not self.variants:
            raise ValueError("a plan needs a variant")
        for variant in self.variants:
            if not re.fullmatch(r"[\w-]+", variant, re.ASCII) or variant == _SAMPLES:
                raise ValueError(f"a variant cannot be called {variant!r}: it is a folder's name")
            self.run(variant)
        positions(self.positions)
        if self.start is not None:
            shape = NetworkShape(**checkpoint.read_weights(self.start)["shape"])
            if any(self.run(variant).shape != shape for variant in self.variants):
                raise ValueError(f"{self.start} is {shape}, and a variant is not")
        if self.against and self.against not in self.variants:
            check_player(self.against)

    def run(self, variant: str | None = None) -> Run:
        """The settings of a variant, or those that all have."""
        common = changed(Run(), self.settings)
        return changed(common, self.variants[variant]) if variant else common

    def start_weights(self) -> Path:
        """The file of the start's network; raises ``ValueError`` if there is none."""
        if self.start is None:
            raise ValueError("there is no start")
        return checkpoint.weights_file(self.start)

    def opponent(self, out: Path) -> str:
        """Whom variants play in the end, as ``gajah train match`` names them."""
        if self.against in self.variants:
            return str(out / self.against / checkpoint.NET)
        return self.against or str(self.start_weights())


def _why_not(name: str, value: object) -> str | None:
    """The kind of value that a plan needs here, if this is another."""
    if name in ("minutes", "filling_minutes"):
        fits = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
        return None if fits else "a number"
    if name in ("start", "positions", "against"):
        return None if isinstance(value, str) else "a text"
    if name in ("settings", "variants"):
        fits = isinstance(value, dict) and (
            name == "settings" or all(isinstance(changes, dict) for changes in value.values())
        )
        return None if fits else "a table"
    fits = isinstance(value, int) and not isinstance(value, bool) and value >= (name != "seed")
    return None if fits else "a whole number"


def compare(
    plan: Plan, out: Path, minutes: float, stop: Callable[[], bool] = lambda: False
) -> bool:
    """Does what is left of a comparison; False if ``minutes`` ended it first.

    The games of the start and the matches are done at one go or not at all.
    """
    end = time.monotonic() + 60.0 * minutes

    def is_out_of_time() -> bool:
        return stop() or time.monotonic() >= end

    if plan.filling_minutes and not (out / _SAMPLES / checkpoint.REPLAY).exists():
        apart.play(
            plan.start_weights(),
            out / _SAMPLES,
            plan.run(),
            minutes=plan.filling_minutes,
            keep=_KEPT_SAMPLES,
            starts=positions(plan.positions),
        )
    for name in plan.variants:
        left = _minutes_left(plan, out / name)
        if left > 0.0 and not is_out_of_time():
            print(f"{name}: {left:.1f} minutes", flush=True)
            _train(plan, name, out, left, is_out_of_time)
        if _minutes_left(plan, out / name) > 0.0:
            return False
    players = [name for name in plan.variants if name != plan.against]
    due = [name for name in players if not (out / name / _MATCH).exists()]
    if due and is_out_of_time():
        return False
    _match(plan, due, out)
    table = _table(plan, out)
    (out / _TABLE).write_text(table)
    print(table, end="")
    return True


def _minutes_left(plan: Plan, folder: Path) -> float:
    """How long a variant has still to be trained."""
    start = checkpoint.read(plan.start_weights()) if plan.start else {"seconds": 0.0}
    now = checkpoint.read(folder / checkpoint.WEIGHTS) or start
    left = plan.minutes - (now["seconds"] - start["seconds"]) / 60.0
    return left if left > _TOLERANCE_MIN else 0.0


def _train(plan: Plan, name: str, out: Path, minutes: float, stop: Callable[[], bool]) -> None:
    folder = out / name
    samples = folder / _SAMPLES
    has_begun = (folder / checkpoint.WEIGHTS).exists()
    if not has_begun and plan.filling_minutes:
        samples.mkdir(parents=True, exist_ok=True)
        shutil.copy(out / _SAMPLES / checkpoint.REPLAY, samples / checkpoint.REPLAY)
    trainer = Trainer(
        plan.run(name),
        folder,
        resume=folder if has_begun else plan.start,
        starts=positions(plan.positions),
        samples=samples,
        keep_samples=_KEPT_SAMPLES,
    )
    trainer.go(minutes, stop)


def _match(plan: Plan, variants: Sequence[str], out: Path) -> None:
    """Lets variants play against the same opponent, all at once."""
    opponent = plan.opponent(out)
    playing = {name: _begin_match(plan, out / name, opponent) for name in variants}
    try:
        for name, parts in playing.items():
            pairs: list[float] = []
            for part in parts:
                found = part.result(wait=True)
                assert found is not None
                pairs += found[1]["pairs"]
            (out / name / _MATCH).write_text(json.dumps({"pairs": pairs}))
    except MatchError as error:
        raise ValueError(f"the match of {name} failed: {error}") from None
    finally:
        for part in chain.from_iterable(playing.values()):
            part.close()


def _begin_match(plan: Plan, folder: Path, opponent: str) -> list[Yardstick]:
    parts = [
        Yardstick(
            opponent,
            games=-(-plan.games // plan.parts),
            simulations=plan.simulations,
            max_turns=plan.max_turns,
            seed=plan.seed + i,
        )
        for i in range(plan.parts)
    ]
    for part in parts:
        part.measure(folder / checkpoint.NET, plan.minutes)
    return parts


def _table(plan: Plan, out: Path) -> str:
    begin = f"from {plan.start}" if plan.start else "from untrained networks"
    against = plan.against or "the start"
    rows = [
        f"{plan.minutes:g} minutes {begin}, {plan.simulations} simulations a step.",
        "",
        f"| variant | what is different | samples | steps | games | score | Elo over {against} |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, changes in plan.variants.items():
        last = read_reports(out / name / PROGRESS)[-1]
        cells = [
            name,
            json.dumps(changes) if changes else "",
            f"{last['samples']:,}",
            f"{last['steps']:,}",
            *(["", "", ""] if name == plan.against else _score(out / name)),
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _score(folder: Path) -> list[str]:
    """Games, score and Elo of a variant's match."""
    counts = count_pairs(json.loads((folder / _MATCH).read_text())["pairs"])
    return [f"{2 * counts.total:.0f}", f"{counts.mean:.3f}", str(estimate(counts))]
