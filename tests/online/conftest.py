"""A server with accounts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.accounts.visitor import Visitor, account_server
from tests.web.harness import Server


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests of the module share."""
    data = tmp_path_factory.mktemp("club") / "data"
    with account_server(data, account_bots=100) as running:
        yield running


@pytest.fixture(scope="module")
def ann(club: Server) -> Visitor:
    """A person to whom bots belong."""
    return Visitor(club, "Ann")


@pytest.fixture(scope="module")
def bob(club: Server) -> Visitor:
    """A person who plays against them."""
    return Visitor(club, "Bob")
