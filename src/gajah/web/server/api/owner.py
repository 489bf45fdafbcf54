"""The owner's rights, for a browser that has the owner's link."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter, Request, Response

from gajah.web.server.api.common import ERRORS
from gajah.web.server.owner import OwnerSecret
from gajah.web.wire.errors import Refusal
from gajah.web.wire.requests import OwnerAsked, OwnerKnown

router = APIRouter(responses=ERRORS)


@router.post("/owner")
async def claim(asked: OwnerAsked, request: Request, response: Response) -> OwnerKnown:
    """Give a browser that knows the owner's secret a cookie by which it is known from now on."""
    secret = cast(OwnerSecret, request.app.state.owner)
    if not secret.is_right(asked.secret):
        text = "This is not the owner's link, or not any more."
        raise Refusal("wrong_secret", text, status=403)
    secret.give(response, secure=request.url.scheme == "https")
    return OwnerKnown(owner=True)
