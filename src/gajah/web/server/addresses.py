"""At which addresses others reach this server: links that a page hands out must work for them."""

from __future__ import annotations

import re
import shlex
import socket

from gajah.web.settings import DEFAULT_PORT, Settings, default_data_folder

EVERYWHERE = "0.0.0.0"
_WILDCARDS = ("", EVERYWHERE, "::")
# Addresses kept for documentation: this machine's own address towards them is the one that others
# may reach it by. Nothing is sent there.
_FAR_V4, _FAR_V6 = "192.0.2.1", "2001:db8::1"
_ANY_PORT = 9


def is_loopback(host: str) -> bool:
    """Whether a host name or address means the machine that asks, and no other."""
    return host in ("localhost", "::1") or host.startswith("127.")


def reachable_addresses(host: str, port: int) -> list[str]:
    """The origins under which other machines reach a server that listens on that host.

    >>> reachable_addresses("127.0.0.1", 8640)
    []
    >>> reachable_addresses("192.0.2.7", 8640)
    ['http://192.0.2.7:8640']
    """
    if host in _WILDCARDS:
        # Without a way out there may be one in: by the name, if others know it.
        hosts = _own_addresses(v6=host == "::") or [socket.gethostname()]
        return [origin_of(each, port) for each in hosts]
    return [] if is_loopback(host) else [origin_of(host, port)]


def shareable_origins(page_origin: str, settings: Settings, port: int) -> list[str]:
    """The origins for a link to others, the best first; none if no other machine gets here.

    A page that was opened by a name or a network address shows one that works.
    """
    if not is_loopback(_host_of(page_origin)):
        return [page_origin]
    return reachable_addresses(settings.host, port)


def restart_command(settings: Settings, port: int) -> str:
    """The command that starts this server again, with the same games, for other machines too."""
    words = ["gajah", "web", "--host", EVERYWHERE]
    if port != DEFAULT_PORT:
        words += ["--port", str(port)]
    if settings.data != default_data_folder():
        words += ["--data", str(settings.data.absolute())]
    return shlex.join(words)


def origin_of(host: str, port: int) -> str:
    """An address as it begins a link."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _host_of(origin: str) -> str:
    """The host of an origin, whatever is written there; `urlsplit` raises for some."""
    return re.sub(r":[0-9]*$", "", origin.partition("://")[2]).strip("[]").lower()


def _own_addresses(*, v6: bool) -> list[str]:
    found = [_address_towards(_FAR_V4, socket.AF_INET)]
    if v6:
        found.append(_address_towards(_FAR_V6, socket.AF_INET6))
    found += _addresses_of_name(v6=v6)
    return list(dict.fromkeys(each for each in found if each and not is_loopback(each)))


def _addresses_of_name(*, v6: bool) -> list[str]:
    """What this machine's name means to itself: the addresses of further networks may be there."""
    families = (socket.AF_INET, socket.AF_INET6) if v6 else (socket.AF_INET,)
    try:
        found = socket.getaddrinfo(socket.gethostname(), None)
    except OSError:
        return []
    # An address of one link only needs more than a browser takes.
    return [str(at[0]) for family, *_, at in found if family in families and "%" not in str(at[0])]


def _address_towards(far: str, family: socket.AddressFamily) -> str | None:
    """This machine's address on the way to another, if there is a way."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, _ANY_PORT))
        except OSError:
            return None
        return str(probe.getsockname()[0])
