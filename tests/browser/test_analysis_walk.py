"""The analysis page: through a turn step by step, and through the turns without a hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visitors
from tests.browser.study import Study, keep_game
from tests.helpers import silver
from tests.web.harness import Server

_MAIN = ("2g Ee2n Ee3n Ee4n", "2s ed7s ed6s", "3g Ha2n", "3s ha7s")
# Silver gives away two rabbits in one turn.
_LOSSES = silver("rb6 re6 rh8 ea8 Ea1 Rh1").short


def _spoken(study: Study) -> Locator:
    return study.page.locator("#board > [aria-live]")


def test_a_turn_is_gone_through_step_by_step_and_each_step_is_told(
    visitors: Visitors, server: Server
) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.expect_at("1 Silver: setup")
    study.press("Shift+ArrowRight")
    expect(study.table.piece("gold elephant e3")).to_be_visible()
    expect(_spoken(study)).to_have_text("elephant e2 to e3; 3 steps left.")
    expect(study.table.message).to_have_text("Turn 2g, step 1 of 3.")
    study.page.get_by_role("button", name="Next step").click()
    expect(study.table.message).to_have_text("Turn 2g, step 2 of 3.")
    expect(_spoken(study)).to_have_text("elephant e3 to e4; 2 steps left.")
    study.press("Shift+ArrowRight")
    study.expect_at("2 Gold: Ee2n Ee3n Ee4n")
    expect(_spoken(study)).to_have_text("gold: elephant e4 to e5.")
    study.page.get_by_role("button", name="Previous step").click()
    study.table.expect_draft("Ee2n Ee3n")
    study.expect_at("1 Silver: setup")


def test_keys_pressed_at_once_are_as_many_steps(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.press(*["Shift+ArrowRight"] * 4)
    study.table.expect_draft("ed7s")
    study.expect_at("2 Gold")
    study.press(*["Shift+ArrowLeft"] * 3)
    study.table.expect_draft("Ee2n")
    study.press("ArrowRight")
    study.expect_at("2 Gold")
    study.table.expect_draft("")


def test_steps_lead_on_in_the_variation_that_was_gone_back_in(
    visitors: Visitors, server: Server
) -> None:
    game = keep_game(server, *_MAIN[:1], "(", "2g Md2n Md3n", ")", *_MAIN[1:])
    study = Study(visitors, f"/analysis?game={game}")
    study.turn("2 Gold: Md2n Md3n").click()
    study.expect_at("2 Gold: Md2n Md3n")
    study.press("Shift+ArrowLeft")
    study.table.expect_draft("Md2n")
    study.press("Shift+ArrowRight")
    study.expect_at("2 Gold: Md2n Md3n")


def test_a_step_into_a_trap_is_followed_by_what_is_lost(visitors: Visitors, server: Server) -> None:
    game = keep_game(server, "2s rb6e re6e", tags=f'[Position "{_LOSSES}"]')
    study = Study(visitors, f"/analysis?game={game}#node=0")
    study.press("Shift+ArrowRight")
    study.table.expect_draft("rb6e rc6x")
    expect(_spoken(study)).to_contain_text("silver rabbit lost on c6")
    taken = study.page.get_by_role("group", name="Taken by gold")
    expect(taken.get_by_role("img", name="Captured: a rabbit")).to_be_visible()
    study.press("Shift+ArrowRight")
    study.expect_at("2 Silver")
    expect(taken.get_by_role("img", name="Captured: 2 rabbits")).to_be_visible()


def test_the_turns_are_played_through_to_the_end_of_the_line(
    visitors: Visitors, server: Server
) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    speed = study.page.get_by_label("Speed")
    assert len(speed.locator("option").all()) >= 3
    speed.select_option(index=3)  # the fastest
    study.page.get_by_role("button", name="Play through").click()
    study.expect_at("3 Silver: ha7s")
    expect(study.page.get_by_role("button", name="Play through")).to_be_disabled()


@pytest.mark.parametrize("means", ["key", "pointer"])
def test_whatever_the_user_does_stops_the_turns(
    visitors: Visitors, server: Server, means: str
) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.page.clock.install()
    study.press("Home", "p")
    study.expect_at("1 Gold")
    expect(study.page.get_by_role("button", name="Pause")).to_be_visible()
    if means == "key":
        study.press("f")
    else:
        study.table.click("d4")
    expect(study.page.get_by_role("button", name="Play through")).to_be_visible()
    study.page.clock.fast_forward(60_000)
    study.expect_at("1 Gold")


def test_the_same_key_starts_and_stops_the_turns(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.press("Home", "p")
    study.expect_at("1 Gold")
    study.press("p")
    expect(study.page.get_by_role("button", name="Play through")).to_be_visible()
    study.press("p")
    study.expect_at("1 Silver")


def test_turns_played_through_do_not_move_where_the_user_wants_no_motion(
    visitors: Visitors, server: Server
) -> None:
    game = keep_game(server, *_MAIN)
    for animated in (True, False):
        study = Study(visitors, f"/analysis?game={game}", animated=animated)
        study.page.evaluate(
            """() => {
              window.moved = false;
              new MutationObserver(() => { window.moved ||= "animating" in board.dataset; })
                .observe(board, { attributes: true });
            }"""
        )
        study.press("p")
        study.expect_at("2 Silver")
        assert study.page.evaluate("moved") is animated


def test_the_keys_of_walking_are_told(visitors: Visitors) -> None:
    study = Study(visitors, "/analysis")
    study.press("?")
    keys = study.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text(re.compile("Shift →.*One step forward"))
