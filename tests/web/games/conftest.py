"""One PostgreSQL server for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.web.games.postgres import Postgres


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A server that only these tests use."""
    # Not among the other temporary folders: the name of a socket must be short.
    with TemporaryDirectory() as name:
        postgres = Postgres(Path(name))
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.stop()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The URL of its database."""
    return postgres.url
