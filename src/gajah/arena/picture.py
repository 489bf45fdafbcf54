"""Pictures made of a few simple shapes, written as SVG, or as PNG with the extra ``plot``."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from PIL import ImageDraw

Anchor = Literal["start", "middle", "end"]

_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
# Pixels of the PNG for each unit of the picture, and how much finer it is drawn at first.
_PNG_SCALE = 2
_SMOOTHING = 2
_PILLOW_ANCHORS: dict[Anchor, str] = {"start": "ls", "middle": "ms", "end": "rs"}


class PictureError(ValueError):
    """A picture that cannot be written; the text says what is missing."""


@dataclass(frozen=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True)
class Path2D:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float = 1.0


@dataclass(frozen=True)
class Label:
    """A text; ``y`` is its baseline."""

    x: float
    y: float
    text: str
    size: float = 12.0
    anchor: Anchor = "start"
    colour: str = "#222222"


Figure = Box | Path2D | Label


@dataclass
class Picture:
    """Shapes on a white ground, the later ones on top."""

    width: float
    height: float
    title: str = ""
    shapes: list[Figure] = field(default_factory=list)

    def svg(self) -> str:
        """The picture as SVG."""
        size = f'width="{self.width:g}" height="{self.height:g}"'
        box = f'viewBox="0 0 {self.width:g} {self.height:g}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} font-family="{_FONT}">',
            f"<title>{escape(self.title)}</title>",
            '<rect width="100%" height="100%" fill="#ffffff"/>',
            *map(_svg, self.shapes),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def save(self, path: Path) -> None:
        """Write the picture in the format that the file's name ends with; raises PictureError."""
        if check_format(path) == ".svg":
            path.write_text(self.svg(), encoding="utf-8")
        else:
            self._save_png(path)

    def _save_png(self, path: Path) -> None:
        from PIL import Image, ImageDraw

        fine = _PNG_SCALE * _SMOOTHING
        size = (round(self.width * fine), round(self.height * fine))
        image = Image.new("RGB", size, "#ffffff")
        draw = ImageDraw.Draw(image)
        for shape in self.shapes:
            _draw(draw, shape, fine)
        image.reduce(_SMOOTHING).save(path, "PNG")


def check_format(path: Path) -> str:
    """How a picture of that name is written; raises PictureError if it cannot be."""
    suffix = path.suffix.lower()
    if suffix not in (".svg", ".png"):
        raise PictureError(f"{path.name}: a picture is written as .svg or .png")
    if suffix == ".png" and find_spec("PIL") is None:
        raise PictureError("PNG needs Pillow: pip install 'gajah[plot]', or write SVG")
    return suffix


def _svg(shape: Figure) -> str:
    if isinstance(shape, Box):
        place = f'x="{shape.x:.1f}" y="{shape.y:.1f}"'
        size = f'width="{shape.width:.1f}" height="{shape.height:.1f}"'
        return f'<rect {place} {size} fill="{shape.fill}"/>'
    if isinstance(shape, Path2D):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
        stroke = f'stroke="{shape.colour}" stroke-width="{shape.width:g}"'
        return f'<polyline points="{points}" fill="none" {stroke} stroke-linejoin="round"/>'
    place = f'x="{shape.x:.1f}" y="{shape.y:.1f}" font-size="{shape.size:g}"'
    look = f'text-anchor="{shape.anchor}" fill="{shape.colour}"'
    return f"<text {place} {look}>{escape(shape.text)}</text>"


def _draw(draw: ImageDraw.ImageDraw, shape: Figure, scale: int) -> None:
    from PIL import ImageFont

    if isinstance(shape, Box):
        corner = (shape.x * scale, shape.y * scale)
        # Pillow's rectangles include their last pixel.
        end = ((shape.x + shape.width) * scale - 1, (shape.y + shape.height) * scale - 1)
        draw.rectangle((*corner, *end), fill=shape.fill)
    elif isinstance(shape, Path2D):
        points = [(x * scale, y * scale) for x, y in shape.points]
        draw.line(points, fill=shape.colour, width=round(shape.width * scale), joint="curve")
    else:
        font = ImageFont.load_default(shape.size * scale)
        place = (shape.x * scale, shape.y * scale)
        anchor = _PILLOW_ANCHORS[shape.anchor]
        draw.text(place, shape.text, fill=shape.colour, font=font, anchor=anchor)
