"""Searches of the library find what a plain look at every board and every game finds."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from gajah._core import Pattern, Position
from gajah.web.games import filing
from gajah.web.games.opening import open_database
from gajah.web.games.queries import GameQuery
from gajah.web.games.rows import StoredGame
from gajah.web.games.store import GameStore
from gajah.web.library.bulk import import_file
from gajah.web.library.importing import read_games
from gajah.web.wire.shapes import Sort
from tests.samples import SAMPLE_FILE
from tests.web.games.postgres import Postgres

_SMALL_PART = 16
_SQUARES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
_MIRROR = str.maketrans("abcdefgh", "hgfedcba")
_ALL = GameQuery(limit=1000)


@dataclass(frozen=True, repr=False)
class Known:
    """A game of the library, and its boards as letters by square."""

    game: StoredGame
    boards: list[dict[str, str]]
    positions: frozenset[str]

    def had(self, pieces: str) -> bool:
        """Whether the pieces or their mirror image stood so at some time."""
        words = pieces.split()
        images = (words, [word[0] + word[1:].translate(_MIRROR) for word in words])
        return any(
            all(board.get(word[1:], ".") == word[0] for word in image)
            for image in images
            for board in self.boards
        )


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """A library with the sample games, in parts of sixteen."""
    folder = tmp_path_factory.mktemp("library")
    url = f"sqlite:///{folder / 'gajah.sqlite3'}"
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.url
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filing, "PART", _SMALL_PART)
        engine = open_database(url)
        import_file(engine, SAMPLE_FILE, 1, lambda *_: None)
        yield engine
        engine.dispose()


@pytest.fixture(scope="module")
def store(engine: Engine) -> Iterator[GameStore]:
    """The same, to be searched."""
    store = GameStore(engine)
    # Some of them are gone, and some of these came again: not all of them are in a part.
    gone = [store.load(game_id) for game_id in store.ids()[::3]]
    for game, _ in gone:
        asyncio.run(store.delete(game.id))
    lines = SAMPLE_FILE.read_text(encoding="utf-8").splitlines()
    again = {(game.tags or {}).get("GameId") for game, _ in gone[::2]}
    text = "\n".join([lines[0], *(line for line in lines if line.split("\t")[0] in again)])
    rows = read_games(text).rows
    assert len(rows) == len(again)
    asyncio.run(store.add(rows))
    asyncio.run(store.file_games())
    yield store
    store.close()


@pytest.fixture(scope="module")
def known(store: GameStore) -> list[Known]:
    """All games of the library, the newest first."""
    return all_of(store)


def all_of(store: GameStore) -> list[Known]:
    """The same of any library."""
    found = []
    for game, tree in map(store.load, store.ids()):
        positions = tree.game(tree.end).positions
        boards = [{str(at): str(what) for at, what in each.pieces.items()} for each in positions]
        both = {each.short for each in positions} | {each.mirrored().short for each in positions}
        found.append(Known(game, boards, frozenset(both)))
    return sorted(found, key=lambda each: (each.game.created, each.game.id), reverse=True)


def found_by(store: GameStore, wanted: GameQuery) -> set[str]:
    """The ids of the games of a search; the total is their number."""
    found = store.search(replace(wanted, limit=1000))
    assert found.total == len(found.games)
    return {game.id for game in found.games}


@st.composite
def patterns(draw: st.DrawFn) -> tuple[int, int, list[int], list[str]]:
    """A game and a board of it by number, squares of that board, and a word of chance."""
    squares = draw(st.lists(st.integers(0, 63), min_size=1, max_size=5, unique=True))
    odd = draw(st.lists(st.sampled_from(["Ed4", "rc7", ".e5", "hf6", "Ra8"]), max_size=1))
    return draw(st.integers(0, 10_000)), draw(st.integers(0, 10_000)), squares, odd


@settings(max_examples=60, deadline=None)
@given(drawn=patterns())
def test_pieces_are_found_in_every_game_in_which_they_stood(
    store: GameStore, known: list[Known], drawn: tuple[int, int, list[int], list[str]]
) -> None:
    game, board, squares, odd = drawn
    boards = known[game % len(known)].boards
    stood = boards[board % len(boards)]
    words = [stood.get(_SQUARES[each], ".") + _SQUARES[each] for each in squares]
    words += [word for word in odd if all(word[1:] != other[1:] for other in words)]
    text = " ".join(words)
    expected = {each.game.id for each in known if each.had(text)}
    assert odd or expected
    assert found_by(store, replace(_ALL, pieces=Pattern(text))) == expected


def test_a_position_is_found_in_every_game_in_which_it_occurred(
    store: GameStore, known: list[Known]
) -> None:
    often = [Position().short, *sorted(known[3].positions)[::9], *sorted(known[40].positions)[::9]]
    for short in often:
        expected = {each.game.id for each in known if short in each.positions}
        assert expected
        wanted = replace(_ALL, position=Position.parse(short))
        assert found_by(store, wanted) == expected
        assert store.search(replace(wanted, limit=1)).total == len(expected)


def _ratings(game: StoredGame) -> list[int]:
    tags = game.tags or {}
    return [int(tags.get(f"{side}Rating") or 0) for side in ("Gold", "Silver")]


_ORDERS: dict[Sort, Callable[[StoredGame], Any]] = {
    "newest": lambda _: 0,
    "longest": lambda game: -game.turn_count,
    "shortest": lambda game: game.turn_count,
    "rating": lambda game: -sum(_ratings(game)),
    "players": lambda game: (game.gold.name.lower(), game.silver.name.lower()),
    "result": lambda game: ("g", "s", None).index(game.winner),
}
_SEARCHES: dict[str, tuple[GameQuery, Callable[[Known], bool]]] = {
    "all": (_ALL, lambda _: True),
    "rating": (replace(_ALL, rating=1900), lambda each: min(_ratings(each.game)) >= 1900),
    "result": (replace(_ALL, result="s"), lambda each: each.game.winner == "s"),
    "turns": (
        replace(_ALL, shortest=50, longest=70),
        lambda each: 50 <= each.game.turn_count <= 70,
    ),
    "player": (
        replace(_ALL, player="BOT_"),
        lambda each: "bot_" in f"{each.game.gold.name} {each.game.silver.name}".lower(),
    ),
    "pieces": (replace(_ALL, pieces=Pattern("Ed5")), lambda each: each.had("Ed5")),
    "pieces and more": (
        replace(_ALL, pieces=Pattern("Me4 .c3"), result="g", rating=1500, state="over"),
        lambda each: (
            each.had("Me4 .c3") and each.game.winner == "g" and min(_ratings(each.game)) >= 1500
        ),
    ),
}


@pytest.mark.parametrize("kind", _SEARCHES)
def test_pages_in_each_order_are_those_of_a_plain_sort(
    store: GameStore, known: list[Known], kind: str
) -> None:
    wanted, is_wanted = _SEARCHES[kind]
    games = [each.game for each in known if is_wanted(each)]
    assert games
    for sort in get_args(Sort):
        if sort == "oldest":
            expected = [game.id for game in reversed(games)]
        else:
            expected = [game.id for game in sorted(games, key=_ORDERS[sort])]
        shown = []
        for offset in range(0, len(games) + 1, 7):
            page = store.search(replace(wanted, sort=sort, offset=offset, limit=7))
            assert page.total == len(games)
            shown += [game.id for game in page.games]
        assert shown == expected
        assert store.find_ids(replace(wanted, sort=sort)) == expected


def test_places_are_given_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game that comes after a deleted one is not found by the boards of that one."""
    monkeypatch.setattr(filing, "PART", 4)
    store = GameStore(open_database(f"sqlite:///{tmp_path / 'gajah.sqlite3'}"))
    lines = SAMPLE_FILE.read_text(encoding="utf-8").splitlines()

    def add(numbers: range) -> list[str]:
        rows = read_games("\n".join([lines[0], *(lines[number] for number in numbers)])).rows
        asyncio.run(store.add(rows))
        asyncio.run(store.file_games())
        return [each.game["id"] for each in rows]

    chance = random.Random(5)
    texts = [chance.choice("EMHDCRemhdcr") + chance.choice(_SQUARES) for _ in range(12)]
    for numbers in pairwise(range(1, 34, 8)):
        for game_id in add(range(*numbers))[-3:]:
            asyncio.run(store.delete(game_id))
        known = all_of(store)
        # The store remembers what it has found among the games that came before.
        for text in [*texts, chance.choice("EMHDCRemhdcr") + chance.choice(_SQUARES)]:
            expected = {each.game.id for each in known if each.had(text)}
            assert found_by(store, replace(_ALL, pieces=Pattern(text))) == expected
    store.close()


@pytest.fixture(scope="module")
def sample_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of SQLite with the sample games, 64 of them in a part; only to be copied."""
    file = tmp_path_factory.mktemp("sample") / "gajah.sqlite3"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filing, "PART", 64)
        engine = open_database(f"sqlite:///{file}")
        import_file(engine, SAMPLE_FILE, 1, lambda *_: None)
        engine.dispose()
    return file


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE board_spans SET spans = x'ffffffffffff'",
        "UPDATE board_spans SET spans = 'torn'",
        "UPDATE board_spans SET spans = 7",
        "DELETE FROM board_spans WHERE stand > 100",
        "UPDATE indexed_games SET course = 'torn'",
        "UPDATE indexed_games SET course = x'ff00'",
    ],
)
def test_boards_that_are_damaged_are_not_found(
    sample_library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setattr(filing, "PART", 64)
    file = shutil.copy(sample_library, tmp_path)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(damage)
    store = GameStore(open_database(f"sqlite:///{file}"))
    found = store.search(replace(_ALL, pieces=Pattern("Ra1")))
    # The games of the part or those after it are left.
    assert 0 < found.total < 100
    assert len(found.games) == found.total
    store.close()
