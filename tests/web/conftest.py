"""One server for all tests of a module that do not need one of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.harness import Server


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests of the module share."""
    with Server(tmp_path_factory.mktemp("web") / "data") as running:
        yield running


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """The same, with no tab open."""
    yield shared_server
    shared_server.close_pages()
