"""Links for other people, and the same as QR codes."""

from __future__ import annotations

import segno
from fastapi import APIRouter, Request

from gajah.web.server.addresses import restart_command, shareable_origins
from gajah.web.server.api.common import ERRORS
from gajah.web.wire.requests import LinkAsked, Links

router = APIRouter(responses=ERRORS)


@router.post("/links")
def links(asked: LinkAsked, request: Request) -> Links:
    """Links by which others reach a page, or what the owner has to do first."""
    settings = request.app.state.settings
    # A server that was asked for any port, or found its own taken, listens on another.
    port = request.scope["server"][1]
    found = [origin + asked.path for origin in shareable_origins(asked.origin, settings, port)]
    if not found:
        return Links(links=[], qr_code=None, restart=restart_command(settings, port))
    return Links(links=found, qr_code=_qr_code(found[0]), restart=None)


def _qr_code(text: str) -> str:
    """A picture as a data URI; its light squares are drawn, for pages with a dark ground."""
    return segno.make_qr(text).svg_data_uri(scale=4, light="white", svgclass=None, lineclass=None)
