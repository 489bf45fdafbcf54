"""A server with accounts in place of the usual one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.accounts.visitor import account_server
from tests.web.harness import Server


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that all tests of the module share."""
    with account_server(tmp_path_factory.mktemp("accounts") / "data") as running:
        yield running
