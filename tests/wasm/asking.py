"""Questions to core in WebAssembly, put to Node.js or to a page of Chromium."""

from __future__ import annotations

import functools
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import launch

ROOT = Path(__file__).parent.parent.parent
WASM = ROOT / "src" / "gajah" / "web" / "static" / "wasm" / "gajah.wasm"
NETWORK = ROOT / "src" / "gajah" / "engine" / "gajah.net"
MOST_BYTES = 256 * 2**20

Question = dict[str, Any]
Ask = Callable[[list[Question]], list[Any]]


def in_node(questions: list[Question]) -> list[Any]:
    """The answers of Node.js."""
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "wasm" / "in-node.js"), str(WASM), str(NETWORK)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=True,
    )
    return checked(json.loads(done.stdout))


def checked(told: dict[str, Any]) -> list[Any]:
    """The answers, given within the memory that a page may use."""
    assert told["bytes"] <= MOST_BYTES
    answers: list[Any] = told["answers"]
    return answers


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def end_headers(self) -> None:
        # Only a page of its own may share memory between its workers.
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def chromium() -> Iterator[Page]:
    """A page that can answer questions."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/tests/wasm/page.html")
        page.wait_for_function("() => window.answerInThreads")
        yield page
        browser.close()
    server.shutdown()
    server.server_close()


def in_page(page: Page) -> Ask:
    """The answers of a page."""
    return lambda questions: checked(page.evaluate("q => window.answerAll(q)", questions))


def in_threads(page: Page, threads: int) -> Ask:
    """The answers of a worker of that page, whose searches may use so many threads."""
    ask = "([q, n]) => window.answerInThreads(q, n)"
    return lambda questions: checked(page.evaluate(ask, [questions, threads]))


def compare(ask: Ask, questions: list[Question], expected: list[Any]) -> None:
    """Each answer is what the library says."""
    for question, answer, wanted in zip(questions, ask(questions), expected, strict=True):
        assert answer == wanted, question
