"""What pages offer: opponents, time controls, and whether they can think themselves."""

from __future__ import annotations

from importlib import resources

from gajah.web.wire.requests import ControlShape, PlayerShape
from gajah.web.wire.shapes import Shape

_STATIC = resources.files("gajah") / "web" / "static"

HAS_TAB_ENGINE = (_STATIC / "wasm" / "gajah.wasm").is_file()
"""Whether core was compiled for pages: wheels have it, a source tree after ``make wasm``."""


class Choices(Shape):
    """The programs that can be played against, and usual time controls."""

    bots: list[PlayerShape]
    controls: list[ControlShape]


# Pages without a server read the same file.
CHOICES = Choices.model_validate_json((_STATIC / "choices.json").read_bytes())
