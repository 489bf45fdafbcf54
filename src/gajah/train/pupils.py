"""Networks, usually smaller ones, that learn from the games of another: what a large one finds
out, for the price of a small one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path

from gajah.train import checkpoint, store
from gajah.train.learn import Learner
from gajah.train.progress import Content, losses_of
from gajah.train.settings import NetworkShape, Ramp, Run

#: Where a pupil comes from: a checkpoint, or the shape of one that begins untrained.
Source = Path | NetworkShape


def parse_pupil(text: str) -> Source:
    """From ``small.pt``, a run's folder or ``6x64``; raises ``ValueError`` for any other text."""
    if re.fullmatch("[0-9]+x[0-9]+", text):
        return NetworkShape.parse(text)
    checkpoint.read_weights(Path(text))
    return Path(text)


def parse_rates(texts: Sequence[str], run: Run) -> list[Ramp]:
    """The pupils' shares of the full learning rate, by minute, in their order."""
    ramps = [Ramp.parse(text, run.planned_minutes) for text in texts]
    for ramp in ramps:
        ramp.check("a pupil's share of the learning rate", 0, inf)
    return ramps


def choose_sources(resume: Path | None, given: Sequence[Source]) -> list[Source]:
    """The pupils of the run that is gone on with, or those given; never both."""
    folders = _folders(resume) if resume is not None else iter(())
    kept: list[Source] = []
    while (folder := next(folders, None)) and (folder / checkpoint.WEIGHTS).exists():
        kept.append(folder)
    if kept and given:
        raise ValueError(f"{resume} has a pupil, which goes on: no --pupil")
    return kept or list(given)


def _folders(run: Path) -> Iterator[Path]:
    """Where the pupils of a run are saved, in their order."""
    for number in count(1):
        yield run / ("pupil" if number == 1 else f"pupil-{number}")


class Pupils:
    """The pupils of a run. On a GPU all draw from one generator, each in a stream of its own: a run
    with pupils does not repeat."""

    def __init__(self, sources: Sequence[Source], rates: Sequence[Ramp]) -> None:
        if len(rates) not in {0, 1, len(sources)}:
            raise ValueError(f"{len(sources)} pupils have a schedule each or all one")
        self._sources = sources
        self._rates = [*rates] * len(sources) if len(rates) == 1 else rates
        self.learners: list[Learner] = []

    def __len__(self) -> int:
        return len(self._sources)

    def take_up(
        self, make: Callable[[Run], Learner], run: Run, note: Callable[[str], None]
    ) -> None:
        """Makes their learners. The run's own schedule of the rate is theirs unless others are
        given."""
        for number, source in enumerate(self._sources):
            shape = (
                NetworkShape(**checkpoint.read_weights(source)["shape"])
                if isinstance(source, Path)
                else source
            )
            rate = self._rates[number] if self._rates else run.learning.rate_share
            learning = replace(run.learning, rate_share=rate)
            pupil = make(replace(run, shape=shape, learning=learning))
            if isinstance(source, Path):
                store.load(source, pupil, note)
            for remark in pupil.notes:
                note(f"its pupil {remark}")
            origin = source if isinstance(source, Path) else "untrained"
            note(f"its pupil: {origin}, {shape}, {pupil.steps} steps")
            self.learners.append(pupil)

    def set_progress(self, progress: float) -> None:
        """Their learning rates for this point of the run."""
        for pupil in self.learners:
            pupil.set_progress(progress)

    def reports(self) -> list[Content]:
        """How far each has come."""
        return [{"shape": str(pupil.run.shape), **losses_of(pupil)} for pupil in self.learners]

    def save(self, out: Path, seconds: float) -> None:
        """Writes a checkpoint of each beside that of the run."""
        for folder, pupil in zip(_folders(out), self.learners, strict=False):
            store.save(folder, pupil, seconds)
