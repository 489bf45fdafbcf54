"""What is stored about accounts: themselves, where they get notices, what the owner has done."""

from __future__ import annotations

import time

from sqlalchemy import Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from gajah.arena.glicko2 import GlickoRating
from gajah.web.games.rows import Base, glicko_columns

OWNERS = ""
"""The keeper of the bots that belong to the server's owner."""


class StoredAccount(Base):
    """A name that one person or one bot plays under.

    Without a password it was deleted, and its name stays taken. A bot's password is empty, which
    no password is.
    """

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    #: As typed, and as it is compared.
    name: Mapped[str] = mapped_column(String(20))
    key: Mapped[str] = mapped_column(String(20), unique=True)
    password: Mapped[str | None] = mapped_column(String(200))
    created: Mapped[float] = mapped_column(default_factory=time.time)
    glicko: Mapped[GlickoRating] = glicko_columns()
    rated_games: Mapped[int] = mapped_column(default=0)
    #: Of a bot: the id of the account that it belongs to, or OWNERS.
    keeper: Mapped[str | None] = mapped_column(String(24), default=None, index=True)

    @property
    def is_bot(self) -> bool:
        """Whether a program plays under this name."""
        return self.keeper is not None


class StoredLogin(Base):
    """A browser that is logged in to an account, or a bot that is; ``id`` is its secret's hash."""

    __tablename__ = "logins"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(String(24), index=True)
    seen: Mapped[float] = mapped_column(default_factory=time.time)


class StoredRating(Base):
    """What a rated game has made of a player's rating."""

    __tablename__ = "rated_games"

    game_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    account_id: Mapped[str] = mapped_column(String(24), primary_key=True, index=True)
    score: Mapped[float]
    before: Mapped[float]
    glicko: Mapped[GlickoRating] = glicko_columns()
    at: Mapped[float] = mapped_column(default_factory=time.time)


class StoredPush(Base):
    """A browser that shows notices for an account; ``id`` is the hash of its endpoint."""

    __tablename__ = "push_endpoints"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(String(24), index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    #: The browser's public key and secret, as it writes them.
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(40))
    created: Mapped[float] = mapped_column(default_factory=time.time)


class StoredMail(Base):
    """The address of an account; until it is confirmed, nothing but one letter is sent there."""

    __tablename__ = "mail_addresses"

    account_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    address: Mapped[str] = mapped_column(String(254))
    #: The hash of the secret in that letter; none once it has been followed.
    confirm: Mapped[str | None] = mapped_column(String(64), index=True)
    #: The secret in every letter that ends them. It is of no other use.
    stop: Mapped[str] = mapped_column(String(64), index=True)
    asked: Mapped[float] = mapped_column(default_factory=time.time)


class StoredBan(Base):
    """An account, by its id, or a network of addresses that may not use the server."""

    __tablename__ = "bans"

    target: Mapped[str] = mapped_column(String(64), primary_key=True)
    reason: Mapped[str] = mapped_column(String(200))
    since: Mapped[float] = mapped_column(default_factory=time.time)
    #: When it ends; never, unless it says so.
    until: Mapped[float | None] = mapped_column(default=None)


class StoredAct(Base):
    """What was done to an account, a session, an address or a game, and by whom.

    Processes look here for what they have not heard of.
    """

    __tablename__ = "acts"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, init=False)
    by: Mapped[str] = mapped_column(String(40))
    act: Mapped[str] = mapped_column(String(40))
    #: What people call it: a name, a network, a game's id.
    target: Mapped[str] = mapped_column(String(80))
    detail: Mapped[str] = mapped_column(String(300), default="")
    at: Mapped[float] = mapped_column(default_factory=time.time)


TABLES = Base.metadata
"""All tables: those of games, and these."""
