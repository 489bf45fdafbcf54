"""When a player is told: it is their turn in a game by days, or their challenge was taken."""

from __future__ import annotations

import asyncio
import logging

from gajah._core import Side
from gajah.clock import TimeControl
from gajah.web.games.correspondence import is_correspondence
from gajah.web.games.rows import StoredGame
from gajah.web.games.store import GameStore
from gajah.web.notices.contacts import Contacts
from gajah.web.notices.sending import Notice, Sender
from gajah.web.settings import Settings
from gajah.web.wire.errors import Refusal

_log = logging.getLogger(__name__)
# A player whose page of the game is open is told after this time, if the turn is still due: the
# page may have been forgotten.
_HOLD_S = 300.0
_DAY_S = 86_400.0
_hold = asyncio.sleep


class Notices:
    """Tells players who are away."""

    def __init__(self, store: GameStore, settings: Settings) -> None:
        self._store = store
        self._sender = Sender(store, settings)
        self.contacts = Contacts(store, settings, self._sender)
        self._held: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """End."""
        for task in self._held:
            task.cancel()
        await self._sender.close()

    @property
    def is_busy(self) -> bool:
        """Whether a notice is held back, or waits to be sent."""
        return bool(self._held) or self._sender.is_busy

    def turn(self, game: StoredGame, side: Side, *, is_there: bool) -> None:
        """It is the turn of that side, whose player is looking at the game or not."""
        opponent = game.seats[side.other].name
        text = f"{opponent} has played. You have {_days(game)} for your turn."
        self._tell(game, side, f"Your turn against {opponent}", text, is_there=is_there)

    def accepted(self, game: StoredGame, side: Side, mover: Side, *, is_there: bool) -> None:
        """The game of that side has begun: an opponent has come."""
        opponent = game.seats[side.other].name
        first = "You have" if side is mover else f"{opponent} has"
        text = f"{opponent} plays against you. {first} {_days(game)} for the first turn."
        self._tell(game, side, f"{opponent} has accepted your challenge", text, is_there=is_there)

    def _tell(self, game: StoredGame, side: Side, title: str, text: str, *, is_there: bool) -> None:
        account = game.seats[side].account
        if account is None or not is_correspondence(game):
            return
        notice = Notice(account, game.id, title, text)
        if not is_there:
            self._sender.send(notice)
            return
        task = asyncio.create_task(self._tell_later(notice, game.turn_count))
        self._held.add(task)
        task.add_done_callback(self._held.discard)

    async def _tell_later(self, notice: Notice, turn_count: int) -> None:
        await _hold(_HOLD_S)
        try:
            game = await asyncio.to_thread(self._store.game, notice.game_id)
        except Refusal:
            return
        if game.turn_count == turn_count and game.state != "over":
            self._sender.send(notice)


def _days(game: StoredGame) -> str:
    days = int(TimeControl.parse(game.control or "0/0").move_s // _DAY_S)
    return "1 day" if days == 1 else f"{days} days"
