"""Pictures: everything on the board is drawn, where it is, in XML that any viewer takes."""

from __future__ import annotations

import doctest
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gajah._core import Piece, Position, Square, Turn
from gajah.game import Game
from gajah.notation import Arrow, Mark
from gajah.svg import PIECE_SETS, THEMES, PieceColours, Theme, piece_svg, render
from tests.helpers import OPENING, gold, silver
from tests.strategies import PIECES, any_positions, in_mid_turn

DOCS = Path(__file__).parent.parent / "docs"
SVG = "{http://www.w3.org/2000/svg}"
TRANSLATE = re.compile(r"translate\((-?[\d.]+) (-?[\d.]+)\)")

Element = ElementTree.Element


def elements(picture: str, name: str) -> list[Element]:
    """The elements of a picture with that word in their class."""
    return [e for e in ElementTree.fromstring(picture).iter() if name in classes(e)]


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def on_squares(picture: str, name: str) -> dict[str, str]:
    """By square, the side and kind of the elements of that class: ``{"e2": "gold elephant"}``."""
    found = elements(picture, name)
    squares = {e.attrib["data-square"]: " ".join(classes(e)[1:]) for e in found}
    assert len(squares) == len(found), "two on one square"
    return squares


def places(picture: str, name: str) -> dict[str, tuple[float, float]]:
    """By square, where the drawing of each element of that class is put."""
    found = {}
    for element in elements(picture, name):
        use = element.find(f".//{SVG}use")
        assert use is not None
        move = TRANSLATE.match(use.attrib["transform"])
        assert move
        found[element.attrib["data-square"]] = float(move[1]), float(move[2])
    return found


def trails(picture: str, kind: str) -> list[str]:
    """The steps along each arrow of that kind, ``own`` or ``dragged``."""
    return [e.attrib["data-steps"] for e in elements(picture, kind)]


def played(position: Position, text: str) -> tuple[Position, Turn]:
    turn = position.complete(text)
    return position.play(turn), turn


def named(position: Position) -> dict[str, str]:
    return {square.name: piece.name for square, piece in position.pieces.items()}


