"""Live games under load: how long a turn takes from one player to the other.

    python bench/web_load.py [--games 200] [--every 2] [--seconds 60] [--idle 0]
                             [--database postgresql://... --processes 2 [--end 20 [--kill]]]

Starts servers of its own, opens two sockets for each game, and has the players move in turn, each
game a turn every few seconds, steps drafted one by one as a person does. Measured is the time from
sending the turn to its arrival at the opponent's socket, in this process. Each socket goes to a
process by chance, as behind a proxy. ``--end`` ends the first process after SECONDS, by
SIGTERM or kill -9; players then come again as pages do, and ``lost`` counts turns that were
acknowledged and are not in the database. ``--idle`` is a number of sockets that only watch. Prints
JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
from web_server import OPENING, Server, percentile, running_server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from gajah.errors import shown

_PATIENCE_S = 30.0
# As pages do it: js/socket.js.
_FIRST_WAIT_S, _LONGEST_WAIT_S, _LONGER = 0.25, 5.0, 1.6
_SETTINGS = """[limits]
sockets = 30000
connections = 9000
requests_per_s = 1000
new_games_per_s = 1000
"""
_GONE = (WebSocketException, OSError, TimeoutError)


@dataclass
class Tally:
    """What was seen."""

    delivery_s: list[float] = field(default_factory=list)
    echo_s: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    #: How long it took until both players were back when a process had ended.
    break_s: list[float] = field(default_factory=list)
    #: The processor time of the process that is left, when the other ended and when all were back.
    at_end_s: float = 0.0
    at_return_s: float = 0.0
    #: What went over the sockets, without frames and headers.
    sent_bytes: int = 0
    received_bytes: int = 0
    #: The turns that were acknowledged, by game.
    played: dict[str, list[str]] = field(default_factory=dict)


class Player:
    """A player of a game, who comes again when the connection is lost."""

    def __init__(self, servers: list[Server], game: str, token: str | None, tally: Tally) -> None:
        self._servers, self._game, self._token = servers, game, token
        self._tally = tally
        self._socket: ClientConnection | None = None
        self._ref = 0

    async def come(self) -> dict[str, Any]:
        """Connect to any process; its welcome."""
        wait_s = _FIRST_WAIT_S
        until_s = time.monotonic() + _PATIENCE_S
        while True:
            url = random.choice(self._servers).url.replace("http", "ws", 1)
            try:
                self._socket = await connect(
                    f"{url}/ws/games/{self._game}", ping_interval=None, proxy=None
                )
                tokens = [self._token] if self._token else []
                return await self.ask("hello", version=1, tokens=tokens)
            except _GONE:
                if time.monotonic() >= until_s:
                    raise
                await asyncio.sleep(wait_s)
                wait_s = min(wait_s * _LONGER, _LONGEST_WAIT_S)

    async def leave(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._socket.close()

    async def closed(self) -> None:
        """Wait for the end of the connection."""
        if self._socket is not None:
            await self._socket.wait_closed()

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Say something and wait for its answer."""
        assert self._socket is not None
        self._ref += 1
        text = json.dumps({"type": kind, "ref": self._ref, **fields})
        self._tally.sent_bytes += len(text)
        await self._socket.send(text)
        return await self._until(lambda message: message["ref"] == self._ref)

    async def hear_turn(self) -> dict[str, Any]:
        """Wait for the next turn."""
        return await self._until(lambda message: message["type"] == "turn")

    async def _until(self, wanted: Any) -> dict[str, Any]:
        assert self._socket is not None
        async with asyncio.timeout(_PATIENCE_S):
            while True:
                text = await self._socket.recv()
                self._tally.received_bytes += len(text)
                message: dict[str, Any] = json.loads(text)
                if wanted(message):
                    return message


