"""A room: one live game with the pages that look at it.

Everything that changes the game happens under the room's lock, is stored, and only then told.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from gajah._core import Setup, Side, Square, Turn
from gajah.web.games.database import DatabaseAway
from gajah.web.games.rows import TurnJudgement
from gajah.web.games.store import GameStore
from gajah.web.games.tree_changes import change_tree
from gajah.web.games.writer import Overtaken
from gajah.web.live.agreements import rematch, take_back
from gajah.web.live.conditions import set_conditions
from gajah.web.live.game import LiveGame
from gajah.web.live.locks import ClosableLock
from gajah.web.live.pace import may_pace, set_pace
from gajah.web.live.phrases import Phrases
from gajah.web.live.plans import resume_conditions, set_plan, tell_outcome
from gajah.web.live.players import PlayerShelf
from gajah.web.live.pulse import Pulse, wait_for_end
from gajah.web.live.seating import may_play
from gajah.web.notices.notices import Notices
from gajah.web.wire import messages as m
from gajah.web.wire.boards import letter, show_board, side_of, take_typed
from gajah.web.wire.client import Client, to_text, with_ref
from gajah.web.wire.envelopes import FromServer
from gajah.web.wire.errors import Refusal, not_stored, our_mistake, watching
from gajah.web.wire.requests import TreeChange
from gajah.web.wire.routes import find_routes
from gajah.web.wire.shapes import ClockShape, NodeShape
from gajah.web.wire.table import PlayOne, SayPhrase, SetConditions, SetPace, SetPlan
from gajah.web.wire.work import QUESTION, Work

_log = logging.getLogger(__name__)


class Room:
    """One live game and the pages that look at it."""

    def __init__(
        self,
        live: LiveGame,
        *,
        store: GameStore,
        players: PlayerShelf,
        work: Work,
        notices: Notices,
        rematch: Callable[[LiveGame], Awaitable[str]],
    ) -> None:
        self.live = live
        self.lock = ClosableLock()
        self.pulse = Pulse(live, self.lock, players, self, store.time)
        self.store = store
        self._work = work
        self._notices = notices
        self.make_rematch = rematch
        self.clients: dict[Client, None] = {}
        self._phrases = Phrases()
        #: How many are using this room at this moment, pages and requests.
        self.users = 0
        self.is_broken = False

    @property
    def id(self) -> str:
        """The game's id."""
        return self.live.stored.id

    @property
    def is_idle(self) -> bool:
        """Whether it is unused, and nothing will happen by itself."""
        return self.pulse.is_still and not self.users

    @property
    def online(self) -> frozenset[Side]:
        """The sides with an open page."""
        return frozenset(side for client in self.clients for side in client.sides)

    async def start(self) -> None:
        """Let clock and bots go on, after the game was made or loaded."""
        async with self.lock:
            begun = self.live.begin_if_ready()
            self.pulse.start_clock()
            if begun:
                await self.save()
            await resume_conditions(self)
            self.pulse.wake_bot()

    async def join(self, client: Client, sides: frozenset[Side], ref: int | None) -> None:
        """Add a page, and tell the others if a side has come online."""
        before = self.online
        async with self.lock:
            client.sides = sides = await may_play(self, sides, client.member)
            if sides:
                self.pulse.person = client.person
            if self.live.sit(sides, client.member):
                await self.begin(*sides)
            tree = await self._show_tree(client)
            # From here on it hears everything, and nothing before it is welcome.
            self.clients[client] = None
            client.tell(self._welcome(client, ref, tree))
        if self.online != before:
            self.tell_game(but=client)
        self.pulse.wake_bot()

    async def begin(self, *new: Side) -> None:
        """Store that these sides have come, and let the game begin if it can."""
        begun = self.live.begin_if_ready()
        self.pulse.start_clock()
        await self.save()
        for side in [side for side in Side if side not in new] if begun else ():
            game, mover = self.live.stored, self.live.side
            self._notices.accepted(game, side, mover, is_there=side in self.online)

    def leave(self, client: Client) -> None:
        """Remove a page, and tell the others if a side has gone offline."""
        before = self.online
        self.clients.pop(client, None)
        if self.online != before:
            self.tell_game()

    async def hear(self, client: Client, message: m.PageMessage) -> None:
        """Do what a page asks for, or tell it why not."""
        try:
            if isinstance(message, m.FindRoutes | m.Preview):
                self.charge(client, QUESTION)
                self._answer(client, message)
            else:
                async with self.lock:
                    await self._obey(client, message)
                    self.pulse.wake_bot()
        except Refusal as refusal:
            client.refuse(refusal, message.ref)
        except Exception:
            note = {"event": "message_failed", "game": self.id}
            _log.exception("a message in game %s failed", self.id, extra=note)
            client.refuse(our_mistake(), message.ref)
            self.give_up(our_mistake)

    def charge(self, client: Client, cost: int) -> None:
        """Have the page's person pay for work; a Refusal where they cannot."""
        self._work.charge(client.person, cost)

    async def change_tree(self, change: TreeChange) -> int:
        """Edit the tree of a game that is over."""
        async with self.lock:
            if not self.live.is_over:
                raise Refusal("game_running", "The game is still going on.", status=409)
            is_study = self.live.stored.is_study
            node = change_tree(self.live.tree, change, is_study=is_study)
            if is_study:
                self.live.follow_tree()
            await self.keep(self.store.save_tree(self.live.stored, self.live.tree))
            return node

    async def keep_review(self, review: dict[int, TurnJudgement]) -> None:
        """Keep what a review of the whole game has said."""
        async with self.lock:
            self.live.stored.review = review
            await self.save()

    async def close(self) -> None:
        """Stop the timer and the bot, and disconnect all pages."""
        await wait_for_end(self._send_away())

    def give_up(self, why: Callable[[], Refusal]) -> None:
        """Disconnect all pages; when they return they find what the database has."""
        self.is_broken = True
        # What is still on its way here must not be stored over what they find.
        self.lock.close(why)
        # Later, so that the page to blame is told why.
        asyncio.get_running_loop().call_soon(self._send_away)

    def _send_away(self) -> asyncio.Task[None] | None:
        for client in self.clients:
            client.close()
        return self.pulse.stop()

    def _answer(self, client: Client, message: m.FindRoutes | m.Preview) -> None:
        """Questions that change nothing."""
        game = self.live.running.game
        holds = self.live.side in client.sides
        position = self.live.running.drafted if holds else game.position
        if isinstance(message, m.FindRoutes):
            found = []
            if self.live.is_running and not game.needs_setup:
                found = find_routes(position, Square(message.square))
            client.tell(m.RoutesFound(square=message.square, routes=found, ref=message.ref))
            return
        start = game.position if message.from_start else position
        try:
            board = show_board(game, take_typed(game, start, message.text))
        except Refusal as refusal:
            client.tell(m.PreviewShown(board=None, text=refusal.text, ref=message.ref))
        else:
            client.tell(m.PreviewShown(board=board, text="", ref=message.ref))

    async def _obey(self, client: Client, message: m.PageMessage) -> None:
        match message:
            case m.Hello():
                tree = await self._show_tree(client)
                client.tell(self._welcome(client, message.ref, tree))
            case m.Name():
                await self._rename(client, message)
            case m.Resign():
                self.live.resign(self.seat(client), self.used_s())
                await self.ended(client, message.ref)
            case m.Takeback():
                await take_back(self, client, message)
            case m.Rematch():
                await rematch(self, client, message)
            case SayPhrase():
                self._phrases.say(self, client, message)
            case SetPlan():
                await set_plan(self, client, message)
            case SetConditions():
                await set_conditions(self, client, message)
            case SetPace() | PlayOne():
                await set_pace(self, client, message)
            case m.Send():
                self._check_mover(client)
                await self.play(self.live.drafted_turn(), client, message.ref)
            case m.PlaySetup():
                self._check_mover(client)
                await self.play(self.live.checked_setup(message.setup), client, message.ref)
            case _:
                self._check_mover(client)
                self._draft(message)
                await self.keep(self.store.save_draft(self.live.stored))
                self.tell_draft(client, message.ref)

    async def play(
        self, turn: Setup | Turn | str, client: Client | None = None, ref: int | None = None
    ) -> None:
        """Play the turn of the side to move."""
        await self.played(self.live.play(turn, self.used_s()), client, ref)

    def _draft(self, message: m.PageMessage) -> None:
        match message:
            case m.AddStep():
                self.live.draft_steps([message.step])
            case m.AddSteps():
                self.live.draft_steps(message.steps)
            case m.Undo():
                self.live.undo()
            case m.Redo():
                self.live.redo()
            case m.Reset():
                self.live.reset()
            case m.DraftSetup():
                self.live.draft_setup(message.setup)

    def tell_draft(self, client: Client | None = None, ref: int | None = None) -> None:
        """Tell the side to move its draft."""
        side = self.live.side
        board, setup = self.live.board((side,)), self.live.setup_draft((side,))
        players = [each for each in self.clients if side in each.sides]
        self.tell_all(m.DraftShown(board=board, setup_draft=setup), client, ref, to=players)

    async def played(
        self, node: int | None, client: Client | None = None, ref: int | None = None
    ) -> None:
        """A turn has been played, or the clock was faster."""
        if node is None:
            await self.ended(client, ref)
            return
        self.pulse.start_clock()
        is_due = self.live.note_turn_due()
        row = self.live.tree.row(self.id, node)
        await self.keep(self.store.save(self.live.stored, self.live.tree, new_node=row))
        message = m.TurnPlayed(
            node=self.live.tree.shape(node),
            clock=self._clock(),
            game=self.live.shape(self.online),
            board=self.live.board(()),
        )
        self.tell_all(message, client, ref)
        if not await tell_outcome(self) and is_due:
            side = self.live.side
            self._notices.turn(self.live.stored, side, is_there=side in self.online)

    async def ended(self, client: Client | None = None, ref: int | None = None) -> None:
        """The game has ended."""
        self.pulse.start_clock()
        await self.save()
        # The draft has not been played: its owner must see the last turn's position.
        self.tell_draft()
        self.tell_game(client, ref)

    async def _rename(self, client: Client, message: m.Name) -> None:
        sides = client.sides if message.side is None else {side_of(message.side)} & client.sides
        if not sides:
            raise watching()
        for side in sides:
            self.live.rename(side, message.name)
        await self.save()
        self.tell_game(client, message.ref)

    def seat(self, client: Client) -> Side:
        """The side for which a client speaks; a client with both speaks for the side to move."""
        if not client.sides:
            raise watching()
        if self.live.side in client.sides:
            return self.live.side
        return self.live.side.other

    def _check_mover(self, client: Client) -> None:
        if not client.sides:
            raise watching()
        if self.live.is_over:
            raise Refusal("game_over", "The game is over.", status=409)
        if self.live.side not in client.sides:
            raise Refusal("not_your_turn", "It is not your turn.", status=409)

    def tell_place(self, side: Side, place: int) -> None:
        """Tell all pages which place in the queue a bot has."""
        self.tell_all(m.Thinking(side=letter(side), place=place))

    async def _show_tree(self, client: Client) -> list[NodeShape]:
        """All turns, at the cost of the page that asks. The lock keeps them as they are."""
        tree, review = self.live.tree, self.live.stored.review
        return await self._work.do(client.person, len(tree), lambda: tree.shapes(review))

    def _welcome(self, client: Client, ref: int | None, tree: list[NodeShape]) -> m.Welcome:
        live = self.live
        return m.Welcome(
            seats=[letter(side) for side in (Side.GOLD, Side.SILVER) if side in client.sides],
            game=live.shape(self.online),
            tree=tree,
            clock=self._clock(),
            board=live.board(client.sides),
            setup_draft=live.setup_draft(client.sides),
            plan=live.plan(client.sides),
            conditions=live.conditions(client.sides),
            asked=live.asked(),
            rematch=live.stored.draft.rematch,
            may_pace=may_pace(live, client),
            now=self.store.time.now_s(),
            ref=ref,
        )

    def _clock(self) -> ClockShape | None:
        return self.live.clock(self.store.time.now_s())

    def used_s(self) -> float:
        """How long the turn under way has taken."""
        return self.live.used_s(self.store.time.now_s())

    def tell_game(
        self,
        client: Client | None = None,
        ref: int | None = None,
        *,
        but: Client | None = None,
    ) -> None:
        """Tell all pages but one how the game stands."""
        message = m.GameChanged(game=self.live.shape(self.online), clock=self._clock())
        others = [each for each in self.clients if each is not but]
        self.tell_all(message, client, ref, to=others)

    def tell_all(
        self,
        message: FromServer,
        client: Client | None = None,
        ref: int | None = None,
        *,
        to: Iterable[Client] | None = None,
    ) -> None:
        """Tell all pages, or those; the client whose request it answers gets its number too."""
        text = to_text(message)
        for each in self.clients if to is None else to:
            each.send(with_ref(text, ref) if each is client else text)

    def welcome_all(self) -> None:
        """Tell all pages everything."""
        tree = self.live.tree.shapes(self.live.stored.review)
        for client in self.clients:
            client.tell(self._welcome(client, None, tree))

    async def save(self) -> None:
        """Store the game without its turns."""
        await self.keep(self.store.save(self.live.stored, self.live.tree))

    async def keep(self, storing: Awaitable[None]) -> None:
        """Wait until something is stored. If it cannot be, the room is given up as it is."""
        try:
            await storing
        except (DatabaseAway, Overtaken) as refusal:
            self.give_up(type(refusal))
            raise refusal from None
        except Exception:
            note = {"event": "game_not_stored", "game": self.id}
            _log.exception("game %s cannot be stored", self.id, extra=note)
            self.give_up(not_stored)
            raise not_stored() from None
