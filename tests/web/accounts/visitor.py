"""People with a browser of their own each, on a server with accounts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from tests.web.harness import Json, Server

PASSWORD = "four steps a turn"


def account_server(data: Path, *options: str, **limits: float) -> Server:
    """A server on which many tests may log in; ``limits`` in place of what it would allow."""
    generous = {"login_burst": 1000, "new_account_burst": 1000, **limits}
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
