"""What can be chosen for a new game, and how busy the server is."""

from __future__ import annotations

from fastapi import APIRouter

from gajah._core import Side
from gajah.bots.setups import SETUPS, named_setup
from gajah.web.api.common import ERRORS, HallDep
from gajah.web.requests import Controls, ControlShape, Players, Setups, SetupShape, Status

router = APIRouter(responses=ERRORS)

_CONTROLS = {
    "15s/1m/100/1m": "Blitz",
    "30s/2m/100/5m": "Fast",
    "1m/5m/100/10m": "Normal",
    "2m/10m/100/10m/4h": "Match",
    "1d/7d/100/14d": "By mail",
}


@router.get("/players")
def players(hall: HallDep) -> Players:
    """Who can be played against."""
    return hall.players.shapes()


@router.get("/setups")
def setups() -> Setups:
    """Good setups for each side."""
    return Setups(g=_setups(Side.GOLD), s=_setups(Side.SILVER))


@router.get("/controls")
def controls() -> Controls:
    """Usual time controls."""
    return Controls(controls=[ControlShape(text=t, title=name) for t, name in _CONTROLS.items()])


@router.get("/status")
async def status(hall: HallDep) -> Status:
    """How busy the server is."""
    pool = hall.pool
    return Status(
        cores=pool.size,
        searches=pool.running,
        most_searches=pool.most_at_once,
        waiting=pool.waiting,
        games=hall.count_rooms(),
    )


def _setups(side: Side) -> list[SetupShape]:
    return [
        SetupShape(
            name=name,
            title=name.replace("-", " ").capitalize(),
            setup=str(named_setup(name, side)),
        )
        for name in SETUPS
    ]
