"""axe-core, the accessibility checker, run inside a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

_SCRIPT = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
_COLOURS = '{ runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } }'


def accessibility_problems(page: Page) -> list[str]:
    """What axe finds wrong in a light page, one line each; nothing is exempt.

    Dark differs in its colours alone, so that only they are looked at once more.
    """
    # Not as a script element: the page's content security policy rightly refuses those.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_SCRIPT.read_text("utf-8"))
    problems = _run(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    problems += _run(page, _COLOURS)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    return problems


def _run(page: Page, options: str = "{}") -> list[str]:
    results = page.evaluate(f"axe.run({options})")
    return [
        f"{violation['impact']} {violation['id']}: {node['html'][:160]}"
        for violation in results["violations"]
        for node in violation["nodes"]
    ]