async def play(
    servers: list[Server], made: dict[str, Any], options: argparse.Namespace, tally: Tally
) -> None:
    """One game until the time is over."""
    game = made["game"]["id"]
    players = [Player(servers, game, made["tokens"][side], tally) for side in "gs"]
    tally.played[game] = []
    end_s = time.monotonic() + options.seconds
    lost_s: float | None = None
    # Not all at once: games begin and go on at moments of their own.
    await asyncio.sleep(random.random() * options.every)
    while time.monotonic() < end_s:
        try:
            welcomes = await asyncio.gather(*(player.come() for player in players))
            if lost_s is not None:
                tally.break_s.append(time.monotonic() - lost_s)
                tally.at_return_s = servers[-1].processor_s()
                lost_s = None
            number = welcomes[1]["game"]["turn_count"]
            if welcomes[1]["game"]["state"] == "over":
                break
            board = welcomes[number % 2]["board"]
            while time.monotonic() < end_s and board is not None:
                began_s = time.monotonic()
                mover, other = players[number % 2], players[(number + 1) % 2]
                board = await _take_turn(mover, other, board, tally, game)
                number += 1
                await _rest(players, began_s + options.every - time.monotonic())
            break
        except _GONE as error:
            if options.end is None:
                tally.errors.append(shown(f"{type(error).__name__}: {error}"))
                break
            lost_s = lost_s or time.monotonic()
        except RuntimeError as error:
            tally.errors.append(shown(str(error)))
            break
    for player in players:
        await player.leave()


async def _rest(players: list[Player], seconds: float) -> None:
    """Wait for the time of the next turn; raises ConnectionError when a connection ends."""
    closing = [asyncio.create_task(player.closed()) for player in players]
    done, waiting = await asyncio.wait(
        closing, timeout=max(0.0, seconds), return_when=asyncio.FIRST_COMPLETED
    )
    for task in waiting:
        task.cancel()
    if done:
        raise ConnectionError


async def _take_turn(
    mover: Player, other: Player, board: dict[str, Any], tally: Tally, game: str
) -> dict[str, Any] | None:
    """Play a turn; the board after it, or None when the game is over."""
    await _draft(mover, board, tally)
    sent_s = time.monotonic()
    heard = asyncio.create_task(_arrival(other))
    try:
        answer = await mover.ask("send")
        if answer["type"] == "error" and answer["code"] == "restarting":
            raise ConnectionError
        if answer["type"] != "turn":
            raise RuntimeError(str(answer))
        tally.played[game].append(answer["node"]["turn"])
        tally.delivery_s.append(await heard - sent_s)
    finally:
        heard.cancel()
        await asyncio.gather(heard, return_exceptions=True)
    found: dict[str, Any] = answer["board"]
    return None if answer["game"]["state"] == "over" else found


async def _arrival(player: Player) -> float:
    await player.hear_turn()
    return time.monotonic()


async def _draft(player: Player, board: dict[str, Any], tally: Tally) -> None:
    """Up to four random steps, one by one, until the turn may end."""
    if board["steps"]:  # Of a turn that was interrupted.
        await player.ask("reset")
        board = (await player.ask("hello", version=1))["board"]
    for count in range(1, 5):
        if not board["legal"]:
            break
        asked_s = time.monotonic()
        answer = await player.ask("step", step=random.choice(board["legal"]))
        if answer["type"] == "error" and answer["code"] == "restarting":
            raise ConnectionError
        if answer["type"] != "draft":
            raise RuntimeError(str(answer))
        tally.echo_s.append(time.monotonic() - asked_s)
        board = answer["board"]
        if count >= 3 and board["can_end"]:
            break
    if not board["can_end"]:
        await _draft(player, board, tally)


def create_games(servers: list[Server], count: int) -> list[dict[str, Any]]:
    """New games between people; the server limits how many start at once."""
    games: list[dict[str, Any]] = []
    with httpx.Client(timeout=_PATIENCE_S, trust_env=False) as client:
        while len(games) < count:
            url = servers[len(games) % len(servers)].url
            wanted = {"start": OPENING, "control": "1m/5m"}
            answer = client.post(f"{url}/api/v1/games", json=wanted)
            if answer.status_code == 429:
                time.sleep(float(answer.headers["retry-after"]))
                continue
            games.append(answer.raise_for_status().json())
    return games


