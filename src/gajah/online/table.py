"""One game that an engine plays on a server, until it is over.

The server has the rules, the clock and the game: after a lost connection all of it is heard anew.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from websockets.asyncio.client import ClientConnection

from gajah._core import Position, Setup, Side, Turn
from gajah.aei.link import EngineFailure
from gajah.aei.player import USUAL_S, AeiPlayer
from gajah.clock import TimeControl
from gajah.game import Game
from gajah.handicap import Handicap
from gajah.match.running import RunningGame, TimedTurn
from gajah.match.terms import Terms
from gajah.notation import parse_side
from gajah.online.server import VERSION, Lost, Message, Patience, Rejected, RemoteServer

# Engines that fail so often in one turn are given up: the game is resigned.
_MOST_FAILURES = 5
_RETRY_S = 0.5
# For the way of an answer to the server.
_WAY_S = 0.3
# How long the opponent may think about a rematch.
_REMATCH_S = 30.0
# The number of an answer to a takeback; those of turns begin with 1.
_TAKEBACK_REF = 0
# After these the server may answer otherwise in a moment.
PASSING = ("restarting", "database_away", "slow_down", "not_stored", "our_mistake")
# After these the game is not this bot's any more, or cannot be played by it.
_FINAL = (
    *("no_game", "unreadable_game", "no_seat", "hello_first", "other_version"),
    *("banned", "logged_out", "token_revoked"),
)


@dataclass(frozen=True)
class _Answer:
    """What the engine wants to do after these turns: a turn, or nothing more."""

    after: tuple[str, ...]
    turn: Setup | Turn | None

    def messages(self, ref: int) -> list[Message]:
        """The same for the server."""
        if self.turn is None:
            return [{"type": "resign", "ref": ref}]
        if isinstance(self.turn, Setup):
            return [{"type": "setup", "setup": str(self.turn), "ref": ref}]
        steps = [str(step) for step in self.turn.steps]
        draft: list[Message] = [{"type": "reset"}, {"type": "steps", "steps": steps}]
        return [{**message, "ref": ref} for message in (*draft, {"type": "send"})]


def running_game(game: Message, turns: Sequence[tuple[str, float]]) -> RunningGame:
    """The game that a server tells of, with its turns and the time that each has taken."""
    letters = game["handicap"] or {}
    handicap = Handicap.parse(letters.get("g", "").upper() + letters.get("s", "").lower())
    start = None if game["start"] is None else Position.parse(game["start"])
    played = Game(start=start, handicap=handicap)
    timed = [TimedTurn(played.play(text), used_s) for text, used_s in turns]
    control = TimeControl.parse(game["control"]) if game["control"] else None
    return RunningGame(Terms.for_people(control), played, turns=timed)


class OnlineGame:
    """A game of a bot. ``say`` is told what the user wants to know."""

    def __init__(
        self, server: RemoteServer, game_id: str, player: AeiPlayer, say: Callable[[str], None]
    ) -> None:
        self._server, self._id, self._player, self._say = server, game_id, player, say
        self._socket: ClientConnection | None = None
        self._game: Message = {}
        self._side: Side | None = None
        self._turns: list[tuple[str, float]] = []
        #: When the time of this turn is over, by this machine's clock.
        self._until_s: float | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._thinks_after: tuple[str, ...] | None = None
        self._answer: _Answer | None = None
        self._is_said = False
        self._ref = 0
        #: How often the engine has failed after the turns that it thinks about.
        self._failures = 0
        self._failed_after: tuple[str, ...] | None = None
        #: Whether the bot has time for a rematch.
        self.takes_rematch: Callable[[], bool] = lambda: True

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.get("state") == "over"

    @property
    def is_alone(self) -> bool:
        """Whether the game goes on, and the opponent is not connected."""
        if self.is_over or self._side is None:
            return False
        return not self._game["silver" if self._side is Side.GOLD else "gold"]["online"]

    async def play(self) -> None:
        """Play until the game is over, or not this bot's any more."""
        patience = Patience()
        try:
            while not self.is_over:
                with suppress(Lost):
                    async with self._server.socket(f"/ws/games/{self._id}") as socket:
                        self._socket = socket
                        await self._converse(socket, patience)
                self._socket = None
                if not self.is_over:
                    await patience.wait()
        except Rejected as reason:
            self._say(f"game {self._id}: {reason}")
        finally:
            await self._stop_thinking()

    async def _converse(self, socket: ClientConnection, patience: Patience) -> None:
        await socket.send(json.dumps({"type": "hello", "version": VERSION}))
        async for text in socket:
            message = json.loads(text)
            await self._hear(message)
            if message["type"] == "welcome":
                patience.reset()
            if self.is_over:
                break
        if self.is_over:
            await self._see_off(socket)

    async def _see_off(self, socket: ClientConnection) -> None:
        """After the game, answer the opponent who asks for another one."""
        self._say(f"game {self._id}: {self._game['result']['text']}")
        with suppress(TimeoutError):
            async with asyncio.timeout(_REMATCH_S):
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "rematch" and self._is_asked(message):
                        wants = self.takes_rematch()
                        await self._send({"type": "rematch", "answer": wants})
                        if wants:
                            continue
                    if message["type"] == "rematch" and message["state"] != "asked":
                        return

    def _is_asked(self, message: Message) -> bool:
        return message["state"] == "asked" and parse_side(message["by"]) is not self._side

    async def _hear(self, message: Message) -> None:
        match message["type"]:
            case "welcome":
                self._take_seat(message)
            case "turn":
                self._turns.append(_timed(message["node"]))
                self._note(message)
            case "game":
                self._note(message)
            case "takeback" if self._is_asked(message):
                await self._send({"type": "takeback", "answer": True, "ref": _TAKEBACK_REF})
            case "error":
                await self._be_refused(message)
        await self._act()

    def _take_seat(self, message: Message) -> None:
        if not message["seats"]:
            raise Rejected("the seat is not this bot's any more")
        self._side = parse_side(message["seats"][0])
        # What was said before may have been lost on its way.
        self._is_said = False
        self._turns = [_timed(node) for node in message["tree"] if node["played"] and node["turn"]]
        self._note(message)

    def _note(self, message: Message) -> None:
        self._game = message["game"]
        clock = message["clock"]
        self._until_s = None
        if clock is not None and self._side is not None:
            left_s = clock["left"]["g" if self._side is Side.GOLD else "s"]
            self._until_s = time.monotonic() + left_s

    async def _be_refused(self, message: Message) -> None:
        if message["code"] in _FINAL:
            raise Rejected(message["text"])
        if message["code"] in PASSING:
            raise Lost(message["text"])  # What was not heard is said again by a new connection.
        # What was said about turns that have been taken back meanwhile is of no interest.
        answer = self._answer if message["ref"] == self._ref else None
        if answer is not None and answer.turn and answer.after == self._after:
            self._say(f"game {self._id}: the turn was refused: {message['text']}")
            self._answer = None
            await self._stop_thinking()
            self._failures += 1

    @property
    def _after(self) -> tuple[str, ...]:
        """The turns so far."""
        return tuple(text for text, _ in self._turns)

    async def _act(self) -> None:
        """Think if it is this bot's turn, and say what has been thought."""
        after = self._after
        is_running = self._game.get("state") in ("setup", "playing")
        running = running_game(self._game, self._turns) if is_running else None
        if running is None or running.side is not self._side:
            await self._stop_thinking()
            return
        if self._answer is not None and self._answer.after == after:
            await self._play(self._answer)
        elif self._thinks_after != after:
            await self._stop_thinking()
            if self._failed_after != after:
                self._failures, self._failed_after = 0, after
            self._thinks_after = after
            self._thinking = asyncio.create_task(self._think(running, after))

    async def _think(self, running: RunningGame, after: tuple[str, ...]) -> None:
        while self._failures < _MOST_FAILURES:
            try:
                turn = await self._ask(running)
            except (EngineFailure, ValueError) as failure:
                self._say(f"game {self._id}: the engine {failure}; it is started again")
                self._failures += 1
                await asyncio.sleep(_RETRY_S * self._failures)
            else:
                break
        else:
            self._say(f"game {self._id}: the engine has failed too often; the bot resigns")
            turn = None
        self._answer, self._is_said = _Answer(after, turn), False
        await self._play(self._answer)

    async def _ask(self, running: RunningGame) -> Setup | Turn | None:
        """What the engine answers, or None if it resigns; raises ValueError where it is no turn."""
        allowed_s = running.allowed_s()
        left_s = allowed_s if self._until_s is None else self._until_s - time.monotonic()
        has_clock = running.clock is not None
        answer = await self._player.play(
            running.game,
            clock=running.clock,
            time_s=None if has_clock else USUAL_S,
            used_s=running.used_s,
            under_way_s=max(0.0, allowed_s - left_s) if has_clock else 0.0,
            timeout_s=max(_WAY_S, left_s - _WAY_S) if has_clock else None,
        )
        if answer.is_resignation:
            return None
        try:
            return running.game.copy().play(answer.turn)
        except ValueError as why:
            await self._player.dismiss()
            raise ValueError(f"answered {answer.turn!r}: {why}") from None

    async def _play(self, answer: _Answer) -> None:
        """Say it, once for each connection."""
        if self._is_said or self._socket is None:
            return
        self._is_said = True
        self._ref += 1
        for message in answer.messages(self._ref):
            await self._send(message)

    async def _send(self, message: Message) -> None:
        """Say it if there is a connection; a lost one is noticed where it is listened to."""
        if self._socket is not None:
            with suppress(Exception):
                await self._socket.send(json.dumps(message))

    async def _stop_thinking(self) -> None:
        thinking, self._thinking, self._thinks_after = self._thinking, None, None
        if thinking is not None and not thinking.done():
            thinking.cancel()
            await asyncio.wait([thinking])


def _timed(node: Message) -> tuple[str, float]:
    return node["turn"], node["used_s"] or 0.0
