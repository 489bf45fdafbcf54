"""Behind a proxy: limits are each visitor's own, and no visitor is the owner."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.helpers import OPENING
from tests.web.harness import Page, Server, gajah_forked

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


def owner_cookie(server: Server) -> dict[str, str]:
    """The cookie of a browser that has opened the owner's link."""
    command = ("admin", "owner", "--data", str(server.data))
    done = gajah_forked(*command, "--name", "arimaa.example")
    link, _, secret = done.out.strip().partition("#owner=")
    assert link == "https://arimaa.example/"
    with server.client() as client:
        assert client.post("/owner", json={"secret": secret}).json() == {"owner": True}
        return dict(client.cookies)


# A proxy that sends no header looks like a browser on this machine.
@pytest.mark.parametrize("options", [PROXY, PROXY[:2], PROXY[2:]])
def test_behind_a_proxy_the_owner_is_known_by_a_secret(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with Server(tmp_path / "data", *options) as server:
        game, _ = server.new_game("random", "random", start=OPENING.short)
        with server.client() as stranger:
            assert stranger.delete(f"/games/{game}").status_code == 403
            assert stranger.post("/import", json={"text": ""}).status_code == 403
            wrong = stranger.post("/owner", json={"secret": "x"})
            assert (wrong.status_code, wrong.cookies) == (403, httpx.Cookies())
        with server.client(cookies=owner_cookie(server)) as owner:
            assert owner.post("/import", json={"text": ""}).status_code == 200
            assert owner.delete(f"/games/{game}").status_code == 204


def test_the_owner_s_page_pauses_bots_behind_a_proxy(tmp_path: Path) -> None:
    with Server(tmp_path / "data", *PROXY, "--pace", "60") as server:
        game, _ = server.new_game("random", "random", start=OPENING.short)
        assert server.page(game).refused("pace", paused=True, turn_s=None) == "no_pace"
        [(name, value)] = owner_cookie(server).items()
        page = Page(server, f"/ws/games/{game}", additional_headers={"Cookie": f"{name}={value}"})
        page.say("hello", version=1, tokens=[])
        assert page.hear("welcome")["may_pace"]


def test_one_s_own_machine_needs_no_secret(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, server.client() as client:
        game, _ = server.new_game()
        via = {"Via": "1.1 proxy"}
        assert client.delete(f"/games/{game}", headers=via).status_code == 403
        assert client.delete(f"/games/{game}").status_code == 204
        assert not (server.data / "owner-secret").exists()
