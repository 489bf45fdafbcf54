"""Whole games, from the first setup to the goal, each with another kind of gesture."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from gajah._core import Step, Turn
from gajah.bots.names import make_bot
from gajah.engine.limits import Limits
from gajah.game import Game
from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Entry, Gesture, Table, make_game, sit_down
from tests.web.harness import Server

# Seeded, so that the same game with pushes, pulls and captures is played every time.
GOLD, SILVER = "heuristic:seed=1", "random:seed=2"
_TIME = Limits(soft_s=1.0, hard_s=1.0)


def script(setups: list[str]) -> Iterator[tuple[Game, Turn]]:
    """Every turn of a short game after the setups, with the game before it."""
    game = Game()
    for setup in setups:
        game.play(setup)
    bots = [make_bot(GOLD), make_bot(SILVER)]
    while game.result is None:
        turn = bots[len(game.turns) % 2].choose(game.copy(), _TIME)
        assert isinstance(turn, Turn)
        yield game.copy(), turn
        game.play(turn)


def with_mouse(table: Table) -> Gesture:
    def gesture(step: Step) -> None:
        table.drag(step.square.name, str(step.to))

    return gesture


def with_clicks(table: Table) -> Gesture:
    def gesture(step: Step) -> None:
        # A piece that can go on stays selected.
        if not table.is_selected(step.square.name):
            table.click(step.square.name)
        table.click(str(step.to))

    return gesture


def with_keys(table: Table) -> Gesture:
    return table.step_by_keys


def with_finger(table: Table) -> Gesture:
    def gesture(step: Step) -> None:
        table.touch_drag(step.square.name, str(step.to))

    return gesture


@pytest.mark.parametrize("gestures", [with_mouse, with_clicks, with_keys, with_finger])
def test_a_whole_game_can_be_played(
    gestures: Callable[[Table], Gesture], server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK, phone=gestures is with_finger)
    sit_down(page, make_game(server))
    table = Table(page)
    for side in ("Gold", "Silver"):
        expect(table.status).to_have_text(f"{side} to set up.")
        page.get_by_role("button", name="Play this setup").click()
    entry = Entry(table, gestures(table))
    for game, turn in script(first_presets(server)):
        expect(table.status).to_have_text(f"{game.side.name.capitalize()} to play.")
        entry.enter(game.position, turn)
        if gestures is with_keys:
            page.keyboard.press("Control+Enter")
        elif gestures is with_finger:
            page.get_by_role("button", name="Play turn").tap()
        else:
            table.play()
    expect(page.get_by_role("dialog", name="Gold wins")).to_contain_text("rabbit")


def first_presets(server: Server) -> list[str]:
    presets = server.get("/setups")
    return [presets[side][0]["setup"] for side in ("g", "s")]
