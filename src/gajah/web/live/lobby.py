"""All rooms: games are made here, found here, and go on here when the server comes back."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from gajah._core import Position, Side
from gajah.bots.names import HUMAN
from gajah.game import Game
from gajah.web.analysis.pool import Searches, SearchPool
from gajah.web.analysis.queue import SearchQueue
from gajah.web.analysis.reviews import Reviews
from gajah.web.analysis.thinking import EngineShelf
from gajah.web.analysis.workers import WorkerPool
from gajah.web.games.database import DatabaseAway
from gajah.web.games.rows import StoredDraft, StoredGame, TurnJudgement
from gajah.web.games.seats import (
    hash_token,
    is_id,
    new_id,
    new_token,
)
from gajah.web.games.store import GameStore, reading
from gajah.web.games.tree import GameTree
from gajah.web.live.drain import drain
from gajah.web.live.game import LiveGame
from gajah.web.live.neighbours import Neighbours
from gajah.web.live.new_games import (
    check_open,
    check_rated,
    is_without_engine,
    new_seat,
    note_anchors,
    read_control,
    read_start,
    wanted_again,
)
from gajah.web.live.players import PlayerShelf
from gajah.web.live.room import Room
from gajah.web.settings import Settings
from gajah.web.wire.boards import letter
from gajah.web.wire.errors import NoGame, Refusal, Restarting, UnreadableGame
from gajah.web.wire.handicaps import read_handicap, show_handicap
from gajah.web.wire.limits import NOBODY, OWNER, Person, Slots
from gajah.web.wire.requests import NewGame
from gajah.web.wire.work import QUESTION, Work

T = TypeVar("T")

_log = logging.getLogger(__name__)
# How often the server notes that it is there; as exact are the clocks after it was killed.
_ALIVE_S = 1.0
# How long after its room was given up a game is taken up again.
_PICK_UP_S = 5.0
# How long a server that ends waits for turns that are being stored, and for pages to be told.
_DRAIN_S = 2.0


class Lobby:
    """Every game with an open page, or in which something may happen by itself."""

    def __init__(self, settings: Settings, store: GameStore) -> None:
        """Raises DatabaseUnusable where the list of games is damaged, or ClusterError."""
        self.store = store
        self._unfinished = store.unfinished()
        limits = self._limits = settings.limits
        bounds = {"most_waiting": limits.queue, "most_each": limits.queue_each}
        self.pool = SearchPool(settings.searches, **bounds)
        #: Where bots, analyses and reviews think: the same cores, or workers.
        self.searches: Searches = self.pool
        if settings.workers is not None:
            self.searches = WorkerPool(settings.workers, **bounds)
        self.work = Work(limits)
        self.exports = Slots(limits.exports, limits.exports_each)
        self.players = PlayerShelf(
            self.pool, settings.engines, searches=self.searches, pace_s=settings.bot_pace_s
        )
        self.engines = EngineShelf(self.searches)
        self.reviews = Reviews(store, self.engines, self, limits)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        #: Games whose rooms were given up, and when to look after them.
        self._fallen: dict[str, float] = {}
        self._opening = asyncio.Lock()
        self._heart: asyncio.Task[None] | None = None
        self._is_ending = False
        #: Other processes on the same database.
        self.neighbours = Neighbours(store, store.leases, self) if store.leases else None

    @property
    def queues(self) -> set[SearchQueue]:
        """For the cores of this machine, and for workers where there are any."""
        return {self.pool, self.searches}

    @property
    def workers(self) -> int | None:
        """How many workers there are, if searches run on workers."""
        return None if self.searches is self.pool else self.searches.size

    async def open(self) -> None:
        """Take up the games that were going on when the server ended."""
        self.searches.open()
        if self.neighbours is not None:
            self.neighbours.open()
        await self._load_all(self._unfinished)
        await self.reviews.open()
        self._heart = asyncio.create_task(self._beat())

    async def take_up(self) -> None:
        """Go on with the games and reviews that belong to no process."""
        found = await asyncio.to_thread(self.store.unfinished)
        # Not in the order in which other processes load the same games.
        await self._load_all(random.sample(found, len(found)))
        await self.reviews.open()

    async def _load_all(self, ids: Iterable[str]) -> None:
        for game_id in ids:
            # One that is damaged is no reason to keep the others waiting; its id may be so, too.
            with suppress(UnreadableGame, NoGame, Restarting):
                await self._room(game_id)

    def give_up(self) -> None:
        """Let go of all rooms; their pages come again."""
        for room in self._rooms.values():
            room.give_up(Restarting)

    def online_now(self) -> dict[str, str]:
        """The games that players are connected to, each with their sides."""
        rooms = [room for room in self._rooms.values() if room.online]
        return {room.id: "".join(sorted(map(letter, room.online))) for room in rooms}

    async def drain(self) -> None:
        """Let what is under way come to its end, for a while, and nothing new begin.

        Pages are told, clocks and bots stop; a server that comes later goes on.
        """
        self._is_ending = True
        self.store.time.stop()
        ending = [asyncio.create_task(drain(room)) for room in self._rooms.values()]
        if ending:
            await asyncio.wait(ending, timeout=_DRAIN_S)
        if self.neighbours is not None:
            await self.neighbours.leave()

    def check_staying(self) -> None:
        """Refuse what should not begin in a server that is about to end."""
        if self._is_ending:
            raise Restarting

    async def close(self) -> None:
        """Close all rooms; what is stored is complete already."""
        if self._heart is not None:
            self._heart.cancel()
        if self.neighbours is not None:
            await self.neighbours.close()
        await self.reviews.close()
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        try:
            async with asyncio.timeout(_DRAIN_S):
                await self.store.note_alive()
        except Exception as error:
            words = "the time of the games could not be noted: %r"
            _log.error(words, error, extra={"event": "time_lost"})
        await self.players.close()
        self.pool.close()
        self.searches.close()
        self.work.close()

    @asynccontextmanager
    async def enter(self, game_id: str) -> AsyncIterator[Room]:
        """Be in the room of a game; a Refusal if there is none. It stays while it is used."""
        room = await self._room(game_id)
        room.users += 1
        try:
            yield room
        finally:
            room.users -= 1
            self._forget_if_idle(room)

    async def _room(self, game_id: str) -> Room:
        if not is_id(game_id):
            raise NoGame
        while True:
            if found := self.find_room(game_id):
                return found
            if game_id not in self._loading:
                work = self._find_and_load(game_id)
                loading = self._loading[game_id] = asyncio.create_task(work)
                loading.add_done_callback(lambda _: self._loading.pop(game_id))
            # Several may come at once, and one that goes again must not take the others along.
            await asyncio.shield(self._loading[game_id])

    async def _find_and_load(self, game_id: str) -> Room:
        await asyncio.to_thread(self.store.claim, game_id)
        stored, tree = await asyncio.to_thread(self.store.load, game_id)
        with reading(game_id):
            live = LiveGame(stored, tree)
            live.resume_clock(self.store.time.now_s())
        return await self._add(live)

    async def load(self, game_id: str) -> tuple[StoredGame, GameTree]:
        """A game and its turns, being played or not; a Refusal if there is none."""
        if room := self.find_room(game_id):
            return room.live.stored, room.live.tree
        return await asyncio.to_thread(self.store.load, game_id)

    async def look(
        self, game_id: str, person: Person, look: Callable[[StoredGame, GameTree], T], each: int = 1
    ) -> T:
        """What is seen of a game, for a person who pays ``each`` for a turn; or a Refusal."""
        if room := self.find_room(game_id):
            self.work.charge(person, QUESTION + each * len(room.live.tree))
            # At once: a thread would see it change.
            return look(room.live.stored, room.live.tree)
        stored, tree = await asyncio.to_thread(self.store.load, game_id)
        cost = QUESTION + each * len(tree)
        return await self.work.do(person, cost, lambda: look(stored, tree))

    def online(self, game_id: str) -> frozenset[Side]:
        """The sides of a game whose players are connected."""
        if room := self.find_room(game_id):
            return room.online
        return frozenset() if self.neighbours is None else self.neighbours.online(game_id)

    def find_room(self, game_id: str) -> Room | None:
        """The room of a game that is in use."""
        found = self._rooms.get(game_id)
        return None if found is None or found.is_broken else found

    def count_rooms(self) -> int:
        """How many games are looked at or going on."""
        return len(self._rooms)

    def _forget_if_idle(self, room: Room) -> None:
        """A room in which nothing can happen is loaded again when a page comes."""
        if (room.is_idle or room.is_broken) and self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            if room.is_broken:
                self._fallen[room.id] = time.monotonic() + _PICK_UP_S

    async def create(self, wanted: NewGame, person: Person = OWNER) -> tuple[Room, dict[Side, str]]:
        """A new game of that person, and the secrets of its human seats."""
        people = ((Side.GOLD, wanted.gold), (Side.SILVER, wanted.silver))
        tokens = {side: new_token() for side, seat in people if seat.player == HUMAN}
        hashes = {side: hash_token(token) for side, token in tokens.items()}
        if tokens or person.is_owner:
            return await self._create(wanted, hashes, person), tokens
        async with self._opening:  # One after the other, so that each counts.
            self._check_bot_games(person)
            return await self._create(wanted, hashes, person), tokens

    def _check_bot_games(self, person: Person) -> None:
        """Refuse one more game between bots: they think for as long as it lasts."""
        rooms = [room for room in self._rooms.values() if room.live.stored.is_of_bots]
        running = [room.pulse.person for room in rooms if not room.live.is_over]
        own, others = running.count(person), [each for each in running if not each.is_owner]
        if own >= self._limits.bot_games_each or len(others) >= self._limits.bot_games:
            text = "Too many games between bots are going on: wait until one is over."
            raise Refusal("slow_down", text, status=429)

    async def _create(
        self, wanted: NewGame, token_hashes: Mapping[Side, str], person: Person
    ) -> Room:
        """A new game; the hashes are those of its human seats' secrets."""
        self.check_staying()
        check_rated(wanted)
        check_open(wanted)
        start, handicap = read_start(wanted), read_handicap(wanted.handicap)
        control = read_control(wanted.control)
        for seat in (wanted.gold, wanted.silver):
            self.players.check(seat.player)
        stored = StoredGame(
            id=new_id(),
            gold=new_seat(wanted.gold, Side.GOLD, token_hashes.get(Side.GOLD)),
            silver=new_seat(wanted.silver, Side.SILVER, token_hashes.get(Side.SILVER)),
            control=None if control is None else str(control),
            start=None if start is None else start.short,
            handicap=show_handicap(handicap),
            event=wanted.event,
            rated=wanted.rated,
            open=wanted.open,
            position=(start or Position()).short,
            draft=StoredDraft(no_engine=is_without_engine(wanted)),
            owner=self.store.owner_id,
        )
        note_anchors(stored)
        tree = GameTree(start, handicap)
        await self.store.create((stored, tree))
        room = await self._add(LiveGame(stored, tree), person)
        self._forget_if_idle(room)
        return room

    async def remove(self, room: Room) -> None:
        """Forget a game for good."""
        await self.reviews.cancel(room.id)
        async with room.lock:  # What is being stored comes first, and nothing after it.
            room.lock.close(NoGame)
        await room.close()
        await self.store.delete(room.id)
        # Last: until it is deleted, a page would load it again.
        self._rooms.pop(room.id, None)

    async def played_line(self, game_id: str) -> tuple[Game, list[int]]:
        """The game that was played, and the numbers of its nodes."""
        async with self.enter(game_id) as room:
            tree = room.live.tree
            return tree.game(tree.end), tree.played

    async def keep_review(self, game_id: str, review: dict[int, TurnJudgement]) -> None:
        """Keep what a review of the whole game has said."""
        async with self.enter(game_id) as room:
            await room.keep_review(review)

    async def _rematch(self, live: LiveGame) -> str:
        """The same again with sides swapped; the new game's id.

        A seat keeps its secret on the other side. So a player who is away at this moment has it
        already: nothing has to be handed over later, or kept unhashed until then.
        """
        old = live.stored
        hashes = {s.other: seat.token_hash for s, seat in old.seats.items() if seat.token_hash}
        handicap = show_handicap(read_handicap(old.handicap).swapped())
        wanted = NewGame(
            gold=wanted_again(old.silver, Side.SILVER),
            silver=wanted_again(old.gold, Side.GOLD),
            control=old.control,
            start=None if handicap else old.start,
            handicap=handicap,
            event=old.event,
            no_engine=old.draft.no_engine,
            rated=old.rated,
        )
        room = await self._create(wanted, hashes, NOBODY)
        return room.id

    async def _add(self, live: LiveGame, person: Person = NOBODY) -> Room:
        room = Room(
            live,
            store=self.store,
            players=self.players,
            work=self.work,
            rematch=self._rematch,
        )
        room.pulse.person = person
        self._rooms[room.id] = room
        # While it is started it is not idle: a second room of this game would be a second game.
        room.users += 1
        try:
            await room.start()
        finally:
            room.users -= 1
        return room

    async def _pick_up(self) -> None:
        """Go on with games whose rooms were given up: a bot may be to move in one of them."""
        now_s = time.monotonic()
        for game_id in [game_id for game_id, due_s in self._fallen.items() if due_s <= now_s]:
            del self._fallen[game_id]
            try:
                await self._room(game_id)
            except DatabaseAway:
                self._fallen[game_id] = now_s + _PICK_UP_S
            except Refusal:
                pass  # It was deleted, or cannot be read.

    async def _beat(self) -> None:
        """Note now and then that the server is there, while a clock runs."""
        while True:
            for room in list(self._rooms.values()):
                self._forget_if_idle(room)
            playing = {room.id for room in self._rooms.values() if room.live.is_running}
            await self.players.rest(playing, time.monotonic())
            try:
                if any(room.live.has_running_clock for room in self._rooms.values()):
                    await self.store.note_alive()
                await self._pick_up()
            except DatabaseAway:
                pass  # The log has it.
            except Exception:
                words = "a beat of the server's heart failed"
                _log.exception(words, extra={"event": "beat_failed"})
            await asyncio.sleep(_ALIVE_S)
