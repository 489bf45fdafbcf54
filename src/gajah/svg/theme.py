"""The colours of pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from gajah._core import Side

_COLOUR = re.compile(r"[#\w(),.%/ -]+")


def _check_colours(colours: PieceColours | Theme) -> None:
    """Colours go into attributes as they are, so nothing may pass that could end one."""
    for each in fields(colours):
        value = getattr(colours, each.name)
        if each.name in ("gold", "silver"):
            if not isinstance(value, PieceColours):
                raise ValueError(f"the colours of {each.name} are PieceColours, not {value!r}")
        elif not isinstance(value, str) or not _COLOUR.fullmatch(value):
            raise ValueError(f"{each.name} is not a colour: {value!r}")


@dataclass(frozen=True)
class PieceColours:
    """The colours of one side's pieces: the token's face, rim and shine, the figure on it, its
    second tone, and the pale parts such as a tusk. Not a colour: ValueError."""

    face: str
    rim: str
    shine: str
    figure: str
    tone: str
    pale: str

    def __post_init__(self) -> None:
        _check_colours(self)


# Gold is light with dark figures and silver dark with light ones, so that the sides also differ
# for those who see no colours.
_GOLD = PieceColours("#f2bf49", "#7d500a", "#ffe19a", "#402405", "#84581f", "#fffaf0")
_INKS = {"G": "#1f8a4c", "R": "#c62828", "Y": "#d39e00", "B": "#0b6bb5"}
_SILVER = PieceColours("#56616f", "#1d252f", "#8b98a8", "#f1f4f7", "#b4bfcc", "#a3b2c3")


@dataclass(frozen=True)
class Theme:
    """The colours of a whole picture, each any SVG colour; not a colour: ValueError.

    ``step`` and ``dragged`` are the arrows of the side that moved and of the pieces it pushed or
    pulled, ``casing`` the outline of both, ``cross`` what strikes out a captured piece.
    """

    light: str
    dark: str
    grid: str
    trap: str
    pit: str
    frame: str
    label: str
    step: str = "#0b6bb5"
    dragged: str = "#b0186f"
    casing: str = "#ffffff"
    cross: str = "#d3202a"
    gold: PieceColours = _GOLD
    silver: PieceColours = _SILVER

    def __post_init__(self) -> None:
        _check_colours(self)

    def of(self, side: Side) -> PieceColours:
        """The colours of that side's pieces."""
        return self.gold if side == Side.GOLD else self.silver

    def ink(self, letter: str) -> str:
        """The colour that records call by this letter; ``step`` for a letter they do not know."""
        return _INKS.get(letter, self.step)


_PRINT = Theme(
    *("#ffffff", "#f1f1f1", "#8a8a8a", "#9a9a9a", "#000000", "#ffffff", "#000000"),
    step="#000000",
    dragged="#000000",
    cross="#000000",
    gold=PieceColours("#ffffff", "#000000", "#ffffff", "#000000", "#777777", "#ffffff"),
    silver=PieceColours("#333333", "#000000", "#333333", "#ffffff", "#bbbbbb", "#999999"),
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "stone": Theme("#e9e7df", "#dcdacf", "#c3c0b3", "#9c4a3a", "#3f1811", "#39424d", "#e6e9ec"),
        "wood": Theme("#edddbd", "#dfc99f", "#bb9d6b", "#7c4526", "#2f1709", "#54331b", "#f3e3c6"),
        "meadow": Theme(
            *("#dfe6cf", "#cbd6b4", "#a7b68a", "#8a4b2c", "#33180a", "#36492f", "#e6eeda")
        ),
        "night": Theme(
            *("#3b434c", "#343b43", "#262c33", "#8f3f35", "#1c0a08", "#171b20", "#aeb8c2"),
            step="#4da3e8",
            dragged="#e86bb0",
            casing="#10141a",
        ),
        "print": _PRINT,
    }
)
"""The ready-made themes by name."""

DEFAULT_THEME = "stone"


def find_theme(theme: Theme | str) -> Theme:
    """A theme by its name, or itself; an unknown name raises ValueError."""
    if isinstance(theme, Theme):
        return theme
    if not isinstance(theme, str) or theme not in THEMES:
        raise ValueError(f"there is no theme {theme!r}: choose {', '.join(THEMES)}")
    return THEMES[theme]
