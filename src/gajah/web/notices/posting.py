"""Requests to addresses that users have given: to public hosts, and to no machine of ours."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import SplitResult, urlsplit

_TIMEOUT_S = 15.0
# Networks of IPv6 reach every IPv4 address by these.
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


class ForbiddenAddress(Exception):  # noqa: N818 - it says what was found
    """Nothing is sent there; the text says why."""


def split_endpoint(url: str, *, local: bool) -> SplitResult:
    """The parts of an address that may be used; raises ForbiddenAddress."""
    try:
        parts = urlsplit(url)
        is_usable = bool(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable:
        raise ForbiddenAddress("it is no address")
    if parts.scheme != "https" and not local:
        raise ForbiddenAddress("it does not use https")
    if not local and (parts.port or 443) != 443:
        raise ForbiddenAddress("it has an unusual port")
    return parts


def post(url: str, body: bytes, headers: Mapping[str, str], *, local: bool) -> int:
    """Send something; the status of the answer, which is not read and leads nowhere else.

    Raises ForbiddenAddress, OSError and HTTPException.
    """
    parts = split_endpoint(url, local=local)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    connection = http.client.HTTPConnection(host, port, timeout=_TIMEOUT_S)
    # Connected to the address that was looked at: a second look-up might give another one.
    line = socket.create_connection((_resolve(host, port, local=local), port), _TIMEOUT_S)
    try:
        if parts.scheme == "https":
            line = ssl.create_default_context().wrap_socket(line, server_hostname=host)
        connection.sock = line
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", target, body, dict(headers))
        return connection.getresponse().status
    finally:
        connection.close()
        line.close()


def _resolve(host: str, port: int, *, local: bool) -> str:
    found = [str(at[0]) for *_, at in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not local and not all(_is_public(address) for address in found):
        raise ForbiddenAddress("it is no public host")
    return found[0]


def _is_public(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None)
    if address in _TRANSLATED:
        return False
    shown = inner or address
    return shown.is_global and not shown.is_multicast
