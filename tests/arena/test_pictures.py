"""Tournaments as pictures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from gajah._core import Side
from gajah.arena.crosstable import Cell, make_crosstable, make_progress
from gajah.arena.picture import PictureError
from gajah.arena.plots import crosstable_picture, progress_picture
from tests.arena.games import finished, make_event

EVENT = make_event("a@random", "b@random", "c@random", kind="round-robin", games=6)
GAMES = [
    finished(0, "a", "b", Side.GOLD),
    finished(1, "b", "a", Side.GOLD),
    finished(2, "a", "c", Side.GOLD),
    finished(3, "c", "a", Side.SILVER),
    finished(4, "b", "c", Side.SILVER),
    finished(5, "c", "b", None),
]


def test_crosstable_has_the_points_of_every_meeting() -> None:
    table = make_crosstable(EVENT, GAMES)
    assert table.labels == ["a", "b", "c"], "b and c are equal: in the order given"
    assert table.cell("a", "b") == Cell(1, 2)
    assert table.cell("a", "c") == Cell(2, 2)
    assert table.cell("c", "b") == Cell(1.5, 2)
    assert table.cell("a", "a").share is None


def test_progress_ends_with_the_ratings_of_all_games() -> None:
    progress = make_progress(EVENT, GAMES)
    assert list(progress) == [1, 2, 3, 4, 5, 6]
    assert progress[6] == make_crosstable(EVENT, GAMES).ratings


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]


def test_picture_of_the_crosstable_names_players_ratings_and_points() -> None:
    found = texts(crosstable_picture(make_crosstable(EVENT, GAMES), "a <b> & c").svg())
    assert found[0] == "a <b> & c"
    assert {"1  a", "2  b", "3  c", "2/2", "1.5/2", "0.5/2"} <= set(found)


def test_picture_of_the_progress_has_a_line_for_each_player() -> None:
    svg = progress_picture(make_progress(EVENT, GAMES), "ratings").svg()
    assert {"a", "b", "c", "games", "rating"} <= set(texts(svg))


def test_progress_is_drawn_before_everybody_has_played() -> None:
    svg = progress_picture(make_progress(EVENT, GAMES[:1]), "ratings").svg()
    assert {"a", "b", "c"} <= set(texts(svg))
    assert "nan" not in svg
    assert "inf" not in svg


def test_progress_of_no_games_is_an_empty_picture() -> None:
    assert texts(progress_picture(make_progress(EVENT, []), "ratings").svg()) == ["ratings"]


def test_picture_is_written_in_the_format_of_its_name(tmp_path: Path) -> None:
    picture = crosstable_picture(make_crosstable(EVENT, GAMES), "table")
    picture.save(tmp_path / "a.svg")
    picture.save(tmp_path / "a.PNG")
    assert (tmp_path / "a.svg").read_text() == picture.svg()
    with Image.open(tmp_path / "a.PNG") as image:
        assert image.size == (round(2 * picture.width), round(2 * picture.height))
        assert len(image.getcolors(1 << 24) or []) > 5
    with pytest.raises(PictureError, match=r"\.svg or \.png"):
        picture.save(tmp_path / "a.jpg")
