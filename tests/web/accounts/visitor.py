"""People with a browser of their own each, on a server with accounts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from tests.helpers import GOLD_SETUP, SILVER_SETUP
from tests.web.harness import Json, Page, Server

PASSWORD = "four steps a turn"


def account_server(data: Path, *options: str, **limits: float) -> Server:
    """A server on which many tests may log in; ``limits`` in place of what it would allow."""
    bursts = ("login_burst", "new_account_burst", "bot_change_burst")
    generous = {**dict.fromkeys(bursts, 1000), **limits}
    data.mkdir()
    lines = [f"{name} = {value}" for name, value in generous.items()]
    (data / "config.toml").write_text("\n".join(["[limits]", *lines, ""]))
    return Server(data, "--accounts", *options)


class Visitor:
    """One browser: it keeps its cookies."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        self.name = name
        self.cookies = httpx.Cookies()
        if name:
            self.post("/account/register", 201, name=name, password=PASSWORD)

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Any request."""
        with self.server.client(cookies=self.cookies) as client:
            answer = client.request(method, path, **options)
            self.cookies = client.cookies
        return answer

    def post(self, path: str, status: int = 200, **body: Any) -> Json:
        """The JSON that is answered."""
        answer = self.ask("POST", path, json=body)
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    def refused(self, path: str, **body: Any) -> str:
        """The code with which a request is refused."""
        answer = self.ask("POST", path, json=body)
        assert answer.status_code >= 400, answer.text
        code: str = answer.json()["error"]["code"]
        return code

    def log_in(self, name: str, password: str = PASSWORD) -> None:
        """Log in."""
        self.post("/account/log-in", name=name, password=password)

    def account(self) -> str | None:
        """The name under which it is logged in."""
        account = self.ask("GET", "/account").json()["account"]
        return None if account is None else account["name"]

    def cookie(self) -> str:
        """The secret that it keeps."""
        return self.cookies["gajah_login"]

    def page(self, game: str, *tokens: str, server: Server | None = None) -> Page:
        """A page of this browser that looks at a game, already welcomed."""
        cookie = "; ".join(f"{each.name}={each.value}" for each in self.cookies.jar)
        headers = {"Cookie": cookie} if cookie else {}
        page = Page(server or self.server, f"/ws/games/{game}", additional_headers=headers)
        page.say("hello", version=1, tokens=list(tokens))
        page.welcome = page.hear("welcome")
        return page

    def rated_game(self, **options: object) -> tuple[str, dict[str, str]]:
        """A new rated game's id, and the secrets of its seats."""
        made = self.post("/games", 201, **{"control": "10m/10m", "rated": True, **options})
        return made["game"]["id"], made["tokens"]

    def profile(self, name: str) -> Json:
        """What all can see of a player."""
        answer = self.ask("GET", f"/profiles/{name}")
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found


def begin(gold: Visitor, silver: Visitor) -> tuple[str, Page, Page]:
    """A rated game of two people in which both have set up."""
    game, tokens = gold.rated_game()
    pages = gold.page(game, tokens["g"]), silver.page(game, tokens["s"])
    pages[0].set_up(GOLD_SETUP)
    pages[1].set_up(SILVER_SETUP)
    return game, *pages
