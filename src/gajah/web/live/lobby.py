"""All rooms: games are made here, found here, and go on here when the server comes back."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import TypeVar

from gajah._core import Side
from gajah.bots.names import HUMAN
from gajah.game import Game
from gajah.web.analysis.pool import Searches, SearchPool
from gajah.web.analysis.queue import SearchQueue
from gajah.web.analysis.reviews import Reviews
from gajah.web.analysis.thinking import EngineShelf
from gajah.web.analysis.workers import WorkerPool
from gajah.web.games.database import DatabaseAway
from gajah.web.games.leases import Told
from gajah.web.games.loading import reading
from gajah.web.games.rows import StoredGame, TurnJudgement
from gajah.web.games.seats import hash_token, is_id, new_token
from gajah.web.games.store import GameStore
from gajah.web.games.tree import GameTree
from gajah.web.live.bots import Bots
from gajah.web.live.connected import online_now, open_challenges
from gajah.web.live.drain import drain
from gajah.web.live.game import LiveGame
from gajah.web.live.loader import AT_ONCE, Loader
from gajah.web.live.neighbours import Neighbours
from gajah.web.live.new_games import Holder, holders_again, new_game, wanted_again
from gajah.web.live.players import PlayerShelf
from gajah.web.live.resting import FAR_S, RestingGames
from gajah.web.live.room import Room
from gajah.web.notices.notices import Notices
from gajah.web.settings import Settings
from gajah.web.wire.errors import NoGame, Refusal, Restarting, UnreadableGame
from gajah.web.wire.limits import NOBODY, OWNER, Person, Slots
from gajah.web.wire.requests import NewGame
from gajah.web.wire.work import QUESTION, Work

T = TypeVar("T")

_log = logging.getLogger(__name__)
# How often the server notes that it is there; as exact are the clocks after it was killed.
_ALIVE_S = 1.0
# Every so many beats are enough while only games of days go on.
_BEATS_AT_REST = 60
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
            self.searches = WorkerPool(settings.workers, self.pool, **bounds)
        self.work = Work(limits)
        self.exports = Slots(limits.exports, limits.exports_each)
        self.players = PlayerShelf(
            self.pool, settings.engines, searches=self.searches, pace_s=settings.bot_pace_s
        )
        self.engines = EngineShelf(self.searches)
        self.reviews = Reviews(store, self.engines, self, limits)
        self.notices = Notices(store, settings)
        self._rooms: dict[str, Room] = {}
        self._loader = Loader(store)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        #: Games without a room: given up, with the time to look after them; only clocks run.
        self._fallen: dict[str, float] = {}
        self._resting = RestingGames()
        self._opening = asyncio.Lock()
        self._heart: asyncio.Task[None] | None = None
        self._is_ending = False
        #: Other processes on the same database.
        self.neighbours = Neighbours(store, store.leases, self) if store.leases else None
        elsewhere = self.neighbours.bots if self.neighbours else dict
        self.bots = Bots(store, limits, self.online, elsewhere)

    @property
    def queues(self) -> set[SearchQueue]:
        """For the cores of this machine, and for workers where there are any."""
        return {self.pool, self.searches}

    @property
    def workers(self) -> int | None:
        """How many workers there are, if searches run on workers."""
        return self.searches.workers if isinstance(self.searches, WorkerPool) else None

    async def open(self) -> None:
        """Take up the games that were going on when the server ended."""
        self.searches.open()
        if self.neighbours is not None:
            self.neighbours.open()
        self.bots.open()
        await self._load_all(self._unfinished)
        await self.reviews.open()
        self._heart = asyncio.create_task(self._beat())

    async def take_up(self) -> None:
        """Go on with the games and reviews that belong to no process."""
        found = await asyncio.to_thread(self.store.unfinished)
        # Not in the order in which other processes load the same games.
        await self._load_all(random.sample(found, len(found)))
        await self.reviews.open()

    async def _load_all(self, found: Sequence[tuple[str, float | None]]) -> None:
        soon_s = self.store.time.now_s() + FAR_S
        resting = {game_id: flag_s for game_id, flag_s in found if flag_s and flag_s >= soon_s}
        claims = await asyncio.to_thread(self.store.claim, resting)
        # The start and a look for free games may both come to one: only one knows its time.
        for game_id, later_s in claims.later_s.items():
            self._resting.add(game_id, resting[game_id] + later_s)
        active = [game_id for game_id, _ in found if game_id not in resting]
        # Not all at once: pages come meanwhile.
        for at in range(0, len(active), AT_ONCE):
            await asyncio.gather(*map(self._load_quietly, active[at : at + AT_ONCE]))

    async def _load_quietly(self, game_id: str) -> None:
        # One that is damaged is no reason to keep the others waiting; its id may be so, too.
        with suppress(UnreadableGame, NoGame, Restarting):
            await self._room(game_id)

    def give_up(self) -> None:
        """Let go of all games; their pages come again."""
        self._resting.clear()
        for room in self._rooms.values():
            room.give_up(Restarting)

    def there_now(self) -> Told:
        """The games that players are connected to, each with their sides, and the bots."""
        return online_now(self._rooms.values()), self.bots.here()

    def challenges(self) -> list[Room]:
        """The rooms of this process whose makers wait for any opponent."""
        return open_challenges(self._rooms.values())

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
        self.bots.close()
        if self.neighbours is not None:
            await self.neighbours.close()
        await self.reviews.close()
        await self.notices.close()
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
        stored, tree = await self._loader.load(game_id)
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

    @property
    def rooms(self) -> list[Room]:
        """The games that are looked at or going on."""
        return list(self._rooms.values())

    def _forget_if_idle(self, room: Room) -> None:
        """A room in which nothing can happen is loaded again when a page comes."""
        if (room.is_idle or room.is_broken) and self._rooms.get(room.id) is room:
            del self._rooms[room.id]
            if room.is_broken:
                self._fallen[room.id] = time.monotonic() + _PICK_UP_S
                return
            room.pulse.stop()
            now_s = self.store.time.now_s()
            if (left_s := room.live.time_left_s(now_s)) is not None:
                self._resting.add(room.id, now_s + left_s)

    async def create(self, wanted: NewGame, person: Person = OWNER) -> tuple[Room, dict[Side, str]]:
        """A new game of that person, and the secrets of its human seats."""
        people = ((Side.GOLD, wanted.gold), (Side.SILVER, wanted.silver))
        tokens = {side: new_token() for side, seat in people if seat.player == HUMAN}
        held = {side: Holder(hash_token(token)) for side, token in tokens.items()}
        if tokens or person.is_owner:
            return await self._create(wanted, held, person), tokens
        async with self._opening:  # One after the other, so that each counts.
            self._check_bot_games(person)
            return await self._create(wanted, held, person), tokens

    def _check_bot_games(self, person: Person) -> None:
        """Refuse one more game between bots: they think for as long as it lasts."""
        rooms = [room for room in self._rooms.values() if room.live.stored.is_of_bots]
        running = [room.pulse.person for room in rooms if not room.live.is_over]
        own, others = running.count(person), [each for each in running if not each.is_owner]
        if own >= self._limits.bot_games_each or len(others) >= self._limits.bot_games:
            text = "Too many games between bots are going on: wait until one is over."
            raise Refusal("slow_down", text, status=429)

    async def _create(self, wanted: NewGame, held: Mapping[Side, Holder], person: Person) -> Room:
        """A new game, in which people hold seats."""
        self.check_staying()
        for seat in (wanted.gold, wanted.silver):
            self.players.check(seat.player)
        stored, tree = new_game(wanted, held, self.store.owner_id)
        self.bots.seat(stored, wanted)
        await self.store.create((stored, tree))
        self.bots.look_soon()
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
        room = await self._create(wanted_again(old), holders_again(old), NOBODY)
        return room.id

    async def _add(self, live: LiveGame, person: Person = NOBODY) -> Room:
        room = Room(
            live,
            store=self.store,
            players=self.players,
            work=self.work,
            notices=self.notices,
            rematch=self._rematch,
        )
        room.pulse.person = person
        self._rooms[room.id] = room
        self._resting.wake(room.id)
        # While it is started it is not idle: a second room of this game would be a second game.
        room.users += 1
        try:
            await room.start()
        finally:
            room.users -= 1
        return room

    async def _pick_up(self) -> None:
        """Go on with games whose rooms were given up, in which a bot may be to move, or rested."""
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
        for beats in count():
            for room in list(self._rooms.values()):
                self._forget_if_idle(room)
            playing = {room.id for room in self._rooms.values() if room.live.is_running}
            await self.players.rest(playing, time.monotonic())
            try:
                clocks = any(room.live.has_running_clock for room in self._rooms.values())
                if clocks or (self._resting and beats % _BEATS_AT_REST == 0):
                    await self.store.note_alive()
                due = self._resting.take_due(self.store.time.now_s())
                self._fallen |= dict.fromkeys(due, 0.0)
                await self._pick_up()
                await self.store.file_games()
            except DatabaseAway:
                pass  # The log has it.
            except Exception:
                words = "a beat of the server's heart failed"
                _log.exception(words, extra={"event": "beat_failed"})
            await asyncio.sleep(_ALIVE_S)
