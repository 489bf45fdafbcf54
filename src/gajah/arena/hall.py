"""Where games are played: tables on this machine, each with cores of its own.

Of the two players at a table only one thinks at a time, so they share the table's cores; no two
tables share one. What counts is a core, not the threads that a processor offers on it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from gajah.aei.client import HANDSHAKE_S
from gajah.aei.link import EngineFailure
from gajah.aei.player import AeiPlayer
from gajah.arena.event import Job
from gajah.bots.names import PlayerName
from gajah.game import Game
from gajah.match.playing import Played, play_game
from gajah.match.terms import Terms

# Engines kept at a table besides the two that play; each may hold a large hash table.
_SPARE_PLAYERS = 2


class PlayerError(ValueError):
    """A player that cannot play at all; the text says which and why."""


class Hall(Protocol):
    """A place where several games are played at once."""

    @property
    def tables(self) -> int:
        """How many games it plays at once."""

    async def play(self, job: Job, terms: Terms) -> Played:
        """Play a game; called at most ``tables`` times at once."""

    async def close(self) -> None:
        """End every engine."""


def physical_cores(root: Path = Path("/sys/devices/system/cpu")) -> list[int]:
    """One processor number for each core that this process may use.

    Where the system does not say which processors share a core, each is taken for one.
    """
    if hasattr(os, "sched_getaffinity"):
        usable = sorted(os.sched_getaffinity(0))
    else:
        usable = list(range(os.cpu_count() or 1))
    cores, seen = [], set()
    for number in usable:
        path = root / f"cpu{number}" / "topology" / "thread_siblings_list"
        try:
            siblings = path.read_text(encoding="ascii").strip()
        except OSError:
            siblings = str(number)
        if siblings not in seen:
            seen.add(siblings)
            cores.append(number)
    return cores


def share_cores(cores: Sequence[int], tables: int, threads: int) -> list[tuple[int, ...]]:
    """The cores of each table; raises ValueError if there are not enough."""
    if tables * threads > len(cores):
        games = "one game" if tables == 1 else f"{tables} games at once"
        need = f"{tables * threads} cores" if tables * threads > 1 else "a core"
        raise ValueError(
            f"{games} with {threads} thread{'s' * (threads > 1)} a player need {need},"
            f" and {len(cores)} can be used: lower --concurrency, or let them share with"
            " --share-cores"
        )
    return [tuple(cores[i * threads : (i + 1) * threads]) for i in range(tables)]


@dataclass
class Table:
    """A place for one game, with the engines that have sat here lately.

    ``start_s`` is how long an engine may take to introduce itself, and to get ready for a game.
    """

    cores: tuple[int, ...]
    start_s: float = HANDSHAKE_S
    players: dict[PlayerName, AeiPlayer] = field(default_factory=dict)

    async def seat(self, name: PlayerName, keep: PlayerName) -> AeiPlayer:
        """The player of that name; the one longest unused makes room, but not ``keep``."""
        found = self.players.pop(name, None) or _player(name, self.start_s, self.cores)
        # The last of a dictionary is the one used last.
        self.players[name] = found
        spare = [other for other in self.players if other not in (name, keep)]
        for other in spare[: max(0, len(spare) - _SPARE_PLAYERS)]:
            await self.players.pop(other).close()
        return found

    async def close(self) -> None:
        """End every program."""
        while self.players:
            await self.players.popitem()[1].close()


def _player(name: PlayerName, start_s: float, cores: tuple[int, ...] = ()) -> AeiPlayer:
    return AeiPlayer(name, cores=cores, handshake_s=start_s, ready_s=start_s)


class LocalHall:
    """Tables on this machine."""

    def __init__(
        self,
        places: Sequence[tuple[int, ...]],
        *,
        log_directory: Path | None = None,
        start_s: float = HANDSHAKE_S,
    ) -> None:
        """A table for each of ``places``, which are cores; an empty place is not pinned."""
        self._all = [Table(cores, start_s) for cores in places]
        self._free = list(self._all)
        self._log_directory = log_directory

    @property
    def tables(self) -> int:
        """How many games it plays at once."""
        return len(self._all)

    async def play(self, job: Job, terms: Terms) -> Played:
        """Play a game at a free table."""
        table = self._free.pop()
        try:
            gold = await table.seat(job.gold, job.silver)
            silver = await table.seat(job.silver, job.gold)
            return await play_game(
                gold,
                silver,
                terms,
                opening=job.opening,
                seeds=(job.gold_seed, job.silver_seed),
                logs=(self._log(job, "gold"), self._log(job, "silver")),
            )
        except BaseException:
            # An interrupted game leaves engines in the middle of a search.
            await table.close()
            raise
        finally:
            self._free.append(table)

    async def close(self) -> None:
        """End every engine."""
        for table in self._all:
            await table.close()

    def _log(self, job: Job, side: str) -> Path | None:
        if self._log_directory is None:
            return None
        return self._log_directory / f"game-{job.index + 1:05}-{side}.log"


async def check_players(names: Sequence[PlayerName], *, start_s: float = HANDSHAKE_S) -> list[str]:
    """Start each player once; return what each calls itself, nothing for one that is awaited.

    Raises PlayerError for the first that cannot get ready, so that a mistyped command is reported
    at once instead of losing every game by forfeit.
    """
    said = []
    for name in names:
        if name.kind == "aei-listen":
            said.append("")
            continue
        player = _player(name, start_s)
        try:
            said.append((await player.start()).name)
            await player.begin(Game())
        except EngineFailure as failure:
            raise PlayerError(f"{name.label} {failure}") from None
        finally:
            await player.close()
    return said
