"""Where the questions are asked: in Node.js, then in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.wasm.asking import Ask, chromium, in_node, in_page


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page of Chromium."""
    with chromium() as opened:
        yield opened


@pytest.fixture(params=["node", "chromium"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """Each of both in turn."""
    return in_node if request.param == "node" else in_page(request.getfixturevalue("page"))
