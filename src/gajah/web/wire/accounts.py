"""What a page and the server tell each other about accounts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, SecretStr

from gajah.web.wire.notices import Endpoint
from gajah.web.wire.shapes import Shape

_MOST_PASSWORD_CHARS = 200

# Letters that no other letter looks like: one name is one player.
AccountName = Annotated[str, Field(min_length=2, max_length=20, pattern=r"^[A-Za-z0-9_-]+$")]
GivenPassword = Annotated[SecretStr, Field(max_length=_MOST_PASSWORD_CHARS)]
ChosenPassword = Annotated[SecretStr, Field(min_length=8, max_length=_MOST_PASSWORD_CHARS)]


@dataclass(frozen=True)
class Member:
    """A person or bot with an account, at a table."""

    id: str
    name: str
    rating: int
    #: Of a bot: the id of the account that it belongs to.
    keeper: str | None = None
    #: The hash of the secret that it came with; empty where another process speaks for it.
    login: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether a program plays under this name."""
        return self.keeper is not None


class Registration(Shape):
    """A new account."""

    name: AccountName
    password: ChosenPassword


class LogIn(Shape):
    """An account, and the password that proves it."""

    name: Annotated[str, Field(max_length=80)]
    password: GivenPassword


class PasswordChange(Shape):
    """The password until now, and the one from now on.

    ``endpoint`` is where this browser is sent notices, if it shows them: it goes on.
    """

    password: GivenPassword
    new_password: ChosenPassword
    endpoint: Endpoint | None = None


class AccountDeletion(Shape):
    """The password, once more."""

    password: GivenPassword


class AccountShape(Shape):
    """An account as its owner sees it."""

    name: str
    created: float


class AccountState(Shape):
    """Whether the server has accounts, and which one this browser is logged in to."""

    enabled: bool
    account: AccountShape | None
    #: Whether the owner of the server asks, who has a page of their own then.
    owner: bool = False


class RatingPoint(Shape):
    """The rating after a game."""

    at: float
    rating: int


class Profile(Shape):
    """A player as all see it; ``provisional``: too few games to know the rating well.

    ``deviation`` is half of the interval in which the strength lies with 68%; ``progress`` has the
    newest games, the oldest of them first.
    """

    name: str
    created: float
    #: The name of the account that a bot belongs to, "" where it is the server's own.
    keeper: str | None
    rating: int
    deviation: int
    provisional: bool
    rated_games: int
    progress: list[RatingPoint]
