"""Analysis: ``/ws/analysis``. One search at a time for each page; a new one ends the old."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, WebSocket

from gajah._core import Position, Side, Square
from gajah.bots.engine import Analysis
from gajah.game import Game
from gajah.web import messages as m
from gajah.web.api.common import get_hall
from gajah.web.boards import check_playing, replay, show_board, take, take_typed
from gajah.web.client import Client
from gajah.web.errors import Refusal, our_mistake
from gajah.web.hall import Hall
from gajah.web.routes import find_routes
from gajah.web.show import show_score
from gajah.web.sockets.game import check_hello
from gajah.web.thinking import LongSearch, review_turns
from gajah.web.tree import Judgement

router = APIRouter()
_log = logging.getLogger(__name__)


@router.websocket("/ws/analysis")
async def analysis(socket: WebSocket) -> None:
    """A page comes to think."""
    client = Client(socket, socket.app.state.settings.limits)
    desk = _Desk(client, get_hall(socket))
    greeted = False
    async with client.open():
        try:
            async for message in client.listen(m.ANALYSIS_MESSAGES):
                if greeted:
                    await desk.hear(message)
                elif check_hello(message, client):
                    client.tell(m.AnalysisWelcome(ref=message.ref))
                    greeted = True
                else:
                    return
        finally:
            await desk.stop()


class _Desk:
    """One page's place to think."""

    def __init__(self, client: Client, hall: Hall) -> None:
        self._client = client
        self._hall = hall
        self._task: asyncio.Task[None] | None = None

    async def hear(self, message: m.AnalysisMessage) -> None:
        """Do what the page asks for, or tell it why not."""
        try:
            match message:
                case m.Analyse():
                    await self._begin(self._analyse(message), message.ref)
                case m.Review():
                    await self._begin(self._review(message), message.ref)
                case m.Stop():
                    await self.stop()
                    self._client.tell(m.Stopped(ref=message.ref))
                case m.Ping():
                    self._client.tell(m.Pong(id=message.id, ref=message.ref))
                case m.Hello():
                    self._client.tell(m.AnalysisWelcome(ref=message.ref))
                case _:
                    self._client.tell(_answer(message))
        except Refusal as refusal:
            self._client.refuse(refusal, message.ref)

    async def stop(self) -> None:
        """End what is being thought about."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _begin(self, work: Coroutine[Any, Any, None], ref: int | None) -> None:
        await self.stop()

        async def run() -> None:
            try:
                await work
            except Refusal as refusal:
                self._client.refuse(refusal, ref)
            except Exception:
                _log.exception("an analysis failed")
                self._client.refuse(our_mistake(), ref)

        self._task = asyncio.create_task(run())

    async def _analyse(self, message: m.Analyse) -> None:
        game = replay(message.position, message.turns)
        position = take(game.position, message.steps) if message.steps else game.position
        if message.threat:
            position = Position(dict(position.pieces), position.side.other)
        ref = message.ref
        if _is_decided(game, position):
            self._client.tell(_progress(None, position.side, ref, done=True))
            return

        def tell_place(place: int) -> None:
            if place:
                self._client.tell(m.Queued(place=place, ref=ref))

        search = LongSearch(
            self._hall.engines,
            self,
            position,
            history=() if message.threat else game.positions,
            lines=message.lines,
            on_place=tell_place,
            on_progress=lambda now: self._client.tell(_progress(now, position.side, ref)),
        )
        found = await search.run()
        self._client.tell(_progress(found, position.side, ref, done=True))

    async def _review(self, message: m.Review) -> None:
        game, numbers = await self._played_line(message.game)
        judged: dict[int, Judgement] = {}
        turns = review_turns(self._hall.engines, self, game, seconds=message.seconds)
        async for turn in turns:
            number, best = numbers[turn.number], None if turn.best is None else str(turn.best)
            score = show_score(turn.score, Side.GOLD)
            judged[number] = Judgement(score, best, turn.loss, turn.mark)
            self._client.tell(
                m.Reviewed(
                    done=turn.number + 1,
                    of=len(numbers),
                    node=number,
                    score=score,
                    best=best,
                    loss=turn.loss,
                    mark=turn.mark,
                    ref=message.ref,
                )
            )
        # Others may have come and gone meanwhile: the room is asked for anew.
        async with self._hall.enter(message.game) as room:
            await room.keep_review(judged)
        self._client.tell(m.Stopped(ref=message.ref))

    async def _played_line(self, game_id: str) -> tuple[Game, list[int]]:
        """A game that is over, and the numbers of its nodes."""
        async with self._hall.enter(game_id) as room:
            if not room.live.is_over:
                raise Refusal("game_running", "The game is still going on.", status=409)
            tree = room.live.tree
            return tree.game(tree.end), tree.played


def _answer(message: m.ShowBoard | m.BoardRoutes | m.BoardPreview) -> m.FromServer:
    """Questions that take no time."""
    game = replay(message.position, message.turns)
    if message.steps:
        check_playing(game)
    position = take(game.position, message.steps)
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
    """Is there nothing to think about?"""
    if game.needs_setup or game.result is not None:
        return True
    if not position.has_turn():
        return True
    return position.at_turn_start and position.verdict() is not None


def _progress(
    found: Analysis | None, side: Side, ref: int | None, *, done: bool = False
) -> m.AnalysisProgress:
    if found is None:
        return m.AnalysisProgress(
            depth=0, nodes=0, speed=0, seconds=0, lines=[], done=done, ref=ref
        )
    lines = [
        m.LineShape(
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
