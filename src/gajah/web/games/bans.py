"""Bans of accounts and of addresses: made, ended, asked about."""

from __future__ import annotations

import ipaddress
import time
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, insert, select

from gajah.web.games.account_rows import StoredAccount, StoredBan, StoredLogin
from gajah.web.games.account_store import is_active_ban
from gajah.web.games.acts import FoundAccount, find_account, note_act
from gajah.web.wire.admin import BanShape, NewBan
from gajah.web.wire.errors import Refusal
from gajah.web.wire.limits import Person

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# A household has that many bits of an IPv6 address: its own to choose are the others.
_HOUSEHOLD_BITS = 64
_ACCOUNTS = StoredAccount.__table__.columns
_BANS = StoredBan.__table__.columns


def find_network(text: str) -> Network | None:
    """The network of an address or prefix; ``None`` for what is neither, as a name.

    >>> find_network("192.0.2.7"), find_network("2001:db8::1"), find_network("Ann")
    (IPv4Network('192.0.2.7/32'), IPv6Network('2001:db8::/64'), None)
    """
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > _HOUSEHOLD_BITS:
        return network.supernet(new_prefix=_HOUSEHOLD_BITS)
    return network


def ban(line: Connection, wanted: NewBan, by: str) -> None:
    """Ban an account or a network; a Refusal where there is no such account.

    The sessions of an account end, and the tokens of its bots.
    """
    target, name = _read(line, wanted.target)
    if isinstance(target, FoundAccount):
        mine = (_ACCOUNTS.id == target.id) | (_ACCOUNTS.keeper == target.id)
        ids = select(_ACCOUNTS.id).where(mine)
        line.execute(delete(StoredLogin).where(StoredLogin.account_id.in_(ids)))
    key = target.id if isinstance(target, FoundAccount) else str(target)
    line.execute(delete(StoredBan).where(_BANS.target == key))
    row = StoredBan(target=key, reason=wanted.reason, until=wanted.until).row()
    line.execute(insert(StoredBan), [row])
    note_act(line, by, "ban", name, f"{until_words(wanted.until)}{wanted.reason}")


def unban(line: Connection, text: str, by: str) -> None:
    """End a ban; a Refusal where there is none."""
    target, name = _read(line, text)
    key = target.id if isinstance(target, FoundAccount) else str(target)
    if not line.execute(delete(StoredBan).where(_BANS.target == key)).rowcount:
        raise Refusal("no_ban", f"{name} is not banned.", status=404)
    note_act(line, by, "unban", name)


def _read(line: Connection, text: str) -> tuple[FoundAccount | Network, str]:
    """An account or network, and what it is called."""
    network = find_network(text)
    if network is not None:
        if not network.prefixlen:
            raise Refusal("bad_network", "All addresses cannot be banned.", status=422)
        return network, str(network)
    found = find_account(line, text)
    if found is None:
        raise Refusal("no_account", "There is no account of that name.", status=404)
    return found, found.name


def until_words(until: float | None) -> str:
    """``until 2026-11-20 12:00 UTC: ``, or nothing."""
    if until is None:
        return ""
    return f"until {datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC: "


def list_bans(line: Connection) -> list[BanShape]:
    """All bans that have not ended, the newest first, with the names of accounts."""
    columns = (_BANS.target, _ACCOUNTS.name, _BANS.reason, _BANS.since, _BANS.until)
    wanted = select(*columns).outerjoin(StoredAccount, _ACCOUNTS.id == _BANS.target)
    found = line.execute(wanted.where(is_active_ban()).order_by(_BANS.since.desc()))
    return [
        BanShape(target=name or target, reason=reason, since=since, until=until)
        for target, name, reason, since, until in found
    ]


def refusal_of(reason: str, until: float | None, *, what: str = "account") -> Refusal:
    """What a person is told who is banned."""
    words = f"This {what} is banned {until_words(until)}".rstrip(": ")
    return Refusal("banned", f"{words}: {reason.rstrip('.')}.", status=403)


def account_ban(line: Connection, account_id: str) -> Refusal | None:
    """Why an account may not log in, if it is banned."""
    wanted = select(_BANS.reason, _BANS.until).where(_BANS.target == account_id, is_active_ban())
    found = line.execute(wanted).one_or_none()
    return None if found is None else refusal_of(*found)


class Bans:
    """The bans that one process knows; `read` brings them up to date."""

    def __init__(self) -> None:
        self._networks: list[tuple[Network, str, float | None]] = []
        #: The accounts that are banned, by id.
        self.accounts: dict[str, Refusal] = {}

    def read(self, line: Connection) -> None:
        """Learn what is banned now."""
        networks: list[tuple[Network, str, float | None]] = []
        accounts: dict[str, Refusal] = {}
        wanted = select(_BANS.target, _BANS.reason, _BANS.until).where(is_active_ban())
        for target, reason, until in line.execute(wanted):
            network = find_network(target)
            if network is None:
                accounts[target] = refusal_of(reason, until)
            else:
                networks.append((network, reason, until))
        self._networks, self.accounts = networks, accounts

    def why_not(self, person: Person) -> Refusal | None:
        """Why a person may not use the server, by address; the owner always may."""
        if not self._networks or person.is_owner:
            return None
        own = find_network(person.key)
        for network, reason, until in self._networks:
            is_within = own is not None and own.version == network.version
            if is_within and _contains(network, own) and (until is None or until > time.time()):
                return refusal_of(reason, until, what="address")
        return None


def _contains(network: Network, own: Network | None) -> bool:
    return own is not None and (
        own.network_address in network and own.prefixlen >= network.prefixlen
    )
