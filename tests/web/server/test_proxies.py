"""Behind a proxy: limits are each visitor's own, and no visitor is the owner."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.harness import Server

PROXY = ("--name", "arimaa.example", "--proxy", "127.0.0.1")


def forwarded(server: Server, visitor: str) -> list[int]:
    """How a visitor's requests are answered, more of them than pass at once."""
    with server.client(headers={"X-Forwarded-For": visitor}) as client:
        return [client.get("/controls").status_code for _ in range(4)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a server that lets three requests of each person pass."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "config.toml").write_text("[limits]\nrequest_burst = 3\nrequests_per_s = 0.0\n")
    return folder


def test_one_visitor_s_flood_leaves_the_others_alone(data: Path) -> None:
    with Server(data, *PROXY) as server:
        flood = [200, 200, 200, 429]
        assert forwarded(server, "203.0.113.5") == flood
        assert forwarded(server, "203.0.113.6") == flood
        # What a visitor has written is to the left of what the proxy has added.
        assert forwarded(server, "198.51.100.9, 203.0.113.5") == [429] * 4


def test_a_household_s_ipv6_addresses_are_one_visitor(data: Path) -> None:
    with Server(data, *PROXY) as server:
        assert forwarded(server, "2001:db8:1:2::7") == [200, 200, 200, 429]
        assert forwarded(server, "2001:db8:1:2:ffff::1") == [429] * 4
        assert forwarded(server, "2001:db8:1:3::7")[0] == 200


def test_a_header_of_a_proxy_that_is_not_trusted_counts_for_nothing(data: Path) -> None:
    with Server(data, "--name", "arimaa.example") as server:
        assert forwarded(server, "203.0.113.5") == [200, 200, 200, 429]
        assert forwarded(server, "203.0.113.6") == [429] * 4
        assert server.log().count("without --proxy 127.0.0.1") == 1


def test_cookies_are_for_tls_alone_where_the_proxy_speaks_it(tmp_path: Path) -> None:
    with Server(tmp_path / "data", *PROXY) as server:
        headers = {"X-Forwarded-For": "203.0.113.5", "X-Forwarded-Proto": "https"}
        with server.client(headers=headers) as client:
            cookie = client.post("/puzzles/run", json={"mode": "streak"}).headers["set-cookie"]
        assert "; Secure" in cookie
