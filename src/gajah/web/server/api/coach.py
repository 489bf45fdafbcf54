"""The coach: a warning before a turn is played, what a turn does, hints. Nothing is stored."""

from __future__ import annotations

from fastapi import APIRouter

from gajah._core import Position, Stop, Turn
from gajah.analysis.coach import hint_at, warn
from gajah.analysis.explain import explain_turn
from gajah.engine.engine import Engine
from gajah.web.live.lobby import Lobby
from gajah.web.live.no_engine import check_engine_allowed
from gajah.web.server.api.common import ERRORS, LobbyDep, PersonDep, think
from gajah.web.wire.boards import check_playing, refusing, replay
from gajah.web.wire.coach import (
    CoachHint,
    TurnAsked,
    TurnChecked,
    TurnExplained,
    show_facts,
    show_hint,
    show_warning,
)
from gajah.web.wire.requests import PositionAsked

router = APIRouter(prefix="/coach", responses=ERRORS)

# The player waits for a hint, and a second is not long.
_HINT_S = 1.0
_HASH_MB = 64


@router.post("/check")
async def check(asked: TurnAsked, lobby: LobbyDep, person: PersonDep) -> TurnChecked:
    """Whether a turn loses much, before it is played."""
    position, turn = await _read_turn(asked, lobby)
    found = await think(lobby.pool, person, lambda _: warn(position, turn))
    return TurnChecked(warning=None if found is None else show_warning(found))


@router.post("/explain")
async def explain(asked: TurnAsked, lobby: LobbyDep, person: PersonDep) -> TurnExplained:
    """What a turn does."""
    position, turn = await _read_turn(asked, lobby)
    facts = await think(lobby.pool, person, lambda _: explain_turn(position, turn))
    return TurnExplained(facts=show_facts(facts))


@router.post("/hint")
async def hint(asked: PositionAsked, lobby: LobbyDep, person: PersonDep) -> CoachHint:
    """A good turn, in stages."""
    position = await _read_position(asked.position, lobby)

    def search(stop: Stop) -> CoachHint:
        found = Engine(hash_mb=_HASH_MB).search(position, time=_HINT_S, stop=stop)
        return show_hint(hint_at(position, found.turn))

    return await think(lobby.pool, person, search)


async def _read_position(text: str, lobby: Lobby) -> Position:
    """A position with a turn to play; a Refusal says what is wrong."""
    game = replay(text, [])
    check_playing(game)
    await check_engine_allowed(lobby, game)
    return game.position


async def _read_turn(asked: TurnAsked, lobby: Lobby) -> tuple[Position, Turn]:
    """The position and the turn that is to be played there; a Refusal says what is wrong."""
    position = await _read_position(asked.position, lobby)
    with refusing():
        return position, position.complete(asked.turn)
