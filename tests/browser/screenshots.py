"""Pictures of every page, light and dark, for the docs: ``python -m tests.browser.screenshots``.

From the root of the checkout; needs what the browser tests need. The pages show real games, so that
there is something to see.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import PHONE, launch
from tests.web.harness import Server

FOLDER = Path("docs/screenshots")
SAMPLE = Path("tests/data/arimaa-games-2026-02.tsv")
SAMPLE_GAMES = 6
MIDDLE = 36  # turns of both sides, setups counted
DESKTOP: ViewportSize = {"width": 1200, "height": 800}
# Flat areas and few colours: a palette halves the files without a visible difference.
COLOURS = 256
PATIENCE_MS = 60_000


def fill(server: Server) -> dict[str, str]:
    """Some games, and the addresses that show them."""
    sample = "".join(SAMPLE.read_text().splitlines(keepends=True)[: SAMPLE_GAMES + 1])
    first, *_ = server.post("/import", {"text": sample})["games"]
    tree = {node["id"]: node for node in server.get(f"/games/{first}")["tree"]}
    line = [tree[0]]
    while line[-1]["children"]:
        line.append(tree[line[-1]["children"][0]])
    turns = [node["turn"] for node in line[1 : MIDDLE + 1]]
    middle = server.post("/board", {"turns": turns})["position"]
    game = server.post(
        "/games",
        {
            "gold": {"player": "human", "name": "Ann"},
            "silver": {"player": "gajah:level=4"},
            "control": "30s/5m/100/10m",
            "start": middle,
        },
        201,
    )
    seats = game["tokens"]
    return {
        "home": "/",
        "game": f"/game/{game['game']['id']}#seat={seats['g']}",
        "library": "/library",
        "analysis": f"/analysis?game={first}#node={line[MIDDLE]['id']}",
        "editor": f"/editor?position={middle}",
        "learn": "/learn#traps",
        "puzzles": "/puzzles",
    }


def settle(page: Page, name: str) -> None:
    """Wait until the page has what there is to see."""
    page.wait_for_load_state("networkidle")
    if name == "analysis":
        page.keyboard.press("l")
        page.locator(".engine-line").first.wait_for(timeout=PATIENCE_MS)


def save(png: bytes, path: Path) -> None:
    """Write a picture with few colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    # The usual method would give arrows of different colours, which are few, the same one.
    picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)


def photograph(browser: Browser, server: Server, addresses: dict[str, str]) -> None:
    """Every page in both themes, and the game on a phone."""
    for scheme in ("light", "dark"):
        for name, address in addresses.items():
            context = browser.new_context(
                base_url=server.url, viewport=DESKTOP, color_scheme=scheme, reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(address)
            settle(page, name)
            save(page.screenshot(), FOLDER / f"{name}-{scheme}.png")
            context.close()
    context = browser.new_context(
        base_url=server.url, viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2
    )
    page = context.new_page()
    page.goto(addresses["game"])
    settle(page, "game")
    save(page.screenshot(), FOLDER / "game-phone.png")


def main() -> None:
    """Make them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        chromium = launch(playwright)
        photograph(chromium, server, fill(server))
        chromium.close()


if __name__ == "__main__":
    main()