async def watch(servers: list[Server], games: list[dict[str, Any]], count: int) -> list[Player]:
    """Open sockets that only watch games of their own, without players."""
    watchers, apart = [], Tally()
    for number in range(count):
        watcher = Player(servers, games[number % len(games)]["game"]["id"], None, apart)
        await watcher.come()
        watchers.append(watcher)
    return watchers


def count_lost(server: Server, tally: Tally) -> int:
    """The acknowledged turns that the database does not have."""
    lost = 0
    with httpx.Client(base_url=f"{server.url}/api/v1", trust_env=False, timeout=60) as client:
        for game, played in tally.played.items():
            tree = client.get(f"/games/{game}").raise_for_status().json()["tree"]
            stored = [node["turn"] for node in tree]
            lost += sum(max(0, played.count(turn) - stored.count(turn)) for turn in set(played))
    return lost


async def measure(servers: list[Server], options: argparse.Namespace) -> dict[str, object]:
    """All games at once."""
    tally = Tally()
    empty_mb = [server.resident_mb() for server in servers]
    games = create_games(servers, options.games)
    if options.idle:
        await watch(servers, create_games(servers, 100), options.idle)
    before_s = [server.processor_s() for server in servers]
    left = list(servers)
    ended = asyncio.create_task(_end(left, options, tally)) if options.end is not None else None
    await asyncio.gather(*(play(left, made, options, tally) for made in games))
    if ended is not None:
        await ended
    spent = zip(left, before_s[-len(left) :], strict=True)
    return {
        **summary(options, tally),
        "lost": count_lost(left[-1], tally),
        "empty_mb": [round(mb) for mb in empty_mb],
        "resident_mb": [round(server.resident_mb()) for server in left],
        "processor_s": [round(server.processor_s() - began_s, 1) for server, began_s in spent],
    }


async def _end(servers: list[Server], options: argparse.Namespace, tally: Tally) -> None:
    await asyncio.sleep(options.end)
    server = servers.pop(0)
    tally.at_end_s = servers[-1].processor_s()
    if options.kill:
        server.process.kill()
    else:
        server.process.terminate()


def summary(options: argparse.Namespace, tally: Tally) -> dict[str, object]:
    """What was measured, and where."""
    return {
        "games": options.games,
        "processes": options.processes,
        "sockets": 2 * options.games + options.idle,
        "seconds": options.seconds,
        "turns": len(tally.delivery_s),
        "bytes_a_turn": {
            "sent": tally.sent_bytes // max(1, len(tally.delivery_s)),
            "received": tally.received_bytes // max(1, len(tally.delivery_s)),
        },
        "delivery_ms": {f"p{p}": percentile(tally.delivery_s, p / 100) for p in (50, 90, 99, 100)},
        "step_echo_ms": {f"p{p}": percentile(tally.echo_s, p / 100) for p in (50, 90, 99, 100)},
        "break_ms": {f"p{p}": percentile(tally.break_s, p / 100) for p in (50, 100)},
        "interrupted": len(tally.break_s),
        "break_processor_s": round(tally.at_return_s - tally.at_end_s, 1),
        "errors": len(tally.errors),
        "first_errors": tally.errors[:3],
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


def main() -> None:
    """Start the servers, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between turns of a game")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--idle", type=int, default=0, help="sockets that only watch")
    parser.add_argument("--database", help="an empty PostgreSQL database")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--end", type=float, help="seconds after which the first process ends")
    parser.add_argument("--kill", action="store_true", help="end it by kill -9")
    options = parser.parse_args()
    where = ("--database", options.database) if options.database else ()
    with ExitStack() as stack:
        servers = [
            stack.enter_context(running_server(*where, settings=_SETTINGS))
            for _ in range(options.processes)
        ]
        print(json.dumps(asyncio.run(measure(servers, options)), indent=1))


if __name__ == "__main__":
    main()
