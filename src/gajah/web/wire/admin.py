"""What the owner of a server sees and does there."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from gajah.web.wire.accounts import AccountName
from gajah.web.wire.shapes import LineText, Shape

ReasonText = Annotated[LineText, Field(min_length=1)]


class BanShape(Shape):
    """A ban; ``target`` is an account's name or a network. Without ``until`` it does not end."""

    target: str
    reason: str
    since: float
    until: float | None


class UserShape(Shape):
    """An account as the owner sees it; ``seen`` is exact to a day."""

    name: str
    created: float
    seen: float | None
    sessions: int
    #: The name of the account that a bot belongs to, "" where it is the server's own.
    keeper: str | None
    rating: int
    rated_games: int
    ban: BanShape | None


class UserList(Shape):
    """A page of the accounts, newest first, and the number of all."""

    users: list[UserShape]
    total: int


class SessionShape(Shape):
    """A browser that is logged in, or a bot's token; ``id`` is the hash of its secret."""

    id: str
    name: str
    seen: float


class SessionList(Shape):
    """Sessions, those used last first, and the number of all."""

    sessions: list[SessionShape]
    total: int


class BanList(Shape):
    """All bans that have not ended."""

    bans: list[BanShape]


class ActShape(Shape):
    """Something that was done."""

    at: float
    by: str
    act: str
    target: str
    detail: str


class ActList(Shape):
    """What was done last, the newest first."""

    acts: list[ActShape]


class ServerState(Shape):
    """What one process of the server has open at this moment, and its limits."""

    version: str
    sockets: int
    games: int
    bots: int
    searches: int
    waiting: int
    limits: dict[str, float]


class NewBan(Shape):
    """An account's name, an address or a network, and why; without ``until`` for good."""

    target: Annotated[LineText, Field(min_length=1)]
    reason: ReasonText
    until: Annotated[float, Field(gt=0, le=1e11)] | None = None


class Unban(Shape):
    """The target of a ban."""

    target: LineText


class Rename(Shape):
    """The name of an account from now on."""

    name: AccountName


class Voided(Shape):
    """Why a game is ended."""

    reason: LineText = ""


class BackupMade(Shape):
    """Where a backup is, on the server's machine, and how many games it has."""

    file: str
    games: int
