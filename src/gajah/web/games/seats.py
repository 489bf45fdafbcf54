"""Seats: secrets that make their holder a player of a game."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from gajah._core import Side
from gajah.bots.names import HUMAN

BOT_PREFIX = "bot:"
"""Before the name of a bot's account: the player of a seat."""

_TOKEN_BYTES = 24
_ID_LETTERS = "abcdefghijkmnopqrstuvwxyz23456789"
_ID_LENGTH = 12


def new_id() -> str:
    """A new game's id: short enough for a link, too long to guess."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether it has the form of a game's id."""
    return len(text) == _ID_LENGTH and set(text) <= set(_ID_LETTERS)


def new_token() -> str:
    """The secret of a seat."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hash_token(token: str) -> str:
    """What is stored in its place; a token is long and random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def person_name(text: str, side: Side) -> str:
    """The name of a person; without one, that of the side."""
    return " ".join(text.split()) or side.name.capitalize()


@dataclass(frozen=True)
class StoredSeat:
    """The player of a side: a person who holds the secret, a bot's account, or a program.

    ``taken`` is whether the person or bot has ever come, ``account`` the id of theirs.
    """

    player: str
    name: str
    token_hash: str | None = None
    taken: bool = False
    account: str | None = None

    @property
    def is_human(self) -> bool:
        """Whether the player is a person."""
        return self.player == HUMAN

    @property
    def is_remote(self) -> bool:
        """Whether the player comes by a socket: a person, or a bot with an account."""
        return self.is_human or self.player.startswith(BOT_PREFIX)

    def opens_with(self, token: str) -> bool:
        """Whether this is its secret; the time taken tells nothing about a near guess."""
        if self.token_hash is None:
            return False
        return hmac.compare_digest(self.token_hash, hash_token(token))


def sides_of(
    seats: dict[Side, StoredSeat], tokens: Iterable[str], account: str | None = None
) -> frozenset[Side]:
    """The sides that these secrets open, and that where this account plays."""
    given = list(tokens)
    return frozenset(
        side
        for side, seat in seats.items()
        if any(seat.opens_with(token) for token in given)
        or (account is not None and seat.account == account)
    )


def sides_of_bot(seats: dict[Side, StoredSeat], account_id: str) -> frozenset[Side]:
    """The side that is kept for the bot of that account, which needs no secret of the seat."""
    return frozenset(
        side
        for side, seat in seats.items()
        if seat.account == account_id and seat.player.startswith(BOT_PREFIX)
    )
