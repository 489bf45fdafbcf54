"""Analysis: ``/ws/analysis``. One search at a time for each page; a new one ends the old.

A review is work of the server: a page starts it, follows it, and may go.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

from fastapi import APIRouter, WebSocket

from gajah._core import Position, Side, Square
from gajah.engine.analysis import Analysis
from gajah.game import Game
from gajah.web.analysis.reviews import Follower
from gajah.web.analysis.thinking import analyse
from gajah.web.games.leases import Elsewhere
from gajah.web.games.show import show_score
from gajah.web.live.lobby import Lobby
from gajah.web.live.no_engine import check_engine_allowed
from gajah.web.server.api.common import check_may_change, get_lobby, get_presence
from gajah.web.server.people import is_relayed, person_of
from gajah.web.server.relay import Detour
from gajah.web.server.sockets.game import check_hello
from gajah.web.wire import messages as m
from gajah.web.wire.boards import check_playing, drafted, show_board, take_typed
from gajah.web.wire.client import Client
from gajah.web.wire.envelopes import FromServer
from gajah.web.wire.errors import Refusal, our_mistake
from gajah.web.wire.routes import find_routes
from gajah.web.wire.shapes import VERSION, LineShape
from gajah.web.wire.work import QUESTION

router = APIRouter()
_log = logging.getLogger(__name__)
_PATH = "/ws/analysis"


@router.websocket(_PATH)
async def analysis(socket: WebSocket) -> None:
    """Serve one page's analysis socket."""
    client = Client(socket, socket.app.state.settings.limits)
    client.person = person_of(socket)
    desk = Desk(client, get_lobby(socket), is_relayed=is_relayed(socket))
    async with client.open():
        try:
            with get_presence(socket).here(client):
                await _serve(client, desk)
        finally:
            await desk.leave()


async def _serve(client: Client, desk: Desk) -> None:
    greeted = False
    async for message in client.listen(m.ANALYSIS_MESSAGES):
        if greeted:
            await desk.hear(message)
        elif check_hello(message, client):
            client.tell(m.AnalysisWelcome(ref=message.ref))
            desk.game, greeted = message.game, True
        else:
            return


