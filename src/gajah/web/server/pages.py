"""The pages' files: compressed by the application, and checked for changes by every browser."""

from __future__ import annotations

import hashlib
import os
from functools import partial
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request, Response
from starlette.datastructures import Headers
from starlette.responses import FileResponse
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from gajah.svg import PIECE_SETS
from gajah.web.server.sprite import piece_sprite

STATIC = Path(__file__).parent.parent / "static"
NETWORK = Path(__file__).parent.parent.parent / "engine" / "gajah.net"
PLAYER_PAGE = "player.html"
ADMIN_PAGE = "admin.html"
PAGES = {
    "/": "index.html",
    "/game/{game_id}": "game.html",
    "/analysis": "analysis.html",
    "/library": "library.html",
    "/editor": "editor.html",
    "/learn": "learn.html",
    "/puzzles": "puzzles.html",
    "/player/{name}": PLAYER_PAGE,
    "/admin": ADMIN_PAGE,
    "/favicon.ico": "icon.svg",
}
# The browser asks every time whether its copy is still good; the answer is a few bytes.
_CACHING = {"Cache-Control": "no-cache"}
# Bytes of a file that is read at once: by way of a thread it would cost twice the processor time.
_SMALL = 1 << 16


class _Files(StaticFiles):
    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers.update(_CACHING)
        is_whole = scope["method"] == "GET" and "range" not in Headers(scope=scope)
        if not isinstance(response, FileResponse) or not is_whole or stat_result.st_size > _SMALL:
            return response
        content = Path(full_path).read_bytes()
        return Response(content, response.status_code, dict(response.headers))


def add_pages(app: FastAPI) -> None:
    """Serve the pages at their addresses, and everything else under ``/static``."""
    files = _Files(directory=STATIC)
    for address, name in PAGES.items():
        app.add_route(address, partial(_page, files, name))
    app.add_route("/static/pieces/{pieces}.svg", partial(_pieces, files))
    app.add_route("/static/data/gajah.net", _network)
    app.mount("/static", files)


def missing_page() -> Response:
    """The page shown at an address that has none."""
    return FileResponse(STATIC / "missing.html", 404)


async def _page(files: StaticFiles, name: str, request: Request) -> Response:
    return await files.get_response(name, request.scope)


async def _network(_: Request) -> Response:
    """The network, for pages that think themselves."""
    return FileResponse(NETWORK, headers=_CACHING)


async def _pieces(files: StaticFiles, request: Request) -> Response:
    """The drawings of a piece set as symbols."""
    pieces = request.path_params["pieces"]
    if pieces not in PIECE_SETS:
        raise HTTPException(404)
    sprite = piece_sprite(pieces)
    headers = {"ETag": f'"{hashlib.sha256(sprite.encode()).hexdigest()}"', **_CACHING}
    response = Response(sprite, media_type="image/svg+xml", headers=headers)
    if files.is_not_modified(response.headers, request.headers):
        return NotModifiedResponse(response.headers)
    return response
