"""The pages as a folder of files that needs no server: ``gajah site build``.

The folder works from any address and sub-path. Its pages are those of the server, marked as being
at home in the browser's tab; core runs there as WebAssembly.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from gajah._core import Kind, Piece, Position, Side
from gajah.svg import PIECE_SETS, THEMES, render
from gajah.svg.drawings import named_drawing
from gajah.svg.theme import Theme, find_theme
from gajah.web.server.pages import ADMIN_PAGE, PAGES, PLAYER_PAGE, STATIC
from gajah.web.server.sprite import piece_sprite

WASM = STATIC / "wasm" / "gajah.wasm"
_PACKAGE = resources.files("gajah")
_DATA_FILES = {
    "gajah.net": _PACKAGE / "engine" / "gajah.net",
    "puzzles.tsv": _PACKAGE / "analysis" / "puzzles.tsv",
    "weights.json": _PACKAGE / "engine" / "weights.json",
    "step_weights.json": _PACKAGE / "engine" / "step_weights.json",
}

_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)
_HEAD = f"""<html lang="en" data-home="tab">
<head>
  <meta http-equiv="Content-Security-Policy" content="{_POLICY}">
  <link rel="manifest" href="manifest.webmanifest">"""
_MARK = ".gajah-site"
_SERVICE_WORKER = "service-worker.js"


class NotASite(Exception):  # noqa: N818 - it says what was found
    """The folder has other files in it, or core has not been compiled for pages."""


def build_site(folder: Path) -> list[Path]:
    """Write the site, in place of an older one; the files written. Raises NotASite or OSError."""
    if not WASM.is_file():
        raise NotASite("the compiled core is missing: run make wasm in the source tree first")
    if folder.exists() and any(folder.iterdir()) and not (folder / _MARK).exists():
        raise NotASite(f"{folder} is not empty and was not written by gajah site build")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _copy_files(folder)
    _write_pictures(folder / "static" / "data" / "pictures")
    _write_pages(folder)
    _write_manifest(folder)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    _write_service_worker(folder, files)
    (folder / _MARK).touch()
    return [*files, folder / _SERVICE_WORKER]


def _copy_files(folder: Path) -> None:
    static = folder / "static"
    workers = (_SERVICE_WORKER, "push-worker.js")
    ignored = shutil.ignore_patterns("*.html", "*.d.ts", "*.md", "tsconfig.json", *workers)
    shutil.copytree(STATIC, static, ignore=ignored)
    (static / "data").mkdir()
    for name, source in _DATA_FILES.items():
        (static / "data" / name).write_bytes(source.read_bytes())
    (static / "pieces").mkdir()
    for pieces in PIECE_SETS:
        (static / "pieces" / f"{pieces}.svg").write_text(piece_sprite(pieces), "utf-8")


def _write_pages(folder: Path) -> None:
    for name in set(PAGES.values()) - {"icon.svg", PLAYER_PAGE, ADMIN_PAGE}:
        page = _page((STATIC / name).read_text("utf-8"))
        (folder / name).write_text(page, "utf-8")
    (folder / "404.html").write_text(_missing_page(), "utf-8")


def _page(text: str) -> str:
    """A page of the server as one of a folder: relative addresses, and marked as at home there."""
    text = text.replace('<html lang="en">\n<head>', _HEAD, 1)
    text = re.sub(r'(href|src)="/static/', r'\1="static/', text)
    text = re.sub(r'href="/([a-z]+)"', r'href="\1.html"', text)
    return text.replace('href="/"', 'href="index.html"')


def _missing_page() -> str:
    """The page that hosts show at any address of theirs, so that no relative one can be in it."""
    style, *scripts = (
        "\n".join((STATIC / name).read_text("utf-8") for name in names)
        for names in (("css/base.css", "css/board.css"), ("js/theme.js",), ("js/find-site.js",))
    )
    allowed = " ".join(map(_digest, scripts))
    policy = _POLICY.replace("'self' 'wasm", f"'self' {allowed} 'wasm")
    policy = policy.replace("img-src", f"style-src 'self' {_digest(style)}; img-src")
    page = _page((STATIC / "missing.html").read_text("utf-8")).replace(_POLICY, policy)
    page = re.sub(r"  <(?:link|script) [^>]*>(?:</script>)?\n", "", page)
    inside = "".join(
        [f"<style>{style}</style>\n", *(f"<script>{text}</script>\n" for text in scripts)]
    )
    return page.replace("</head>", f"{inside}</head>", 1)


def _digest(text: str) -> str:
    """How a policy names a script or style in the page itself."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _write_pictures(folder: Path) -> None:
    """The parts of pictures, from which pages put positions together."""
    folder.mkdir()
    for theme in THEMES:
        for pieces in PIECE_SETS:
            drawings = {
                "framed": _grounds(theme, coordinates=True),
                "bare": _grounds(theme, coordinates=False),
                "pieces": dict(_pieces(theme, pieces)),
                "colours": _line_colours(find_theme(theme)),
            }
            (folder / f"{theme}-{pieces}.json").write_text(json.dumps(drawings), "utf-8")


def _grounds(theme: str, *, coordinates: bool) -> dict[str, list[str]]:
    """The empty board for each side to move, upright and flipped, without its closing tag."""
    empty = {side: Position({}, side) for side in (Side.GOLD, Side.SILVER)}
    return {
        side.name[0].lower(): [
            render(position, theme=theme, coordinates=coordinates, flip=flip).removesuffix(
                "</svg>\n"
            )
            for flip in (False, True)
        ]
        for side, position in empty.items()
    }


def _pieces(theme: str, pieces: str) -> Iterator[tuple[str, str]]:
    for side in (Side.GOLD, Side.SILVER):
        for kind in Kind:
            piece = Piece(side, kind)
            _, drawing = named_drawing(pieces, piece, find_theme(theme).of(side))
            yield piece.letter, drawing


def _line_colours(theme: Theme) -> dict[str, object]:
    """The colours of what is drawn over pieces."""
    lines = {name: getattr(theme, name) for name in ("step", "dragged", "casing", "cross")}
    return {**lines, "inks": {letter: theme.ink(letter) for letter in "GRYB"}}


def _write_manifest(folder: Path) -> None:
    manifest = {
        "name": "gajah: play Arimaa",
        "short_name": "gajah",
        "description": "Play and study Arimaa, also without a network.",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#402405",
        "icons": [{"src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


def _write_service_worker(folder: Path, files: list[Path]) -> None:
    """The worker that keeps all files; its own text changes with them, so that browsers notice."""
    names = [path.relative_to(folder).as_posix() for path in files]
    digest = hashlib.sha256()
    for name, path in zip(names, files, strict=True):
        digest.update(f"{name}\n".encode() + path.read_bytes())
    source = (STATIC / _SERVICE_WORKER).read_text("utf-8")
    source = source.replace('VERSION = ""', f'VERSION = "{digest.hexdigest()[:16]}"', 1)
    source = source.replace("FILES = []", f"FILES = {json.dumps(names)}", 1)
    (folder / _SERVICE_WORKER).write_text(source, "utf-8")
