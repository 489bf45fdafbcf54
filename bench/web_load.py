"""Live games under load: how long a turn takes from one player to the other.

    python bench/web_load.py [--games 200] [--every 2] [--seconds 60]

Starts a server of its own, opens two sockets for each game, and has the players move in turn,
each game a turn every few seconds, steps drafted one by one as a person does. Measured is
the time from sending the turn to its arrival at the opponent's socket, in this process. Prints
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
from dataclasses import dataclass, field
from typing import Any

import httpx
from web_server import OPENING, percentile, running_server
from websockets.asyncio.client import ClientConnection, connect

from gajah.errors import shown

_PATIENCE_S = 30.0


@dataclass
class Tally:
    """What was seen."""

    delivery_s: list[float] = field(default_factory=list)
    echo_s: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Player:
    """One socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ref = 0

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Say something and wait for its answer."""
        self._ref += 1
        await self._socket.send(json.dumps({"type": kind, "ref": self._ref, **fields}))
        return await self._until(lambda message: message["ref"] == self._ref)

    async def hear_turn(self) -> dict[str, Any]:
        """Wait for the next turn."""
        return await self._until(lambda message: message["type"] == "turn")

    async def _until(self, wanted: Any) -> dict[str, Any]:
        async with asyncio.timeout(_PATIENCE_S):
            while True:
                message: dict[str, Any] = json.loads(await self._socket.recv())
                if wanted(message):
                    return message


async def play(url: str, made: dict[str, Any], options: argparse.Namespace, tally: Tally) -> None:
    """One game until the time is over."""
    address = f"{url.replace('http', 'ws', 1)}/ws/games/{made['game']['id']}"
    try:
        async with (
            connect(address, ping_interval=None) as one,
            connect(address, ping_interval=None) as two,
        ):
            players = [Player(one), Player(two)]
            for player, side in zip(players, "gs", strict=True):
                await player.ask("hello", version=1, tokens=[made["tokens"][side]])
            # Not all at once: games begin and go on at moments of their own.
            await asyncio.sleep(random.random() * options.every)
            await _take_turns(players, options, tally)
    except Exception as error:
        tally.errors.append(shown(f"{type(error).__name__}: {error}"))


async def _take_turns(players: list[Player], options: argparse.Namespace, tally: Tally) -> None:
    end_s = time.monotonic() + options.seconds
    board: dict[str, Any] | None = None
    number = 0
    while time.monotonic() < end_s:
        began_s = time.monotonic()
        mover, other = players[number % 2], players[(number + 1) % 2]
        board = await _draft(mover, board, tally)
        sent_s = time.monotonic()
        heard = asyncio.create_task(_arrival(other))
        answer = await mover.ask("send")
        if answer["type"] != "turn":
            heard.cancel()
            tally.errors.append(shown(str(answer)))
            return
        tally.delivery_s.append(await heard - sent_s)
        board = answer["board"]
        if answer["game"]["state"] == "over":
            return
        number += 1
        await asyncio.sleep(max(0.0, began_s + options.every - time.monotonic()))


async def _arrival(player: Player) -> float:
    await player.hear_turn()
    return time.monotonic()


async def _draft(player: Player, board: dict[str, Any] | None, tally: Tally) -> dict[str, Any]:
    """Up to four random steps, one by one, until the turn may end."""
    if board is None:
        board = (await player.ask("hello", version=1))["board"]
    for count in range(1, 5):
        if not board["legal"]:
            break
        asked_s = time.monotonic()
        answer = await player.ask("step", step=random.choice(board["legal"]))
        if answer["type"] != "draft":
            raise RuntimeError(str(answer))
        tally.echo_s.append(time.monotonic() - asked_s)
        board = answer["board"]
        if count >= 3 and board["can_end"]:
            break
    if not board["can_end"]:
        await player.ask("reset")
        return await _draft(player, (await player.ask("hello", version=1))["board"], tally)
    return board


def create_games(url: str, count: int) -> list[dict[str, Any]]:
    """New games between people; the server limits how many start at once."""
    games: list[dict[str, Any]] = []
    with httpx.Client(base_url=f"{url}/api/v1", timeout=_PATIENCE_S) as client:
        while len(games) < count:
            answer = client.post("/games", json={"start": OPENING, "control": "1m/5m"})
            if answer.status_code == 429:
                time.sleep(float(answer.headers["retry-after"]))
                continue
            games.append(answer.raise_for_status().json())
    return games


def summary(options: argparse.Namespace, tally: Tally, server_s: float) -> dict[str, object]:
    """What was measured, and where."""
    return {
        "games": options.games,
        "sockets": 2 * options.games,
        "seconds": options.seconds,
        "turns": len(tally.delivery_s),
        "delivery_ms": {f"p{p}": percentile(tally.delivery_s, p / 100) for p in (50, 90, 99, 100)},
        "step_echo_ms": {f"p{p}": percentile(tally.echo_s, p / 100) for p in (50, 90, 99, 100)},
        "errors": len(tally.errors),
        "first_errors": tally.errors[:3],
        "server_cpu_s": round(server_s, 1),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


async def measure(url: str, options: argparse.Namespace) -> Tally:
    """All games at once."""
    tally = Tally()
    games = create_games(url, options.games)
    await asyncio.gather(*(play(url, made, options, tally) for made in games))
    return tally


def main() -> None:
    """Start the server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between turns of a game")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with running_server() as server:
        tally = asyncio.run(measure(server.url, options))
        server_s = server.processor_s()
    print(json.dumps(summary(options, tally, server_s), indent=1))


if __name__ == "__main__":
    main()
