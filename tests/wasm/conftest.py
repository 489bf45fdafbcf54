"""Where the questions are asked: in Node.js, then in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.wasm.asking import Ask, in_chromium, in_node


@pytest.fixture(scope="module")
def page() -> Iterator[Ask]:
    """A page of Chromium."""
    with in_chromium() as ask:
        yield ask


@pytest.fixture(params=["node", "chromium"])
def ask(request: pytest.FixtureRequest) -> Ask:
    """Each of both in turn."""
    return in_node if request.param == "node" else request.getfixturevalue("page")
