"""Games from which their players have barred the engine, for as long as they are played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from gajah._core import Position
from gajah.game import Game
from gajah.web.games.store import GameStore
from gajah.web.live.lobby import Lobby
from gajah.web.wire.errors import NoGame, Refusal, UnreadableGame


async def check_engine_allowed(lobby: Lobby, game: Game, game_id: str | None = None) -> None:
    """Refuse to think about a running game without engine: by its id, or by where it stands.

    A line that leads through the position of such a game is refused as well, whichever side is
    said to be to move there.
    """
    if game_id is not None and await _is_barred(lobby, game_id):
        raise _barred()
    if await asyncio.to_thread(_is_barred_position, lobby.store, game.positions):
        raise _barred()


def _is_barred_position(store: GameStore, line: Sequence[Position]) -> bool:
    return store.is_barred({text for position in line for text in _both_to_move(position)})


async def _is_barred(lobby: Lobby, game_id: str) -> bool:
    try:
        stored, _ = await lobby.load(game_id)
    except (NoGame, UnreadableGame):  # It has been deleted while a page shows it.
        return False
    return stored.draft.no_engine and stored.state != "over"


def _both_to_move(position: Position) -> tuple[str, str]:
    squares = position.short[1:]
    return f"g{squares}", f"s{squares}"


def _barred() -> Refusal:
    text = "This game is played without engine: no analysis, hints or coach until it is over."
    return Refusal("no_engine", text, status=409)
