"""The first visit as a person has it: how much comes, when a step can be taken, how it is echoed.

    python bench/web_first_load.py [--visits 30] [--steps 40]

Drives Chromium with an empty cache. Measured by the page itself, from the start of the navigation
until the board accepts a step (on the first page, until a game can be started), and from letting
the mouse button go until the frame in which the drafted step is drawn. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright
from web_server import OPENING, percentile, running_server

_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]

# What stands on a page once it can be used.
_BOARD = (
    "body:has(#piece-symbols symbol):has(.board.interactive)"
    " [role=gridcell][aria-label^='gold elephant ']"
)
_USABLE = {
    "first page": "#tiles button",
    "game": _BOARD,
    "analysis": _BOARD,
    "puzzles": "body:has(#piece-symbols symbol) .board.interactive [role=gridcell]",
    "learn": "main a[href^='#']",
    "editor": "body:has(#piece-symbols symbol) [role=gridcell]",
}
# Looks at every frame, so that nothing is told before it can be seen.
_WATCH = """
const look = () => {
  if (document.querySelector(USABLE)) window.usableAt = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
_TIME_STEPS = """
window.echoes = [];
let released = 0;
addEventListener("pointerup", (event) => { released = event.timeStamp; }, true);
new MutationObserver(() => requestAnimationFrame(() => {
  if (released) window.echoes.push(performance.now() - released);
  released = 0;
})).observe(document.querySelector("[aria-label='Steps so far']"),
  { childList: true, subtree: true, characterData: true });
"""


@dataclass
class Visits:
    """What was seen of one page."""

    bytes: int = 0
    requests: int = 0
    usable_s: list[float] = field(default_factory=list)

    def summary(self) -> dict[str, object]:
        """For people."""
        return {
            "bytes": self.bytes,
            "requests": self.requests,
            "usable_ms": {f"p{p}": percentile(self.usable_s, p / 100) for p in (0, 50, 100)},
        }


def visit(browser: Browser, address: str, usable: str, visits: Visits) -> None:
    """Open a page in a browser that has never seen it."""
    context = browser.new_context()
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    sizes: list[int] = []

    def arrived(event: dict[str, Any]) -> None:
        sizes.append(int(event["encodedDataLength"]))

    def heard(event: dict[str, Any]) -> None:
        sizes.append(len(event["response"]["payloadData"]))

    network.on("Network.loadingFinished", arrived)
    network.on("Network.webSocketFrameReceived", heard)
    page.add_init_script(_WATCH.replace("USABLE", json.dumps(usable)))
    page.goto(address)
    page.wait_for_function("() => window.usableAt")
    page.wait_for_load_state("networkidle")
    visits.usable_s.append(page.evaluate("window.usableAt") / 1000)
    visits.bytes = max(visits.bytes, sum(sizes))
    visits.requests = max(visits.requests, len(sizes))
    context.close()


def echoes(browser: Browser, address: str, steps: int) -> list[float]:
    """Seconds until each of ``steps`` steps is drawn, by clicks and by drags in turn."""
    page = browser.new_page()
    page.goto(address)
    page.locator("[aria-label='gold elephant e2']").wait_for()
    page.get_by_role("dialog").wait_for()  # asks a guest for a name
    page.keyboard.press("Escape")
    page.evaluate(_TIME_STEPS)
    for number in range(steps):
        _step(page, dragged=number % 2 == 1)
        page.wait_for_function("count => window.echoes.length >= count", arg=2 * number + 1)
        page.mouse.move(0, 0)
        page.get_by_role("button", name="Undo step").click()
        page.wait_for_function("count => window.echoes.length >= count", arg=2 * number + 2)
    seen: list[float] = page.evaluate("window.echoes")
    page.close()
    return [milliseconds / 1000 for milliseconds in seen]


def _step(page: Page, *, dragged: bool) -> None:
    start, end = (_middle(page, square) for square in ("e2", "e3"))
    page.mouse.move(*start)
    page.mouse.down()
    if not dragged:
        page.mouse.up()
    page.mouse.move(*end, steps=5)
    if not dragged:
        page.mouse.down()
    page.mouse.up()


def _middle(page: Page, square: str) -> tuple[float, float]:
    box = page.locator(f"[data-square={square}]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def main() -> None:
    """Start the server, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=30)
    parser.add_argument("--steps", type=int, default=40)
    options = parser.parse_args()
    load_before = os.getloadavg()[0]
    with running_server() as server, sync_playwright() as playwright:
        made = httpx.post(f"{server.url}/api/v1/games", json={"start": OPENING}).json()
        seats = [f"/game/{made['game']['id']}#seat={token}" for token in made["tokens"].values()]
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=_ARGUMENTS,
        )
        # Silver has to have come, or gold could not begin.
        opponent = chromium.new_page()
        opponent.goto(server.url + seats[1])
        paths = {
            "first page": "/",
            "game": seats[0],
            "analysis": f"/analysis?position={OPENING}",
        }
        seen = {name: Visits() for name in _USABLE}
        for name, usable in _USABLE.items():
            address = server.url + paths.get(name, f"/{name}")
            for _ in range(options.visits):
                visit(chromium, address, usable, seen[name])
        times = echoes(chromium, server.url + seats[0], options.steps)
        chromium.close()
    shown = {name: visits.summary() for name, visits in seen.items()}
    echo = {f"p{p}": percentile(times, p / 100) for p in (50, 90, 99, 100)}
    machine = {"cores": os.cpu_count(), "load_before": load_before}
    print(json.dumps({"pages": shown, "step_echo_ms": echo, **machine}, indent=1))


if __name__ == "__main__":
    main()
