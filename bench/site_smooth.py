"""How smooth a page without a server stays while its engine thinks, on slow phones.

    make wasm && python -m bench.site_smooth [--level 10] [--turns 3]

The page plays a level with Chromium's processor throttled. Printed are the tasks of the page's own
thread that took longer than 50 ms while the level was thinking, and the longest of them.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import PHONE, launch
from tests.browser.table import Table
from tests.wasm.check_site import Site, new_game, type_turn

RATES = (1, 4, 6)
# Less than the level thinks about a turn.
THINKING_MS = 1000
TURNS = ("Ra2n", "Rh2n", "Ra1n")
WATCH = """() => {
  globalThis.tasks = [];
  new PerformanceObserver((list) => {
    globalThis.tasks.push(...list.getEntries().map((task) => [task.startTime, task.duration]));
  }).observe({ type: "longtask" });
}"""


def long_tasks(page: Page, turns: int) -> list[float]:
    """The long tasks from when a turn has been sent until the answer has come, in ms."""
    found: list[float] = []
    for turn in TURNS[:turns]:
        type_turn(page, turn)
        insist = page.get_by_role("button", name="Play anyway")
        thinking = Table(page).status.filter(has_text="is thinking")
        expect(insist.or_(thinking).first).to_be_visible()
        if insist.is_visible():
            insist.click()
        expect(thinking).to_be_visible()
        began_ms = page.evaluate("() => performance.now()")
        page.wait_for_timeout(THINKING_MS)
        tasks = page.evaluate("() => globalThis.tasks.splice(0)")
        # What draws the own turn comes before, and is told late.
        found += [took_ms for at_ms, took_ms in tasks if at_ms >= began_ms]
        expect(Table(page).status).to_have_text("Your turn to play.")
    return found


def main() -> None:
    """Measure each rate in a browser of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--turns", type=int, default=3, choices=range(1, len(TURNS) + 1))
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site, browser = Site(Path(folder)), launch(playwright)
        for rate in RATES:
            context = browser.new_context(base_url=site.url, viewport=PHONE)
            page = context.new_page()
            page.goto("")
            page.evaluate("() => localStorage.setItem('gajah.settings', '{\"notation\": true}')")
            new_game(page, wanted.level)
            page.evaluate(WATCH)
            session = context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            tasks = long_tasks(page, wanted.turns)
            longest = max(tasks, default=0)
            print(f"throttled {rate}x: {len(tasks)} long tasks, longest {longest:.0f} ms")
            context.close()
        browser.close()
        site.close()


if __name__ == "__main__":
    main()
