"""Options of the engine that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from gajah._core import MOST_HASH_MB
from gajah.cli.options import PATH, Integer, Number, OneOf, option
from gajah.cli.text import BadInput
from gajah.engine.engine import Engine

F = TypeVar("F", bound=Callable[..., Any])

_SEARCHES = ("net", "alphabeta")
_DEVICES = ("auto", "cpu", "gpu")
_MOST_JOBS = 256


def time_option(default_s: float, about: str) -> Callable[[F], F]:
    """An option for seconds that is ``None`` unless it is given; the help names the default."""
    seconds = Number(min=0.001)
    return click.option("--time", "-t", type=seconds, show_default=str(default_s), help=about)


jobs_option = click.option(
    "--jobs",
    "-j",
    type=Integer(1, _MOST_JOBS),
    default=1,
    help="Searches at once; one a core.",
)
nodes_option = click.option(
    "--nodes",
    type=Integer(min=1),
    help="Stop after this many nodes; without --time, the answer is the same each time.",
)


@dataclass(frozen=True)
class EngineOptions:
    """Which engine thinks, and with what."""

    search: str = option(
        "--search", type=OneOf(_SEARCHES), default=_SEARCHES[0], help="How to think."
    )
    net: Path | None = option(
        "--net", type=PATH, help="The file of a network, instead of gajah's own."
    )
    threads: int = option(
        "--threads", type=Integer(1, 256), default=1, help="Threads of each search."
    )
    hash_mb: int | None = option(
        "--hash",
        type=Integer(1, MOST_HASH_MB),
        help="The most memory of each search, in MB; a full tree ends it.",
    )
    device: str = option(
        "--device", type=OneOf(_DEVICES), default=_DEVICES[0], help="Where the net runs."
    )

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
