"""Core in WebAssembly with threads, in a worker of Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from gajah.web.wire.boards import drafted
from tests.wasm.asking import compare, in_threads
from tests.wasm.places import asked, some_places, some_searches

NODES = 1500


def test_one_thread_finds_what_the_library_finds(page: Page) -> None:
    compare(in_threads(page, 1), *some_searches(8, seed=7))


@pytest.mark.parametrize("helpers", [0, 1, 3])
def test_a_search_goes_on_with_the_threads_there_are(page: Page, helpers: int) -> None:
    places = some_places(4, seed=8)
    questions = [asked("search", place, nodes=NODES, lines=2, threads=4) for place in places]
    for place, found in zip(places, in_threads(page, 1 + helpers)(questions), strict=True):
        _, position = drafted(place)
        assert found["done"]
        assert found["nodes"] >= NODES or abs(found["lines"][0]["score"]["mate"] or 0) > 0
        for line in found["lines"]:
            position.complete(line["turn"])
