"""Requests to addresses that users have given: to public hosts, and to no machine of ours."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from urllib.parse import SplitResult, urlsplit

from gajah.web.notices.lanes import in_own_thread

# For all of it: finding the host, connecting, sending, the answer.
_TIMEOUT_S = 15.0
_STATUS_LINE = re.compile(rb"HTTP/\d\.\d (\d{3})\b")
# Networks of IPv6 reach every IPv4 address by these.
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")


class ForbiddenAddress(Exception):  # noqa: N818 - it says what was found
    """Nothing is sent there; the text says why."""


def split_endpoint(url: str, *, local: bool) -> SplitResult:
    """The parts of an address that may be used; raises ForbiddenAddress."""
    try:
        parts = urlsplit(url)
        is_plain = url.isascii() and url.isprintable() and " " not in url
        is_named = bool(parts.hostname) and parts.username is None and parts.port != 0
        is_usable = is_plain and is_named
    except ValueError:
        is_usable = False
    if not is_usable:
        raise ForbiddenAddress("it is no address")
    if parts.scheme != "https" and not local:
        raise ForbiddenAddress("it does not use https")
    if not local and (parts.port or 443) != 443:
        raise ForbiddenAddress("it has an unusual port")
    return parts


async def post(url: str, body: bytes, headers: Mapping[str, str], *, local: bool) -> int:
    """Send something; the status of the answer, of which no more is read.

    However slowly it is answered, it takes no longer than ``_TIMEOUT_S``. Raises ForbiddenAddress,
    OSError and ValueError.
    """
    parts = split_endpoint(url, local=local)
    async with asyncio.timeout(_TIMEOUT_S):
        return await _post(parts, body, headers, local=local)


async def _post(parts: SplitResult, body: bytes, headers: Mapping[str, str], *, local: bool) -> int:
    host, is_secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    # Connected to the address that was looked at: a second look-up might give another one.
    address = await in_own_thread(lambda: _resolve(host, port, local=local))
    tls = await in_own_thread(_tls) if is_secure else None
    name = host if is_secure else None
    reader, writer = await asyncio.open_connection(address, port, ssl=tls, server_hostname=name)
    try:
        writer.write(_request(parts, body, headers))
        await writer.drain()
        return _status(await reader.readline())
    finally:
        writer.transport.abort()


@cache
def _tls() -> ssl.SSLContext:
    """What is trusted; it takes a while to read."""
    return ssl.create_default_context()


def _request(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"{name}: {value}" for name, value in {**own, **headers}.items()]
    return "\r\n".join([f"POST {target} HTTP/1.1", *lines, "", ""]).encode("ascii") + body


def _status(line: bytes) -> int:
    """The status that the first line of an answer has."""
    found = _STATUS_LINE.match(line)
    if found is None:
        raise ValueError("it does not answer as HTTP does")
    return int(found[1])


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