@given(in_mid_turn(any_positions()), st.booleans(), st.sampled_from(PIECE_SETS))
def test_every_piece_is_drawn_on_its_square(position: Position, flip: bool, pieces: str) -> None:
    picture = render(position, flip=flip, pieces=pieces)
    assert on_squares(picture, "piece") == named(position)
    for name, (x, y) in places(picture, "piece").items():
        square = Square(name)
        column, row = "abcdefgh".index(square.column), 8 - square.row
        if flip:
            column, row = 7 - column, 7 - row
        assert (x // 100, y // 100) == (column, row)


def test_flipping_turns_the_board_half_around() -> None:
    usual, flipped = places(render(OPENING), "piece"), places(render(OPENING, flip=True), "piece")
    for square, (x, y) in usual.items():
        assert flipped[square] == (710 - x, 710 - y)


def test_coordinates_follow_the_flip() -> None:
    def corner(flip: bool) -> str:
        texts = ElementTree.fromstring(render(OPENING, flip=flip)).iter(f"{SVG}text")
        return min(texts, key=lambda t: float(t.attrib["x"]) - float(t.attrib["y"])).text or ""

    assert corner(flip=False) == "a"
    assert corner(flip=True) == "h"


def test_without_coordinates_there_is_no_text_and_no_frame() -> None:
    picture = render(OPENING, coordinates=False)
    assert not list(ElementTree.fromstring(picture).iter(f"{SVG}text"))
    assert not elements(picture, "frame")
    assert 'viewBox="0 0 800 800"' in picture


@given(any_positions())
def test_the_four_traps_are_marked_in_every_picture(position: Position) -> None:
    traps = {e.attrib["data-square"] for e in elements(render(position), "trap")}
    assert traps == {"c3", "f3", "c6", "f6"}


@given(in_mid_turn(any_positions()), st.sampled_from([*product(PIECE_SETS, THEMES)]), st.booleans())
def test_every_reference_is_drawn_once_in_the_same_picture(
    position: Position, looks: tuple[str, str], coordinates: bool
) -> None:
    pieces, theme = looks
    root = ElementTree.fromstring(
        render(position, pieces=pieces, theme=theme, coordinates=coordinates)
    )
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    assert {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")} == set(ids)


def test_pictures_with_other_looks_share_no_id_on_a_page() -> None:
    pages = [render(OPENING, pieces=p, theme=t) for p, t in product(PIECE_SETS, ("stone", "print"))]
    ids = [found for page in pages for found in re.findall(r'id="([^"]+)"', page)]
    assert len(ids) == 12 * len(pages) == len(set(ids))


def test_a_picture_needs_nothing_from_outside() -> None:
    for pieces, theme in product(PIECE_SETS, THEMES):
        picture = render(OPENING, pieces=pieces, theme=theme)
        assert "var(" not in picture
        assert "<style" not in picture
        assert set(re.findall(r"https?://[^\"]*", picture)) == {"http://www.w3.org/2000/svg"}


def test_each_step_is_an_arrow_from_the_square_left_to_the_square_reached() -> None:
    position, turn = played(gold("Ee2 Ra1 re8"), "Ee2n Ra1e")
    shafts = {
        e.attrib["data-steps"]: [path.attrib["d"] for path in e]
        for e in elements(render(position, last_turn=turn, coordinates=False), "own")
    }
    assert list(shafts) == ["Ee2n", "Ra1e"]
    assert shafts["Ee2n"][0].startswith("M450 650L450 ")
    assert shafts["Ra1e"][0].startswith("M50 750L")


def test_the_steps_of_one_piece_make_one_arrow() -> None:
    position, turn = played(gold("Ee2 Ra1 re8"), "Ee2n Ra1n Ee3n Ee4w")
    assert trails(render(position, last_turn=turn), "own") == ["Ee2n Ee3n Ee4w", "Ra1n"]


def test_pushed_and_pulled_pieces_have_arrows_of_another_kind() -> None:
    for mirror, own, dragged in (
        ("rd5e Ed4n", ["Ed4n"], ["rd5e"]),
        ("Ed4s rd5s", ["Ed4s"], ["rd5s"]),
    ):
        position, turn = played(gold("Ed4 rd5 Ra1"), mirror)
        picture = render(position, last_turn=turn)
        assert trails(picture, "own") == own
        assert trails(picture, "dragged") == dragged


def test_silver_is_the_mover_after_silvers_turn() -> None:
    position, turn = played(silver("ed4 Rd5 ra8 Ra1"), "Rd5e ed4n")
    picture = render(position, last_turn=turn)
    assert trails(picture, "own") == ["ed4n"]
    assert trails(picture, "dragged") == ["Rd5e"]


@given(in_mid_turn(any_positions(), least=1))
def test_steps_taken_in_mid_turn_are_arrows_of_the_side_to_move(position: Position) -> None:
    picture = render(position)
    assert render(position, last_turn=position.taken) == picture
    mine = " ".join(trails(picture, "own")).split()
    theirs = " ".join(trails(picture, "dragged")).split()
    assert sorted(mine + theirs) == sorted(str(step) for step in position.taken)
    for word in mine:
        assert Piece(word[0]).side == position.side
    for word in theirs:
        assert Piece(word[0]).side == position.side.other


@pytest.mark.parametrize("steps", ["rd5e Ed4n", "Ed4s rd5s", "Ed4n", "rd5e"])
def test_planned_turn_is_drawn_as_one_of_the_side_to_move(steps: str) -> None:
    picture = render(gold("Ed4 rd5 Ra1 rd7").after("Ra1n"), last_turn=steps)
    assert trails(picture, "own") == [step for step in steps.split() if step[0] == "E"]
    assert trails(picture, "dragged") == [step for step in steps.split() if step[0] == "r"]


@given(any_positions(), st.data())
def test_turn_is_drawn_alike_before_and_after_it(position: Position, data: st.DataObject) -> None:
    turns = position.legal_turns()
    assume(turns)
    turn = data.draw(st.sampled_from(turns))
    before, after = (render(p, last_turn=turn) for p in (position, position.play(turn)))
    for kind in ("own", "dragged"):
        assert trails(before, kind) == trails(after, kind)


def test_pieces_that_change_places_are_drawn_before_and_after_it() -> None:
    position, turn = gold("Eb3 Ra3 rh8"), "Eb3n Ra3e Eb4w Ea4s"
    for shown in (position, position.play(turn)):
        assert trails(render(shown, last_turn=turn), "own") == ["Eb3n Eb4w Ea4s", "Ra3e"]


def test_arrows_point_from_centre_to_centre_in_their_colour() -> None:
    picture = render(OPENING, arrows=["Ra3d7", Arrow("e4", Square("e6"))])
    first, second = elements(picture, "arrow")
    assert [e.attrib["data-arrow"] for e in (first, second)] == ["a3d7", "e4e6"]
    assert first[0].attrib["d"].startswith("M50 550L")
    assert first[-1].attrib["fill"] == THEMES["stone"].ink("R")
    assert second[-1].attrib["fill"] == THEMES["stone"].ink("G")


def test_marked_squares_are_coloured_under_the_pieces() -> None:
    picture = render(OPENING, marks=["Re2", Mark(Square("e7"), "B")], flip=True)
    assert [e.attrib["data-square"] for e in elements(picture, "mark")] == ["e2", "e7"]
    assert picture.index('class="mark"') < picture.index('class="piece')


def test_label_tells_of_arrows_and_marks() -> None:
    picture = render(gold("Ee2 Ra1 re8"), arrows=["Ge2e4", "Re8e5"], marks=["Rc3"])
    label = ElementTree.fromstring(picture).attrib["aria-label"]
    assert label.endswith("rabbit e8. Arrows: e2 to e4, e8 to e5. Marked: c3.")


def test_going_back_and_forth_draws_two_lanes() -> None:
    position, turn = played(gold("Ee4 Ra1 re8"), "Ee4n Ee5s Ra1n")
    arrow = elements(render(position, last_turn=turn), "own")[0][0]
    columns = re.findall(r"[ML]([\d.]+) ", arrow.attrib["d"])
    assert len(set(columns)) == 2


def test_a_captured_piece_is_crossed_out_on_its_trap() -> None:
    position, turn = played(gold("Eb4 rb3 Ra1 re8"), "rb3e Eb4s")
    picture = render(position, last_turn=turn)
    assert position["c3"] is None
    assert on_squares(picture, "ghost") == {"c3": "silver rabbit"}
    (ghost,) = elements(picture, "ghost")
    assert [e for e in ghost.iter() if "cross" in classes(e)]
    assert "c3" not in on_squares(picture, "piece")


def test_a_capture_on_a_trap_in_use_is_shown_beside_the_piece_there() -> None:
    position, turn = played(gold("Eb4 rb3 Ra1 re8 Rc2 Cd3"), "rb3e Eb4s Rc2n")
    picture = render(position, last_turn=turn)
    assert on_squares(picture, "ghost") == {"c3": "silver rabbit"}
    assert on_squares(picture, "piece")["c3"] == "gold rabbit"
    assert places(picture, "ghost")["c3"] != places(picture, "piece")["c3"]


def test_the_arrow_of_a_lost_piece_is_not_continued_by_the_next_one_there() -> None:
    position, turn = played(gold("Eb4 rb3 Ra1 re8 Rc2 Cd3"), "rb3e Eb4s Rc2n Rc3n")
    picture = render(position, last_turn=turn)
    assert trails(picture, "own") == ["Eb4s", "Rc2n Rc3n"]
    assert trails(picture, "dragged") == ["rb3e"]


def test_a_piece_captured_far_from_the_step_is_shown_too() -> None:
    position, turn = played(gold("Rc3 Db3 Ra1 re8"), "Db3n")
    picture = render(position, last_turn=turn)
    assert on_squares(picture, "ghost") == {"c3": "gold rabbit"}
    assert trails(picture, "own") == ["Db3n"]


def test_a_turn_may_be_given_as_text() -> None:
    position, turn = played(OPENING, "Ee2n Ee3n")
    assert render(position, last_turn="Ee2n Ee3n") == render(position, last_turn=turn)


@given(in_mid_turn(any_positions()))
def test_the_label_names_every_piece_for_screen_readers(position: Position) -> None:
    root = ElementTree.fromstring(render(position))
    assert root.attrib["role"] == "img"
    words = re.findall(r"\w+", root.attrib["aria-label"])
    for square, piece in position.pieces.items():
        assert square.name in words
        assert piece.kind.name.lower() in (word.removesuffix("s") for word in words)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert f"{position.side.name.lower()} to move" in (title.text or "")


def test_the_label_reads_like_a_sentence() -> None:
    picture = render(gold("Ee2 Ra1 Rb1 re8").after("Ee2n"))
    assert ElementTree.fromstring(picture).attrib["aria-label"] == (
        "Arimaa position, gold to move, 3 steps left. Gold: elephant e3, rabbits a1 b1. "
        "Silver: rabbit e8. Steps shown: Ee2n."
    )


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_the_frame_shows_the_side_to_move_and_its_steps_left(steps: int) -> None:
    position = OPENING
    for step in ("Ee2n", "Ee3n", "Ee4n")[:steps]:
        position = position.after(step)
    (marker,) = elements(render(position), "to-move")
    assert "gold" in classes(marker)
    full = [dot for dot in marker.findall(f"{SVG}circle") if dot.attrib["fill"] != "none"]
    assert len(full) == position.steps_left == 4 - steps


@pytest.mark.parametrize("size", [16, 320, 4000])
def test_size_is_the_width_and_the_height(size: int) -> None:
    root = ElementTree.fromstring(render(OPENING, size=size))
    assert (root.attrib["width"], root.attrib["height"]) == (str(size), str(size))


def test_the_same_arguments_give_the_same_text() -> None:
    position, turn = played(OPENING, "Ee2n Dg2n")
    again = Position.parse(position.short)
    assert render(position, last_turn=turn) == render(again, last_turn=Turn.parse(str(turn)))


def test_a_notebook_shows_the_same_picture() -> None:
    shown: Any = OPENING  # the stubs leave out names that begin with an underscore
    assert shown._repr_svg_() == render(OPENING)


def test_notebook_shows_a_game_with_its_last_turn() -> None:
    game = Game(start=OPENING)
    assert game._repr_svg_() == render(OPENING)
    turn = game.play("Ee2n Ee3n")
    assert game._repr_svg_() == render(game.position, last_turn=str(turn))
    assert Game()._repr_svg_() == render(Position())


BAD_CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "set": (lambda: render(OPENING, pieces="cars"), "there is no piece set 'cars'"),
    "theme": (lambda: render(OPENING, theme="loud"), "there is no theme 'loud'"),
    "zero size": (lambda: render(OPENING, size=0), "size is a whole number of pixels"),
    "text size": (lambda: render(OPENING, size="9"), "size is a whole"),  # type: ignore[arg-type]
    "true size": (lambda: render(OPENING, size=True), "size is a whole number"),
    "position": (lambda: render("g []"), "needs a Position"),  # type: ignore[arg-type]
    "turn": (lambda: render(OPENING, last_turn=7), "last_turn is a"),  # type: ignore[arg-type]
    "turn text": (lambda: render(OPENING, last_turn="hop"), "expected"),
    "arrow": (lambda: render(OPENING, arrows=["e2e4"]), "expected an arrow like Ge2e5"),
    "pair": (lambda: render(OPENING, arrows=[("e2", "e4")]), "expected Arrow or its text"),  # type: ignore[list-item]
    "still arrow": (lambda: render(OPENING, arrows=["Ge2e2"]), "the arrow Ge2e2 stays"),
    "mark": (lambda: render(OPENING, marks=["e9"]), "expected a mark like Ge4"),
    "off the board": (lambda: render(OPENING, last_turn="Ea8n"), "the step Ea8n leaves the board"),
    "piece": (lambda: piece_svg("x"), "expected"),
    "piece type": (lambda: piece_svg(3), "a piece is a Piece"),  # type: ignore[arg-type]
    "piece set": (lambda: piece_svg("E", "cars"), "there is no piece set 'cars'"),
    "piece theme": (lambda: piece_svg("E", theme="loud"), "there is no theme 'loud'"),
    "colour": (lambda: PieceColours(*['red"/>'] * 6), "face is not a colour"),
    "theme colour": (lambda: replace(THEMES["wood"], light=""), "light is not a colour"),
    "army": (lambda: replace(THEMES["wood"], gold="red"), "colours of gold are PieceColours"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("bad", BAD_CALLS)
def test_bad_arguments_are_refused_in_one_sentence(bad: str) -> None:
    call, words = BAD_CALLS[bad]
    with pytest.raises(ValueError, match=re.escape(words)) as refused:
        call()
    assert "\n" not in str(refused.value)


def test_a_theme_of_ones_own_colours_the_picture() -> None:
    own = Theme("#010101", "#020202", "#030303", "#040404", "#050505", "#060606", "#070707")
    picture = render(OPENING, theme=own)
    assert all(f'"#0{n}0{n}0{n}"' in picture for n in range(1, 8))


@pytest.mark.parametrize("pieces", PIECE_SETS)
def test_each_piece_is_a_drawing_of_its_own(pieces: str) -> None:
    drawings = {piece: piece_svg(piece, pieces) for piece in PIECES}
    assert len(set(drawings.values())) == len(PIECES)
    for piece, drawing in drawings.items():
        root = ElementTree.fromstring(drawing)
        assert root.attrib["aria-label"] == piece.name
        assert classes(root) == ["piece", *piece.name.split()]
        assert not list(root.iter(f"{SVG}text"))
        assert piece_svg(piece.letter, pieces) == drawing


def test_sides_differ_in_shape_and_in_lightness() -> None:
    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        return (0.21 * red + 0.72 * green + 0.07 * blue) / 255

    for theme in THEMES.values():
        assert lightness(theme.gold.face) - lightness(theme.silver.face) > 0.3
        assert lightness(theme.gold.figure) < lightness(theme.gold.face) - 0.3
        assert lightness(theme.silver.figure) > lightness(theme.silver.face) + 0.3
    assert ElementTree.fromstring(piece_svg("E"))[0].tag == f"{SVG}circle"
    assert ElementTree.fromstring(piece_svg("e"))[0].tag == f"{SVG}rect"


def test_a_single_piece_can_be_coloured_by_a_page_or_by_a_theme() -> None:
    assert "var(--figure,#402405)" in piece_svg("E")
    fixed = piece_svg("E", theme="print")
    assert "var(" not in fixed
    assert 'fill="#000000"' in fixed


def test_both_piece_sets_together_stay_small() -> None:
    folder = resources.files("gajah") / "pieces"
    files = [file for part in folder.iterdir() for file in part.iterdir()]
    assert len(files) == 2 * 6 + 2
    assert sum(len(file.read_bytes()) for file in files) < 40_000


def test_the_examples_in_the_guide_run() -> None:
    results = doctest.testfile(str(DOCS / "pictures.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_picture_in_the_guide_is_the_one_drawn_today() -> None:
    guide = (DOCS / "pictures.md").read_text(encoding="utf-8")
    (start,) = re.findall(r'short = "([^"]+)"', guide)
    (steps,) = re.findall(r'complete\("([^"]+)"\)', guide)
    position, turn = played(Position.parse(start), steps)
    assert (DOCS / "board.svg").read_text(encoding="utf-8") == render(
        position, last_turn=turn, size=480
    )
