"""kill -9 at random moments under load: nothing that a player was told may be lost."""

from __future__ import annotations

import argparse
import random
import signal
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import asdict

from tests.web.harness import Json, Server

from .players import Tables
from .servers import complaints, folder, kill, postgres, server_at

_LONGEST_S = 2.0
# Of all kills: those while the server starts, those of all servers at once.
_IN_START, _OF_ALL = 0.2, 0.1


def attack(options: argparse.Namespace) -> Json:
    """Kill a server on SQLite, or one of two on PostgreSQL, again and again."""
    chance = random.Random(options.seed)
    until_s = time.monotonic() + options.seconds
    with ExitStack() as stack:
        servers = _start(stack, options.database)
        tables = Tables(servers, options.games, options.seed)
        back_s: list[float] = []
        kills = {"running": 0, "starting": 0, "all": 0}
        with tables:
            while sum(kills.values()) < options.kills and time.monotonic() < until_s:
                time.sleep(chance.random() * _LONGEST_S)
                _kill_some(servers, tables, chance, kills, back_s)
            tables.wait_for_progress()
        tables.check_stored(servers[0])
        problems = tables.tally.problems + complaints(*servers)
    back_s.sort()
    return {
        **asdict(tables.tally),
        "database": options.database,
        "kills": kills,
        "goes_on_s": {
            "p50": round(back_s[len(back_s) // 2], 2) if back_s else None,
            "longest": round(back_s[-1], 2) if back_s else None,
        },
        "problems": problems,
    }


def _start(stack: ExitStack, database: str) -> list[Server]:
    where = stack.enter_context(folder())
    if database == "sqlite":
        return [stack.enter_context(server_at(where / "a"))]
    url = stack.enter_context(postgres()).url
    return [stack.enter_context(server_at(where / name, "--database", url)) for name in "ab"]


def _kill_some(
    servers: list[Server],
    tables: Tables,
    chance: random.Random,
    kills: dict[str, int],
    back_s: list[float],
) -> None:
    """Kill one server, or all; the games go on in another one meanwhile where there is one."""
    of_all = len(servers) > 1 and chance.random() < _OF_ALL
    victims = servers if of_all else [chance.choice(servers)]
    for victim in victims:
        kill(victim)
    kills["all" if of_all else "running"] += 1
    if len(victims) < len(servers):
        back_s.append(tables.wait_for_progress())
    for victim in victims:
        if chance.random() < _IN_START:
            _kill_in_start(victim, chance)
            kills["starting"] += 1
        victim.start()
    if len(victims) == len(servers):
        back_s.append(tables.wait_for_progress())


def _kill_in_start(server: Server, chance: random.Random) -> None:
    """Start a server that is killed before or just after it is ready."""
    before = server.process

    def strike() -> None:
        while server.process is before:
            time.sleep(0.001)
        time.sleep(chance.random() * 1.5)
        if server.process is not None:
            server.process.send_signal(signal.SIGKILL)

    striking = threading.Thread(target=strike, daemon=True)
    striking.start()
    with suppress(AssertionError):  # It was not ready.
        server.start()
    striking.join()
    kill(server)
