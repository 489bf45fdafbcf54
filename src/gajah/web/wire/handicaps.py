"""Handicaps as the page and the database have them: for each side, the letters it plays without."""

from __future__ import annotations

from collections.abc import Mapping

from gajah._core import Side
from gajah.errors import NotationError
from gajah.handicap import Handicap
from gajah.web.wire.errors import Refusal
from gajah.web.wire.shapes import SideLetter


def read_handicap(letters: Mapping[SideLetter, str] | None) -> Handicap:
    """The handicap of these letters; a Refusal if a side has fewer such pieces."""
    given = letters or {}
    try:
        return Handicap.parse(given.get("g", "").upper() + given.get("s", "").lower())
    except NotationError as error:
        raise Refusal("bad_handicap", f"There is {error.reason}.", status=422) from None


def show_handicap(handicap: Handicap) -> dict[SideLetter, str] | None:
    """Both sides' letters as capitals; ``None`` without a handicap."""
    if not handicap:
        return None
    gold, silver = ("".join(p.letter for p in handicap.missing(side)) for side in Side)
    return {"g": gold, "s": silver.upper()}
