"""Who a request comes from: what is limited for each person is limited by this."""

from __future__ import annotations

import hmac
import ipaddress
import logging
from typing import cast
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.types import Scope

from gajah.web.server.owner import OwnerSecret
from gajah.web.settings import Settings
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import OWNER, Person

_log = logging.getLogger(__name__)
# What proxies add to a request. One that adds nothing cannot be told from a browser here.
_FORWARDED = (
    *("forwarded", "via", "x-real-ip"),
    *("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-server"),
)
# A provider gives a household that many bits of an IPv6 address: the others are its own to choose.
_HOUSEHOLD_BITS = 64
_MAPPED_BITS = 96
_MOST_CHARS = 64

PERSON_HEADER = "x-gajah-person"
"""For whom another process of the database asks."""


class People:
    """Tells people apart. The address of a visitor behind a trusted proxy is in place already."""

    def __init__(
        self, settings: Settings, secret: OwnerSecret, peer_secret: str | None = None
    ) -> None:
        self._settings = settings
        self._secret = secret
        #: What other processes of the database say to be believed.
        self._peer_secret = peer_secret
        self._has_warned = False

    def note(self, scope: Scope) -> Person:
        """The person that a request or socket comes from, kept with it for ``person_of``.

        A Refusal where another process speaks for a person, and is not known here.
        """
        if vouched := HTTPConnection(scope).headers.get(PERSON_HEADER):
            scope["person"] = person = self._believe(vouched)
            scope["is_relayed"] = True
            scope["account"] = [*vouched.split(" "), ""][3]
            return person
        address = _address(scope["client"][0] if scope.get("client") else "")
        connection = HTTPConnection(scope)
        forwarded = any(name in connection.headers for name in _FORWARDED)
        if forwarded:
            self._warn_of_proxy(address)
        if self._secret.is_needed:
            # A proxy may stand in front: all requests seem to come from this machine then.
            is_owner = self._secret.is_in(connection.cookies)
        else:
            is_owner = not forwarded and _is_here(address)
        scope["person"] = person = OWNER if is_owner else Person(_key(address))
        return person

    def _believe(self, vouched: str) -> Person:
        secret, is_owner, key = [*vouched.split(" "), "", ""][:3]
        expected = self._peer_secret
        if not expected or not hmac.compare_digest(secret.encode(), expected.encode()):
            raise Refusal("unknown_process", "No process of this database asks so.", status=403)
        return OWNER if is_owner == "owner" else Person(unquote(key))

    def _warn_of_proxy(self, address: _Address | str) -> None:
        """Say once that a proxy has not been named; a stranger's header says nothing."""
        if self._has_warned or self._settings.proxies or isinstance(address, str):
            return
        if address.is_private:
            self._has_warned = True
            words = "a proxy at %s forwards requests; without --proxy %s its visitors share limits"
            _log.warning(words, address, address, extra={"event": "unknown_proxy"})


def person_of(connection: HTTPConnection) -> Person:
    """The person that the guard has noted."""
    return cast(Person, connection.scope["person"])


def is_relayed(connection: HTTPConnection) -> bool:
    """Whether another process of the database passes it on."""
    return bool(connection.scope.get("is_relayed"))


def relayed_account(connection: HTTPConnection) -> str:
    """The id of the account that another process speaks for, if any."""
    return cast(str, connection.scope["account"])


def vouch(secret: str, person: Person, account_id: str = "") -> str:
    """The header that tells another process, by its secret, who asks."""
    kind = "owner" if person.is_owner else "visitor"
    return f"{secret} {kind} {quote(person.key) or '-'} {account_id}".rstrip()


_Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def _address(text: str) -> _Address | str:
    """An address as the person would write it; a socket for all versions writes IPv4 as IPv6."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    return getattr(address, "ipv4_mapped", None) or address


def _is_here(address: _Address | str) -> bool:
    return not isinstance(address, str) and address.is_loopback


def peer_key(text: str) -> str:
    """The person at the other end of a connection, before any request says more."""
    return _key(_address(text))


def is_neighbour(text: str, settings: Settings) -> bool:
    """Whether a connection is of a trusted proxy, or of this machine where no proxy is."""
    address = _address(text)
    if isinstance(address, str):
        return False
    if any(address in ipaddress.ip_network(proxy) for proxy in settings.proxies):
        return True
    return address.is_loopback and not (settings.proxies or settings.hosts)


def _key(address: _Address | str) -> str:
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, _HOUSEHOLD_BITS), strict=False))
    return str(address)[:_MOST_CHARS]


def trusted_networks(proxies: tuple[str, ...]) -> list[str]:
    """Proxies as uvicorn's middleware wants them, IPv4 networks in both ways of writing them.

    >>> trusted_networks(("127.0.0.1", "10.0.0.0/8"))
    ['127.0.0.1/32', '::ffff:127.0.0.1/128', '10.0.0.0/8', '::ffff:10.0.0.0/104']
    """
    found = []
    for text in proxies:
        network = ipaddress.ip_network(text)
        found.append(str(network))
        if network.version == 4:
            bits = _MAPPED_BITS + network.prefixlen
            found.append(f"::ffff:{network.network_address}/{bits}")
    return found