class Desk:
    """One page's analysis: at most one search at a time, and a review to follow."""

    def __init__(self, client: Client, lobby: Lobby, *, is_relayed: bool = False) -> None:
        self._client = client
        self._lobby = lobby
        self._is_relayed = is_relayed
        self._detour = Detour(client, _PATH, m.Hello(type="hello", version=VERSION))
        self._person = client.person
        #: The game that the page shows.
        self.game: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._followed: tuple[str, Follower] | None = None

    async def hear(self, message: m.AnalysisMessage) -> None:
        """Do what the page asks for, or tell it why not."""
        try:
            match message:
                case m.Analyse():
                    await self.stop()
                    self._task = asyncio.create_task(self._analyse(message))
                case m.StartReview() | m.CancelReview():
                    await self._ask_reviewer(message)
                case m.StopAnalysis():
                    await self.stop()
                    self._client.tell(m.Stopped(ref=message.ref))
                case m.Hello():
                    self._client.tell(m.AnalysisWelcome(ref=message.ref))
                case m.ShowBoard() | m.BoardRoutes() | m.BoardPreview():
                    cost = QUESTION + len(message.turns)
                    work = partial(_answer, message)
                    self._client.tell(await self._lobby.work.do(self._person, cost, work))
        except Refusal as refusal:
            self._client.refuse(refusal, message.ref)

    async def leave(self) -> None:
        """End everything of a page that has gone."""
        self._unfollow()
        await self._detour.close()
        await self.stop()
        self._lobby.engines.leave(self)

    async def stop(self) -> None:
        """End the search under way."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _analyse(self, message: m.Analyse) -> None:
        try:
            await self._think(message)
        except Refusal as refusal:
            self._client.refuse(refusal, message.ref)
        except Exception:
            _log.exception("an analysis failed", extra={"event": "analysis_failed"})
            self._client.refuse(our_mistake(), message.ref)

    async def _think(self, message: m.Analyse) -> None:
        # Its positions are shown as text, too, in both ways.
        cost = QUESTION + 3 * len(message.turns)
        work = partial(drafted, message)
        game, position = await self._lobby.work.do(self._person, cost, work)
        await check_engine_allowed(self._lobby, game, self.game)
        if message.threat:
            position = Position(dict(position.pieces), position.side.other)
        ref, found = message.ref, None

        def tell_place(place: int) -> None:
            if place:
                self._client.tell(m.Queued(place=place, ref=ref))

        if not _is_decided(game, position):
            found = await analyse(
                self._lobby.engines,
                self,
                position if message.threat else game,
                person=self._person,
                draft=position,
                lines=message.lines,
                on_place=tell_place,
                on_progress=lambda now: self._client.tell(_progress(now, position.side, ref)),
            )
        self._client.tell(_progress(found, position.side, ref, done=True))

    async def _ask_reviewer(self, message: m.StartReview | m.CancelReview) -> None:
        """Reviews are work of the process that the game belongs to."""
        try:
            if isinstance(message, m.StartReview):
                await self._review(message)
            else:
                await self._cancel_review(message)
        except Elsewhere as elsewhere:
            neighbours, peer = self._lobby.neighbours, elsewhere.peer
            if self._is_relayed or neighbours is None:
                raise
            self._unfollow()
            await self._detour.say(peer, message, neighbours.gone(peer))

    async def _review(self, message: m.StartReview) -> None:
        async with self._lobby.enter(message.game) as room:
            if not room.live.is_over:
                raise Refusal("game_running", "The game is still going on.", status=409)
            if message.seconds is not None:
                if room.live.stored.review is not None:
                    # A first review is open to all; replacing one is not.
                    check_may_change(room, message.token, owner=self._person.is_owner)
                await self._lobby.reviews.start(message.game, message.seconds, self._person)
        self._unfollow()

        def tell(state: m.ReviewState) -> None:
            self._client.tell(state.model_copy(update={"ref": message.ref}))

        self._followed = (message.game, tell)
        self._lobby.reviews.follow(message.game, tell)

    async def _cancel_review(self, message: m.CancelReview) -> None:
        async with self._lobby.enter(message.game) as room:
            check_may_change(room, message.token, owner=self._person.is_owner)
        await self._lobby.reviews.cancel(message.game)
        self._client.tell(m.Stopped(ref=message.ref))

    def _unfollow(self) -> None:
        if self._followed is not None:
            self._lobby.reviews.unfollow(*self._followed)
            self._followed = None


def _answer(message: m.BoardQuestion) -> FromServer:
    """Answer a question that needs no search."""
    game, position = drafted(message)
    match message:
        case m.ShowBoard():
            board = show_board(game, position, undone=message.undone)
            return m.BoardShown(board=board, ref=message.ref)
        case m.BoardRoutes():
            check_playing(game)
            routes = find_routes(position, Square(message.square))
            return m.RoutesFound(square=message.square, routes=routes, ref=message.ref)
        case m.BoardPreview():
            try:
                check_playing(game)
                shown = show_board(game, take_typed(game, position, message.text))
            except Refusal as refusal:
                return m.PreviewShown(board=None, text=refusal.text, ref=message.ref)
            return m.PreviewShown(board=shown, text="", ref=message.ref)


def _is_decided(game: Game, position: Position) -> bool:
    """Whether there is nothing to think about."""
    if game.needs_setup or game.result is not None:
        return True
    # A threat is what the other side would do: the game's repetitions are not its own.
    banned = game.banned_positions() if position.side is game.side else []
    if not position.has_turn(banned):
        return True
    return position.at_turn_start and position.verdict() is not None


def _progress(
    found: Analysis | None, side: Side, ref: int | None, *, done: bool = False
) -> m.AnalysisProgress:
    if found is None:
        return m.AnalysisProgress(done=done, ref=ref)
    lines = [
        LineShape(
            turn=str(line.turn),
            continuation=[str(turn) for turn in line.continuation],
            score=show_score(line.score, side),
        )
        for line in found.lines
    ]
    return m.AnalysisProgress(
        depth=found.depth,
        nodes=found.nodes,
        speed=round(found.nodes / max(found.seconds, 1e-3)),
        seconds=round(found.seconds, 3),
        lines=lines,
        done=done,
        ref=ref,
    )
