"""Positions without a game: boards, routes, checks, pictures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gajah._core import Position, Square
from gajah.web.wire.routes import find_routes
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, gold
from tests.strategies import any_positions, examples, in_mid_turn
from tests.web.harness import Server


def test_board_begins_with_the_setups(server: Server) -> None:
    empty = server.post("/board", {})
    assert (empty["pieces"], empty["legal"], empty["can_end"]) == ({}, [], False)
    board = server.post("/board", {"turns": [GOLD_SETUP, SILVER_SETUP], "steps": ["Ee2n"]})
    assert board["pieces"]["e3"] == "E"
    assert (board["steps"], board["steps_left"], board["side"]) == (["Ee2n"], 3, "g")


def test_board_says_who_would_win(server: Server) -> None:
    position = gold("Ra7 Ee4 eg2 rh5").short
    assert server.post("/board", {"position": position, "steps": ["Ra7n"]})["goal"] == "g"
    assert server.post("/board", {"position": position, "steps": ["Ee4n"]})["goal"] is None


def test_board_shows_captures_where_they_happen(server: Server) -> None:
    position = gold("Hc4 Ra1 rh8").short
    board = server.post("/board", {"position": position, "steps": ["Hc4s"]})
    assert board["turn"] == "Hc4s Hc3x"
    assert (board["steps"], board["captures"]) == (["Hc4s"], ["Hc3"])
    assert "c3" not in board["pieces"]


def test_board_counts_repetition_along_the_turns(server: Server) -> None:
    position = gold("Ec6 Cb6 Ra4 ec2 rh5").short
    turns = ["Ec6n", "ec2e", "Ec7s", "ed2w"] * 2
    asked = {"position": position, "turns": turns[:7], "steps": ["ed2w"]}
    board = server.post("/board", asked)
    assert not board["can_end"]
    assert "third time" in board["why_not"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"position": "nonsense"}, "bad_notation"),
        ({"position": OPENING.short, "turns": ["Ee2n Ee2n"]}, "no_such_piece"),
        ({"position": OPENING.short, "steps": ["Ra1n"]}, "occupied"),
        ({"turns": [GOLD_SETUP], "steps": ["Ee2n"]}, "setup_expected"),
        ({"position": OPENING.short, "steps": ["e2", "\u00e9"]}, "bad_notation"),
    ],
)
def test_what_is_wrong_is_said(server: Server, asked: object, code: str) -> None:
    assert (
        server.post("/board", asked, 422 if code != "setup_expected" else 409)["error"]["code"]
        == code
    )


def test_routes_are_found_for_both_armies(server: Server) -> None:
    position = gold("Ed4 hd5 Ra1 rh8").short
    own = server.post("/board/routes", {"position": position, "square": "d4"})["routes"]
    assert {route["kind"] for route in own} == {"walk", "push"}
    assert max(route["count"] for route in own) == 4
    enemy = server.post("/board/routes", {"position": position, "square": "d5"})["routes"]
    by_kind = {(route["kind"], route["to"]) for route in enemy if route["count"] == 2}
    assert {("push", "d6"), ("push", "c5"), ("push", "e5"), ("pull", "d4")} <= by_kind


def test_route_that_loses_a_piece_says_so() -> None:
    routes = find_routes(gold("Hc4 Ra1 rh8"), Square("c4"))
    into_the_trap = next(route for route in routes if route.squares == ["c4", "c3"])
    assert into_the_trap.lost == ["Hc3"]
    around = next(route for route in routes if route.squares == ["c4", "d4", "d3"])
    assert around.lost == []
    leaving = find_routes(gold("Hc4 Rc3 Ra1 rh8"), Square("c4"))
    assert leaving[0].lost == ["Rc3"]


def test_route_that_captures_says_so() -> None:
    routes = find_routes(gold("Ec4 rc5 Ra1 rh8"), Square("c5"))
    assert ["rc6"] in [route.captured for route in routes if route.to == "c6"]


def test_piece_is_pushed_by_one_that_has_to_come_first() -> None:
    routes = find_routes(gold("Ed2 hd5 Ra1 rh8"), Square("d5"))
    assert ["Ed2n", "Ed3n", "hd5n", "Ed4n"] in [route.steps for route in routes]


def test_pull_that_has_begun_is_completed_in_one_step() -> None:
    position = gold("Ed4 hd5 Ra1 rh8").after("Ed4s")
    routes = find_routes(position, Square("d5"))
    assert ["hd5s"] in [route.steps for route in routes if route.kind == "pull"]


@examples(60)
@given(in_mid_turn(any_positions()), st.integers(0, 63))
def test_every_route_is_legal_and_leads_where_it_says(position: Position, index: int) -> None:
    square = Square.at(index)
    for route in find_routes(position, square):
        after = position
        for step in route.steps:
            after = after.after(step)
        assert len(after.taken) - len(position.taken) == route.count
        assert route.squares[0] == square.name
        assert route.squares[-1] == route.to
        fell = any(name[1:] == route.to for name in (*route.lost, *route.captured))
        assert fell or after[route.to] == position[square]


@examples(30)
@given(any_positions())
def test_every_legal_step_of_a_piece_is_the_beginning_of_a_route(position: Position) -> None:
    for step in position.steps():
        routes = find_routes(position, step.square)
        if step.piece.side is position.side:
            assert [str(step)] in [route.steps for route in routes]


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("g [", "Expected 64 squares"),
        (gold("Ra8 Ee4 rh5").short, "The game is over here"),
        ("g [" + " " * 64 + "]", "set"),
    ],
)
def test_editor_is_told_what_is_wrong(server: Server, position: str, words: str) -> None:
    checked = server.post("/board/check", {"position": position})
    assert not checked["ok"]
    assert words in checked["problems"][0]
    assert server.post("/board/check", {"position": OPENING.short})["ok"]


def test_picture_of_a_position(server: Server) -> None:
    with server.client() as client:
        answer = client.get("/picture.svg", params={"position": OPENING.short, "pieces": "chess"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"


def test_picture_with_arrows_and_marks(server: Server) -> None:
    drawn = {"position": OPENING.short, "arrows": ["Ge2e5", "Rd7d4"], "marks": ["Yc3"]}
    with server.client() as client:
        picture = client.get("/picture.svg", params=drawn).text
        refused = client.get("/picture.svg", params=drawn | {"arrows": ["Ge2e9"]})
    assert all(f'data-arrow="{squares}"' in picture for squares in ("e2e5", "d7d4"))
    assert 'class="mark" data-square="c3"' in picture
    assert refused.status_code == 422
