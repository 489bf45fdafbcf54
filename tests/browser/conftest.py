"""A real server and a real Chromium; a page that logs an error fails its test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol, Self

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.web.accounts.visitor import account_server
from tests.web.harness import Server

# Debian's Chromium runs as root and in containers only without its own sandbox.
CHROMIUM_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
# A name of this machine, as others would have one for a server that they reach.
NAME = "gajah.test"
CHROMIUM_ARGUMENTS.append(f"--host-resolver-rules=MAP {NAME} 127.0.0.1")
# Machines that run this are shared: what is waited for comes, but not always soon.
_PATIENCE_MS = 60_000
expect.set_options(timeout=_PATIENCE_MS)

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not kill it."""
    with Server(tmp_path_factory.mktemp("server") / "data") as server:
        yield server


def launch(playwright: Playwright) -> Browser:
    """Debian's Chromium; where it is installed, the build without windows: twice as quick."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path, "these tests need the browser Chromium: apt-get install chromium-headless-shell"
    return playwright.chromium.launch(
        executable_path=path, args=CHROMIUM_ARGUMENTS, timeout=_PATIENCE_MS
    )


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The same for all tests."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Host(Protocol):
    """Where pages are served."""

    @property
    def url(self) -> str:
        """The address of the first page."""


class Visitors:
    """Browsers of different people: nothing is shared between their windows.

    At the end of a ``with`` block all are closed, and none may have reported an error.
    """

    def __init__(self, browser: Browser, server: Host) -> None:
        self._browser = browser
        self._server = server
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        # The browser mentions that it cannot use this header over http from another machine.
        self._expected = ["Cross-Origin-Opener-Policy"]

    def open(
        self, path: str = "/", *, phone: bool = False, animated: bool = False, **more: Any
    ) -> Page:
        """A page in a fresh browser. Without ``animated``, pieces jump to where they go."""
        settings = {
            "base_url": self._server.url,
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "is_mobile": phone,
            "reduced_motion": "no-preference" if animated else "reduce",
            **more,
        }
        context = self._browser.new_context(**settings)
        context.set_default_timeout(_PATIENCE_MS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", self._catch)
        page.goto(path)
        return page

    def expect_error(self, *parts: str) -> None:
        """The browser may log errors with these texts: the test makes something fail."""
        self._expected += parts

    def _hear(self, message: ConsoleMessage) -> None:
        is_expected = any(part in message.text for part in self._expected)
        if message.type == "error" and not is_expected:
            self.errors.append(message.text)

    def _catch(self, error: Error) -> None:
        self.errors.append(str(error))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for context in self._contexts:
            context.close()
        if kind is None:
            assert self.errors == []


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Opens pages; afterwards none of them may have reported an error."""
    with Visitors(browser, server) as visitors:
        yield visitors


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path / "data") as server:
        yield server


@pytest.fixture
def own_visitors(browser: Browser, own_server: Server) -> Iterator[Visitors]:
    """Pages of that server, which may find it gone."""
    with Visitors(browser, own_server) as visitors:
        visitors.expect_error("ERR_CONNECTION_REFUSED", "WebSocket connection")
        yield visitors


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts."""
    with account_server(tmp_path_factory.mktemp("club") / "data") as server:
        yield server


@pytest.fixture
def members(browser: Browser, club: Server) -> Iterator[Visitors]:
    """Opens its pages."""
    with Visitors(browser, club) as visitors:
        yield visitors
