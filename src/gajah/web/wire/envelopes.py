"""What every message over a WebSocket has."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from gajah.web.wire.shapes import Shape

Ref = Annotated[int, Field(ge=0, lt=2**53)]


class FromPage(Shape):
    """A message of the page."""

    ref: Ref | None = None


class FromServer(Shape):
    """A message of the server; without ``ref`` it answers no request."""

    ref: int | None = None
