"""Openings: legal, repeatable, and not the same one again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from gajah._core import Setup
from gajah.arena.book import open_book
from gajah.errors import NotationError
from gajah.game import Game
from gajah.match.playing import Opening
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP

WITHOUT_CAMEL = GOLD_SETUP.replace("Md2 ", "")
POSITION = "g [r          R                                      E             ]"


@pytest.mark.parametrize("name", ["standard", "random"])
def test_openings_are_legal_and_differ_from_pair_to_pair(name: str) -> None:
    openings = [open_book(name)(7, pair) for pair in range(300)]
    assert len(set(openings)) == len(openings)
    for opening in openings:
        game = Game()
        for turn in opening.turns:
            game.play(turn)
        assert len(game.turns) == 2


@pytest.mark.parametrize("name", ["standard", "random"])
def test_opening_follows_from_the_seed_and_the_pair(name: str) -> None:
    book = open_book(name)
    assert book(1, 5) == open_book(name)(1, 5)
    assert [book(1, pair) for pair in range(9)] != [book(2, p) for p in range(9)]


def test_without_a_book_the_players_set_up() -> None:
    assert open_book("none")(0, 0) == Opening()


def test_book_of_records_gives_the_first_turns_of_its_games(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(f'[Gold "a"]\n\n1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n2g Ee2n\n*\n')
    setups = (Setup.parse(GOLD_SETUP), Setup.parse(SILVER_SETUP))
    assert open_book(str(path))(0, 3) == Opening(turns=setups)


def test_book_of_positions_gives_each_once_before_it_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(f"{OPENING.short}\n{POSITION}\n\n")
    found = [open_book(str(path))(0, pair).start for pair in range(4)]
    assert len(set(found[:2])) == 2
    assert found[:2] == found[2:]


def test_lines_that_start_with_a_hash_are_no_part_of_a_book(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(f"# Openings for the autumn.\n{OPENING.short}\n  # the end\n")
    assert open_book(str(path))(0, 1) == Opening(start=OPENING)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", " is no book: it has no game and no position"),
        (b"# nothing yet\n", " is no book: it has no game and no position"),
        (b"hello\n", ":1: "),
        (b"\x7fELF\x02\x01\x00\xff\xfe\n", ":1: expected UTF-8, found the byte 0xff"),
        (f"{OPENING.short}\n# \n\ng [too short]\n".encode(), ":4: expected 64 squares"),
        (f"{OPENING.short}\ng [\xff".encode("latin-1"), ":2: expected UTF-8"),
        (
            f'[Gold "a"]\n\n1g {GOLD_SETUP}\n1s {GOLD_SETUP}\n*\n'.encode(),
            ":4: turn 1s: ",
        ),
        (
            b"s [R          R                                   r  E             ]\n",
            ":1: the game is over there: gold wins",
        ),
        (
            f'\n[Handicap "M"]\n\n1g {WITHOUT_CAMEL}\n1s {SILVER_SETUP}\n*\n'.encode(),
            ":2: a game with a handicap",
        ),
    ],
    ids=range(9),
)
def test_file_that_is_no_book_is_refused_and_the_line_is_named(
    tmp_path: Path, text: bytes, why: str
) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(text)
    with pytest.raises(NotationError) as refused:
        open_book(str(path))
    assert str(refused.value).startswith(f"{path}{why}")
