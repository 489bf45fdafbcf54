"""Ways to bring a piece somewhere within the turn, as the page gets them."""

from __future__ import annotations

from typing import Literal

from gajah import _core
from gajah._core import PieceRoute, Position, RouteKind, Side, Square
from gajah.web.wire.boards import piece_at
from gajah.web.wire.shapes import Route

_KINDS: dict[RouteKind, Literal["walk", "push", "pull"]] = {
    RouteKind.WALK: "walk",
    RouteKind.PUSH: "push",
    RouteKind.PULL: "pull",
}


def find_routes(position: Position, square: Square) -> list[Route]:
    """Every way to move the piece there by legal steps, the shortest and safest first."""
    return [_route(found, position.side) for found in _core.find_routes(position, square)]


def _route(found: PieceRoute, side: Side) -> Route:
    captures = [step.capture for step in found.steps if step.capture is not None]
    return Route(
        to=found.squares[-1].name,
        squares=[square.name for square in found.squares],
        steps=[str(step) for step in found.steps],
        count=len(found.steps),
        lost=[piece_at(c) for c in captures if c.piece.side is side],
        captured=[piece_at(c) for c in captures if c.piece.side is not side],
        kind=_KINDS[found.kind],
    )
