"""The owner's secret: where a proxy may stand in front, the owner's rights need it.

It is kept in the data folder, which the owner alone reads, and becomes a cookie of the browser
that has opened the owner's link.
"""

from __future__ import annotations

import hmac
import os
import time
from collections.abc import Mapping
from pathlib import Path

from starlette.responses import Response

from gajah.web.games.seats import new_token
from gajah.web.server.config import BadConfig
from gajah.web.settings import Settings

SECRET_FILE = "owner-secret"
_COOKIE = "gajah_owner"
_WRITTEN_WITHIN_S = 1.0
_RETRY_S = 0.02
_COOKIE_S = 400 * 86_400  # as long as browsers keep one at most


def owner_secret(folder: Path) -> str:
    """The secret of the owner of that data folder; made when it is first needed.

    Raises BadConfig where the file is empty: an empty secret would open for all.
    """
    path = folder / SECRET_FILE
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(f"{new_token()}\n")
    return _read(path)


def _read(path: Path) -> str:
    until_s = time.monotonic() + _WRITTEN_WITHIN_S
    # Another process that shares the folder may be about to write it.
    while not (secret := path.read_text(encoding="ascii").strip()):
        if time.monotonic() >= until_s:
            raise BadConfig(f"{path} is empty: delete it")
        time.sleep(_RETRY_S)
    return secret


def owner_link(settings: Settings) -> str:
    """The link that makes a browser the owner's. What follows # is not sent to any server."""
    host = f"https://{settings.hosts[0]}" if settings.hosts else f"http://127.0.0.1:{settings.port}"
    return f"{host}/#owner={owner_secret(settings.data)}"


class OwnerSecret:
    """Recognises the owner by the secret."""

    def __init__(self, settings: Settings) -> None:
        self.is_needed = bool(settings.hosts or settings.proxies)
        self._secret = owner_secret(settings.data) if self.is_needed else None

    def is_right(self, secret: str) -> bool:
        """Whether this is it; the time taken tells nothing about a near guess."""
        if self._secret is None:
            return False
        return hmac.compare_digest(self._secret.encode(), secret.encode())

    def is_in(self, cookies: Mapping[str, str]) -> bool:
        """Whether a request's cookies have it."""
        return self.is_right(cookies.get(_COOKIE, ""))

    def give(self, response: Response, *, secure: bool) -> None:
        """Have the browser keep it."""
        assert self._secret is not None
        response.set_cookie(
            _COOKIE,
            self._secret,
            max_age=_COOKIE_S,
            secure=secure,
            httponly=True,
            samesite="strict",
        )
