"""An engine that waits on a server for challenges, and plays them: ``gajah bot``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection

from gajah.aei.player import AeiPlayer
from gajah.bots.names import PlayerName
from gajah.online.server import VERSION, Lost, Message, Patience, Rejected, RemoteServer
from gajah.online.table import PASSING, OnlineGame

_NAME_CHARS = 40


@dataclass(frozen=True)
class Offer:
    """What a bot plays: how many games at once, and which. Without controls, with any clock."""

    games: int = 1
    controls: tuple[str, ...] = ()
    rated: bool = True
    casual: bool = True


class OnlineBot:
    """A bot on a server. ``say`` is told what the user wants to know."""

    def __init__(
        self, server: RemoteServer, name: PlayerName, offer: Offer, say: Callable[[str], None]
    ) -> None:
        self._server, self._name, self._offer, self._say = server, name, offer, say
        self._tables: dict[str, tuple[OnlineGame, asyncio.Task[None]]] = {}
        #: The games that the server has told of last.
        self._listed: dict[str, Message] = {}
        self._declining: set[asyncio.Task[None]] = set()
        #: Engines that run, and have no game.
        self._idle: list[AeiPlayer] = []

    async def run(self) -> None:
        """Play until cancelled; raises Rejected, and EngineFailure if no engine can be started.

        After a lost connection it comes back by itself. Games that are under way when it ends
        wait on the server, with their clocks running, for the next one.
        """
        first = AeiPlayer(self._name)
        self._idle.append(first)
        try:
            engine = (await first.start()).name or self._name.label
            await self._stay(engine)
        finally:
            self._listed = {}
            tasks = [task for _, task in self._tables.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.gather(*(player.close() for player in self._idle))

    async def _stay(self, engine: str) -> None:
        patience, is_lost = Patience(), False
        while True:
            try:
                async with self._server.socket("/ws/bot") as socket:
                    await self._hello(socket, engine)
                    patience.reset()
                    is_lost = False
                    async for text in socket:
                        self._hear(json.loads(text))
                why = "the server has closed the connection"
            except Lost as lost:
                why = str(lost)
            if not is_lost:
                self._say(f"not connected ({why}); trying again")
            is_lost = True
            await patience.wait()

    async def _hello(self, socket: ClientConnection, engine: str) -> None:
        hello = {
            "type": "hello",
            "version": VERSION,
            "engine": engine[:_NAME_CHARS],
            "games": self._offer.games,
            "controls": list(self._offer.controls),
            "rated": self._offer.rated,
            "casual": self._offer.casual,
        }
        await socket.send(json.dumps(hello))
        welcome = json.loads(await socket.recv())
        self._hear(welcome)
        if welcome["type"] == "welcome":
            self._say(f"{welcome['name']} waits for challenges at {self._server.url}")

    def _hear(self, message: Message) -> None:
        if message["type"] == "games":
            self._listed = {game["id"]: game for game in message["games"]}
            self._look()
        elif message["type"] == "error":
            if message["code"] not in PASSING:
                raise Rejected(message["text"])
            raise Lost(message["text"])

    def _look(self) -> None:
        """Sit down at the games that are new, and leave those whose opponents have gone."""
        for game in [game for game_id, game in self._listed.items() if game_id not in self._tables]:
            self._consider(game)
        for game_id, (table, task) in self._tables.items():
            if game_id not in self._listed and table.is_alone:
                task.cancel()

    def _consider(self, game: Message) -> None:
        """Sit down at a game, or decline it where there are enough."""
        if game["state"] == "waiting" and self._count_playing() >= self._offer.games:
            self._decline(game["id"])
        else:
            self._sit_down(game)

    def _count_playing(self) -> int:
        """The games under way, without those that wait for an opponent who has gone."""
        there = (table for game_id, (table, _) in self._tables.items() if game_id in self._listed)
        return sum(not table.is_over for table in there)

    def _sit_down(self, game: Message) -> None:
        game_id = game["id"]
        names = f"{game['gold']['name']} - {game['silver']['name']}"
        self._say(f"game {game_id}: {names}, {game['control'] or 'no clock'}")
        player = self._idle.pop() if self._idle else AeiPlayer(self._name)
        table = OnlineGame(self._server, game_id, player, self._say)
        table.takes_rematch = lambda: self._count_playing() < self._offer.games
        task = asyncio.create_task(table.play())
        self._tables[game_id] = table, task
        task.add_done_callback(lambda done: self._leave(game_id, player, done))

    def _leave(self, game_id: str, player: AeiPlayer, done: asyncio.Task[None]) -> None:
        del self._tables[game_id]
        self._idle.append(player)
        if done.cancelled():
            if game_id in self._listed:  # The opponent has come back meanwhile.
                self._consider(self._listed[game_id])
        elif (error := done.exception()) is not None:
            self._say(f"game {game_id}: a mistake in gajah itself: {error!r}")

    def _decline(self, game_id: str) -> None:
        body = {"text": "it plays as many games as it can"}
        task = asyncio.create_task(self._server.post(f"/games/{game_id}/decline", body))
        self._declining.add(task)
        task.add_done_callback(self._declining.discard)
