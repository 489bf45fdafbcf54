"""What the server's owner decides, once, when it starts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from platformdirs import user_data_path

DATABASE_FILE = "gajah.sqlite3"
DEFAULT_PORT = 8640
LOOPBACK = "127.0.0.1"

LogFormat = Literal["text", "json"]
"""How the server logs: sentences, or lines of JSON."""


def default_data_folder() -> Path:
    """Where games are kept by default: the user's own data folder."""
    return user_data_path("gajah")


@dataclass(frozen=True)
class ClientLimits:
    """What one client may ask for. Rates are a second's worth and how much may come at once."""

    message_bytes: int = 64 * 1024
    import_bytes: int = 20 * 1024 * 1024
    tree_bytes: int = 2 * 1024 * 1024
    messages_per_s: float = 60.0
    message_burst: int = 120
    #: Messages beyond that are refused; more refusals than these, and the socket is closed.
    refused_per_s: float = 1.0
    refused_burst: int = 600
    requests_per_s: float = 60.0
    request_burst: int = 600
    #: Pages and their files; a page has up to a hundred.
    files_per_s: float = 300.0
    file_burst: int = 6000
    new_games_per_s: float = 10.0
    new_game_burst: int = 100
    #: Turns of games that are replayed or shown, some 20 microseconds each.
    work_per_s: float = 10_000.0
    work_burst: int = 60_000
    #: Browsers that are remembered as solvers of puzzles; then the idlest is forgotten.
    solvers: int = 5000
    new_solvers_per_s: float = 0.05
    new_solver_burst: int = 60
    #: Passwords tried by one address, and accounts that it makes.
    logins_per_s: float = 0.1
    login_burst: int = 10
    new_accounts_per_s: float = 0.002
    new_account_burst: int = 5
    #: Letters that ask to confirm an address, of one account.
    new_mails_per_s: float = 0.002
    new_mail_burst: int = 3
    #: Notices that wait to be sent.
    notices: int = 2000
    #: Bots that an account may have, and games of one bot, those that wait for it included.
    account_bots: int = 3
    account_bot_games: int = 8
    #: Bots that one account makes and deletes, and tokens that it renews and revokes.
    bot_changes_per_s: float = 0.001
    bot_change_burst: int = 20
    #: Passwords that wait to be hashed, of all and of each person but the owner.
    password_checks: int = 50
    password_checks_each: int = 3
    sockets: int = 4000
    sockets_each: int = 100
    #: Connections, sockets included, of all and of each address; a trusted proxy has any number.
    connections: int = 5000
    connections_each: int = 200
    #: A request's headers: their size, and the time that they may take to come.
    head_bytes: int = 64 * 1024
    head_s: float = 20.0
    #: Until the next part of a body comes, a socket says hello, or a client reads on.
    body_idle_s: float = 30.0
    hello_s: float = 30.0
    stall_s: float = 60.0
    #: Bodies that one person's requests hold while they are read.
    body_bytes_each: int = 32 * 1024 * 1024
    #: Messages, and their bytes, that may wait for a client that does not read; then it is let go.
    unsent_messages: int = 400
    unsent_bytes: int = 1024 * 1024
    #: Searches of pages that may wait for a core, of all and of each person; more are refused.
    queue: int = 500
    queue_each: int = 20
    #: Games between two bots under way, of all but the owner and of each person.
    bot_games: int = 30
    bot_games_each: int = 3
    #: Exports under way, of all and of each person but the owner.
    exports: int = 4
    exports_each: int = 1
    #: Reviews under way, of all and of each person but the owner.
    reviews: int = 100
    reviews_each: int = 5


@dataclass(frozen=True)
class MailSettings:
    """By which mail server letters to players are sent, and what they say about this one."""

    host: str
    #: From whom they come, such as ``gajah <gajah@example.org>``.
    sender: str
    #: How players reach this server: links begin so.
    url: str
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class PushSettings:
    """How notices are pushed to browsers."""

    #: Where a push service reaches the owner, ``mailto:...`` or ``https://...``.
    contact: str = ""
    #: Whether push services may be on this machine or its network, and use plain http: for trials.
    local: bool = False


@dataclass(frozen=True)
class Settings:
    """All of them; ``engines`` are AEI engines by name, each with the command that starts it."""

    host: str = LOOPBACK
    port: int = DEFAULT_PORT
    data: Path = field(default_factory=default_data_folder)
    database: str | None = None
    #: Where other servers on the same PostgreSQL database reach this one, if not at its address.
    peer_url: str | None = None
    engines: Mapping[str, str] = field(default_factory=dict)
    hosts: tuple[str, ...] = ()
    #: Addresses and networks of proxies that tell truly for whom they ask.
    proxies: tuple[str, ...] = ()
    searches: int = field(default_factory=lambda: os.cpu_count() or 1)
    #: The Ray cluster on whose workers bots, analyses and reviews think, if not on cores here.
    workers: str | None = None
    #: How long a turn is shown at least where two bots play each other.
    bot_pace_s: float = 1.0
    #: Whether people can have accounts; unless it says so, where others reach the server.
    accounts: bool | None = None
    #: Whether ``GET /metrics`` is answered.
    metrics: bool = False
    log_format: LogFormat = "text"
    limits: ClientLimits = ClientLimits()
    #: Letters to players; without, none are sent.
    mail: MailSettings | None = None
    push: PushSettings = PushSettings()

    @property
    def database_url(self) -> str:
        """The database that holds the games: a file in the data folder unless a URL is given."""
        return self.database or f"sqlite:///{self.data / DATABASE_FILE}"
