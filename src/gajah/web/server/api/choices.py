"""What can be chosen for a new game, and how busy the server is."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query

from gajah._core import Side
from gajah.handicap import Handicap
from gajah.setups import SETUPS, named_setup
from gajah.web.server.api.common import ERRORS, LobbyDep
from gajah.web.wire.choices import CHOICES
from gajah.web.wire.handicaps import read_handicap
from gajah.web.wire.requests import Controls, PlayerList, Ready, Setups, SetupShape, Status

router = APIRouter(responses=ERRORS)

_Without = Annotated[str, Query(pattern="^[EMHDCR]{0,15}$")]


@router.get("/players")
def players(lobby: LobbyDep) -> PlayerList:
    """The opponents that can be chosen."""
    return lobby.players.shapes()


@router.get("/setups")
def setups(g: _Without = "", s: _Without = "") -> Setups:
    """Good setups for each side, without the pieces that it gives up."""
    handicap = read_handicap({"g": g, "s": s})
    return Setups(g=_setups(Side.GOLD, handicap), s=_setups(Side.SILVER, handicap))


@router.get("/controls")
def controls() -> Controls:
    """Usual time controls."""
    return Controls(controls=CHOICES.controls)


@router.get("/status")
async def status(lobby: LobbyDep) -> Status:
    """How busy the server is."""
    queues = lobby.queues
    return Status(
        cores=lobby.pool.size + (lobby.workers or 0),
        searches=sum(queue.running for queue in queues),
        most_searches=sum(queue.most_at_once for queue in queues),
        waiting=sum(queue.waiting for queue in queues),
        games=len(lobby.rooms),
    )


@router.get("/ready")
async def ready(lobby: LobbyDep) -> Ready:
    """Whether games can be played: the database answers, and the server does not end. Else 503."""
    lobby.check_staying()
    await asyncio.to_thread(lobby.store.ping)
    return Ready(ready=True)


def _setups(side: Side, handicap: Handicap) -> list[SetupShape]:
    return [
        SetupShape(
            name=name,
            title=name.replace("-", " ").capitalize(),
            setup=str(named_setup(name, side, missing=handicap.missing(side))),
        )
        for name in SETUPS
    ]
