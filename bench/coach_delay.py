"""How long a player waits for the coach: from "Play turn" until it asks or the turn is played.

    python bench/coach_delay.py [--every 10] [--silent 40]

Games against level 1 in Chromium, from positions of the sample games: every turn that the coach
asks about, among every tenth, and some that it lets pass. Measured by the page, from the click
until the frame in which the question, or the turn in the list, is drawn. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil

import httpx
from coach import sample_turns, spread
from playwright.sync_api import Browser, Page, sync_playwright
from web_server import running_server

from gajah._core import Position, Side, Turn
from gajah.analysis.coach import warn

_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
_BOT = "gajah:level=1"
# A page of the server that asks for nothing more: the seat is kept before the game is opened.
_BLANK = "/static/icon.svg"
_KEEP_SEAT = "kept => localStorage.setItem('gajah.seats', JSON.stringify(kept))"
# Looks at every frame, so that nothing is told before it can be seen.
_WATCH = """
window.answered = null;
addEventListener("click", (event) => {
  if (!event.target.closest(".entry-play")) return;
  const count = () => document.querySelectorAll("#moves button").length;
  const before = count();
  const look = () => {
    const asks = document.querySelector(".coach-question:not([hidden])") !== null;
    const plays = count() > before;
    const seconds = (performance.now() - event.timeStamp) / 1000;
    if (asks || plays) window.answered = { asks, seconds };
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, true);
"""


def play(browser: Browser, url: str, position: Position, turn: Turn) -> tuple[bool, float]:
    """Enter a turn in a new game: was it asked about, and how many seconds did that take?"""
    seats = ["human", _BOT] if position.side is Side.GOLD else [_BOT, "human"]
    wanted = {"gold": {"player": seats[0]}, "silver": {"player": seats[1]}, "start": position.short}
    made = httpx.post(f"{url}/api/v1/games", json=wanted).raise_for_status().json()
    page = browser.new_page()
    page.goto(url + _BLANK)
    page.evaluate(_KEEP_SEAT, {made["game"]["id"]: made["tokens"]})
    page.goto(f"{url}/game/{made['game']['id']}")
    page.get_by_text("Your turn to play.").wait_for()
    answer = _enter(page, turn)
    page.close()
    return answer


def _enter(page: Page, turn: Turn) -> tuple[bool, float]:
    field = page.get_by_label("Type steps")
    field.fill(str(turn))
    field.press("Enter")
    page.get_by_label("Steps so far").get_by_text(str(turn), exact=True).wait_for()
    page.evaluate(_WATCH)
    page.get_by_role("button", name="Play turn").click()
    page.wait_for_function("() => window.answered")
    answered = page.evaluate("window.answered")
    return answered["asks"], answered["seconds"]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=10, help="look at every n-th turn")
    parser.add_argument("--silent", type=int, default=40, help="turns without a question")
    options = parser.parse_args()
    asked: list[tuple[Position, Turn]] = []
    silent: list[tuple[Position, Turn]] = []
    for position, turn in sample_turns()[:: options.every]:
        (silent if warn(position, turn) is None else asked).append((position, turn))
    chosen = silent[:: max(1, len(silent) // options.silent)][: options.silent]
    load_before = os.getloadavg()[0]
    waited_s: dict[bool, list[float]] = {True: [], False: []}
    with running_server() as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
            args=_ARGUMENTS,
        )
        for position, turn in asked + chosen:
            asks, seconds = play(chromium, server.url, position, turn)
            waited_s[asks].append(seconds)
        chromium.close()
    report = {
        "questions": len(waited_s[True]),
        "question_ms": spread(waited_s[True]),
        "turns_without": len(waited_s[False]),
        "turn_played_ms": spread(waited_s[False]),
        "cores": os.cpu_count(),
        "load_before": load_before,
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
