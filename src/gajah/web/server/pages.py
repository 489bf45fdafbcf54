"""The pages' files: compressed, cached, checked for changes, and nothing else on the disk."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request, Response

from gajah.svg import PIECE_SETS
from gajah.web.server.sprite import piece_sprite
from gajah.web.wire.errors import Refusal

STATIC = Path(__file__).parent.parent / "static"
PAGES = {
    "/": "index.html",
    "/game/{game_id}": "game.html",
    "/analysis": "analysis.html",
    "/library": "library.html",
    "/editor": "editor.html",
    "/learn": "learn.html",
    "/puzzles": "puzzles.html",
}
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
_MISSING = "missing.html"
# The browser asks every time whether its copy is still good; the answer is a few bytes.
_CACHING = "no-cache"


@dataclass(frozen=True)
class _File:
    stamp: tuple[int, int]
    tag: str
    plain: bytes
    squeezed: bytes
    type: str


class StaticFiles:
    """Files of one folder, kept in memory until they change."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder.resolve()
        self._files: dict[str, _File] = {}

    def respond(self, name: str, request: Request) -> Response:
        """The file of that name, or that the browser has it already; a Refusal if there is none."""
        return _respond(self._file(name), request)

    def respond_missing(self) -> Response:
        """The page shown at an address that has none."""
        file = self._file(_MISSING)
        return Response(file.plain, 404, media_type=file.type)

    def respond_pieces(self, pieces: str, request: Request) -> Response:
        """The drawings of a piece set as symbols; a Refusal if there is no such set."""
        if pieces not in PIECE_SETS:
            raise _no_file()
        name = f"pieces/{pieces}.svg"
        if name not in self._files:
            self._files[name] = _pack(piece_sprite(pieces).encode(), ".svg")
        return _respond(self._files[name], request)

    def _file(self, name: str) -> _File:
        hidden = any(part.startswith((".", "/")) for part in Path(name).parts)
        try:
            path = (self._folder / name).resolve()
            if hidden or path.suffix not in _TYPES or not path.is_relative_to(self._folder):
                raise _no_file()
            status = path.stat()
        except (OSError, ValueError):
            raise _no_file() from None
        stamp = (status.st_mtime_ns, status.st_size)
        # Not by the name that was asked for: "css/./base.css" and endless others mean one file.
        own_name = path.relative_to(self._folder).as_posix()
        known = self._files.get(own_name)
        if known is None or known.stamp != stamp:
            known = self._files[own_name] = _pack(path.read_bytes(), path.suffix, stamp)
        return known


def _respond(file: _File, request: Request) -> Response:
    headers = {"ETag": f'"{file.tag}"', "Cache-Control": _CACHING, "Vary": "Accept-Encoding"}
    if f'"{file.tag}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = file.plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = file.squeezed
        headers["Content-Encoding"] = "gzip"
    return Response(content, media_type=file.type, headers=headers)


def _pack(plain: bytes, suffix: str, stamp: tuple[int, int] = (0, 0)) -> _File:
    tag = hashlib.sha256(plain).hexdigest()[:20]
    return _File(stamp, tag, plain, gzip.compress(plain, 9, mtime=0), _TYPES[suffix])


def _no_file() -> Refusal:
    return Refusal("not_found", "There is nothing here.", status=404)


def make_router(files: StaticFiles) -> APIRouter:
    """The pages by their addresses, and everything else under ``/static``.

    What is in memory is answered at once: handing it to a thread would take longer.
    """
    router = APIRouter(include_in_schema=False)

    def add_page(address: str, name: str) -> None:
        async def page(request: Request) -> Response:
            return files.respond(name, request)

        router.add_api_route(address, page, methods=["GET", "HEAD"], name=name)

    for address, name in PAGES.items():
        add_page(address, name)

    @router.api_route("/static/pieces/{pieces}.svg", methods=["GET", "HEAD"])
    async def drawings(pieces: str, request: Request) -> Response:
        return files.respond_pieces(pieces, request)

    @router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
    async def static(name: str, request: Request) -> Response:
        return files.respond(name, request)

    @router.api_route("/favicon.ico", methods=["GET", "HEAD"])
    async def icon(request: Request) -> Response:
        return files.respond("icon.svg", request)

    return router
