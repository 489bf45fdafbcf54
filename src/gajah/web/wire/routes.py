"""Ways to bring a piece somewhere within the turn, as the page gets them."""

from __future__ import annotations

from pydantic import TypeAdapter

from gajah._core import Position, Square, routes_json
from gajah.web.wire.shapes import Route

_ROUTES = TypeAdapter(list[Route])


def find_routes(position: Position, square: Square) -> list[Route]:
    """Every way to move the piece there by legal steps, the shortest and safest first."""
    return _ROUTES.validate_json(routes_json(position, square))
