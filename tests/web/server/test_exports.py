"""Exports of many games: a few at once, sent while they are written, and only for own pages."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gajah.random_game import random_game
from gajah.records import read_records
from gajah.records.comments import Comment
from gajah.records.record import Record
from gajah.records.writer import format_records
from tests.web.harness import API, Server

_GAMES = 30


def games(count: int) -> str:
    """That many games of some hundred turns, with comments that fill the buffers of a network."""
    record = Record.from_game(random_game(7))
    record.comments.append(Comment("a word " * 20_000))
    return format_records([record] * count)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("path", ["/export", "/games", "/status"])
def test_pages_of_other_sites_get_no_answers(server: Server, site: str, path: str) -> None:
    with server.client() as client:
        answer = client.get(path, headers={"Sec-Fetch-Site": site})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "other_origin")
        # A link to a page may be on any site.
        page = client.get(f"{server.url}/library", headers={"Sec-Fetch-Site": site})
        assert page.status_code == 200


def test_exports_of_one_person_come_one_after_the_other(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        server.post("/import", {"text": games(_GAMES)})
    with Server(tmp_path / "data", "--name", "arimaa.example") as server, ExitStack() as open_:
        address = urlsplit(server.url)
        # A client that does not read: its export goes no further than the network's buffers.
        slow = open_.enter_context(socket.create_connection((address.hostname, address.port)))
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(f"GET {API}/export HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert slow.recv(100).startswith(b"HTTP/1.1 200")
        with server.client() as client:
            assert client.get("/export").status_code == 429
            slow.close()
            while (answer := client.get("/export")).status_code == 429:
                pass
        assert len(read_records(answer.text)) == _GAMES
