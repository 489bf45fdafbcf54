"""Options of the engine that several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from gajah._core import MOST_HASH_MB
from gajah.cli.text import BadInput, one_of
from gajah.engine.engine import Engine

_SEARCHES = ("net", "alphabeta")
_DEVICES = ("auto", "cpu", "gpu")
_MOST_JOBS = 256


def time_option(default_s: float, about: str) -> Any:
    """An option for seconds that is ``None`` unless it is given; the help names the default."""
    return typer.Option("--time", "-t", min=0.001, show_default=str(default_s), help=about)


JobsOption = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, max=_MOST_JOBS, help="Searches at once; one a core."),
]
NodesOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        show_default=False,
        help="Stop after this many nodes; without --time, the answer is the same each time.",
    ),
]


@dataclass(frozen=True)
class EngineOptions:
    """Which engine thinks, and with what."""

    search: Annotated[
        str,
        typer.Option(
            metavar="|".join(_SEARCHES), callback=one_of(*_SEARCHES), help="How to think."
        ),
    ] = _SEARCHES[0]
    net: Annotated[
        Path | None,
        typer.Option(show_default=False, help="The file of a network, instead of gajah's own."),
    ] = None
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads of each search.")] = 1
    hash_mb: Annotated[
        int | None,
        typer.Option(
            "--hash",
            min=1,
            max=MOST_HASH_MB,
            show_default=False,
            help="The most memory of each search, in MB; a full tree ends it.",
        ),
    ] = None
    device: Annotated[
        str,
        typer.Option(
            metavar="|".join(_DEVICES), callback=one_of(*_DEVICES), help="Where the net runs."
        ),
    ] = _DEVICES[0]

    def engines(self, count: int) -> list[Engine]:
        """Engines for that many searches at once; raises BadInput."""
        try:
            return [self._engine() for _ in range(count)]
        except ValueError as error:
            raise BadInput(str(error)) from None

    def _engine(self) -> Engine:
        return Engine(
            search=self.search,
            net=self.net,
            hash_mb=self.hash_mb,
            threads=self.threads,
            device=self.device,
        )


def limit_of(time: float | None, nodes: int | None, default_s: float) -> float | None:
    """The seconds for a search: what was given, nothing beside a limit of nodes, or the default."""
    return default_s if time is None and nodes is None else time
