"""axe-core, the accessibility checker, run inside a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

_SCRIPT = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def accessibility_problems(page: Page) -> list[str]:
    """What axe finds wrong, one line each; nothing is exempt."""
    # Not as a script element: the page's content security policy rightly refuses those.
    page.evaluate(_SCRIPT.read_text("utf-8"))
    results = page.evaluate("axe.run()")
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:160]}"
        for violation in results["violations"]
        for node in violation["nodes"]
    ]
