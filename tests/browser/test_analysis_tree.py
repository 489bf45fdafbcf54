"""The analysis page: the tree of turns, walking through it, and what can be taken away."""

from __future__ import annotations

import io
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Download, expect

from gajah import Position
from gajah.records import read_records
from tests.browser.conftest import Visitors
from tests.browser.study import Study, keep_game
from tests.browser.table import make_game
from tests.web.harness import Server

_MAIN = ("2g Ee2n Ee3n", "2s ed7s ed6s", "3g Ee4n")
_PICTURE_SIZE = """async () => {
  const [item] = await navigator.clipboard.read();
  const picture = await createImageBitmap(await item.getType("image/png"));
  return [picture.width, picture.height];
}"""
_POSITION = "s [rrrrrrrrhdcemcdh                    E           HDCM CDHRRRRRRRR]"


def test_another_turn_on_the_board_becomes_a_variation_and_is_kept(
    visitors: Visitors, server: Server
) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.expect_at("1 Silver: setup")
    study.play("d2", "d3")
    study.expect_at("2 Gold: Md2n")
    study.play("e7", "e6")
    expect(study.variations).to_have_text(["Md2n", "me7s"])
    expect(study.page).to_have_url(re.compile(r"#node=7$"))
    study.page.reload()
    expect(study.variations).to_have_text(["Md2n", "me7s"])
    study.expect_at("2 Silver: me7s")


def test_a_turn_that_is_known_is_gone_to_and_not_added_again(
    visitors: Visitors, server: Server
) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.table.drag("e2", "e3", "e4")
    study.table.expect_draft("Ee2n Ee3n")
    study.press("Enter")
    study.expect_at("2 Gold: Ee2n Ee3n")
    expect(study.variations).to_have_count(0)


def test_comments_and_glyphs_are_kept(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}#node=3")
    study.expect_at("2 Gold: Ee2n Ee3n")
    study.page.get_by_role("button", name="interesting").click()
    study.expect_at("2 Gold: Ee2n Ee3n (interesting)")
    study.press("c")
    study.page.get_by_label("Comment on this turn").fill("The elephant first.")
    study.turn("2 Silver: ed7s ed6s").click()
    expect(study.page.locator("#turns .turn-comment")).to_have_text("The elephant first.")
    study.expect_at("2 Silver: ed7s ed6s")
    study.page.reload()
    expect(study.page.locator("#turns .turn-comment")).to_have_text("The elephant first.")
    expect(study.turn("2 Gold: Ee2n Ee3n (interesting)")).to_be_visible()


def test_a_comment_on_the_whole_game_is_kept(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.press("Home", "c")
    study.page.keyboard.type("A short game.")
    study.turn("1 Gold: setup").click()
    expect(study.page.locator("#turns .turn-comment")).to_have_text("A short game.")
    study.page.reload()
    expect(study.page.locator("#turns .turn-comment")).to_have_text("A short game.")


def test_a_game_still_being_played_can_be_explored_but_is_left_as_it_is(
    visitors: Visitors, server: Server
) -> None:
    visitors.expect_error("409")
    made = make_game(server, start=_POSITION)
    study = Study(visitors, f"/analysis?game={made['game']['id']}")
    study.play("d7", "d6")
    study.expect_at("2 Silver: ed7s")
    expect(study.page.get_by_text("they are not kept with this game")).to_be_visible()
    assert len(server.get(f"/games/{made['game']['id']}")["tree"]) == 1


def test_a_variation_is_promoted_and_deleted(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.play("d2", "d3")
    study.press("ArrowLeft")
    study.play("b2", "b3")
    expect(study.variations).to_have_text(["Md2n", "Db2n"])
    study.page.get_by_role("button", name="Promote line").click()
    expect(study.variations).to_have_text(["Ee2n Ee3n", "ed7s ed6s", "Ee4n", "Md2n"])
    expect(study.page.get_by_role("button", name="Promote line")).to_be_disabled()
    study.page.get_by_role("button", name="Delete from here").click()
    study.expect_at("1 Silver: setup")
    expect(study.variations).to_have_text(["Md2n"])
    study.page.reload()
    expect(study.variations).to_have_text(["Md2n"])


def test_what_was_played_in_a_finished_game_stays_whatever_is_promoted(
    visitors: Visitors, server: Server
) -> None:
    game = keep_game(server, *_MAIN, result="1-0")
    study = Study(visitors, f"/analysis?game={game}#node=3")
    expect(study.page.locator("#game-head")).to_contain_text("Gold wins.")
    study.expect_at("2 Gold: Ee2n Ee3n")
    expect(study.page.get_by_role("button", name="Delete from here")).to_be_disabled()
    study.press("ArrowLeft")
    study.play("d2", "d3")
    study.play("e7", "e6")
    study.press("ArrowLeft")
    study.play("d7", "d6")
    study.page.get_by_role("button", name="Make main line").click()
    expect(study.variations).to_have_text(["Ee2n Ee3n", "ed7s ed6s", "Ee4n", "me7s"])
    [record] = read_records(server.text(f"/games/{game}/record")).records
    assert [f"{node.label} {node.turn}" for node in record.main_line[2:]] == list(_MAIN)


def test_keys_walk_through_the_game(visitors: Visitors, server: Server) -> None:
    game = keep_game(server, *_MAIN)
    study = Study(visitors, f"/analysis?game={game}")
    study.expect_at("1 Silver: setup")
    study.press("ArrowRight", "ArrowRight")
    study.expect_at("2 Silver: ed7s ed6s")
    expect(study.table.piece("silver elephant d5")).to_be_visible()
    study.press("End")
    study.expect_at("3 Gold: Ee4n")
    study.press("ArrowLeft")
    study.expect_at("2 Silver")
    expect(study.page).to_have_url(re.compile(r"#node=4$"))
    study.press("Home")
    expect(study.current).to_have_count(0)
    study.press("?")
    expect(study.page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_keys_walk_between_variations(visitors: Visitors, server: Server) -> None:
    variation = ("(", "3g Md2n", "3s ha7s", ")")
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN, *variation)}")
    study.press("Shift+ArrowDown")
    study.expect_at("2 Silver: ed7s ed6s")
    study.press("ArrowRight", "ArrowDown")
    study.expect_at("3 Gold: Md2n")
    study.press("ArrowRight")
    study.expect_at("3 Silver: ha7s")
    study.press("Shift+ArrowUp")
    study.expect_at("2 Silver: ed7s ed6s")


def test_back_takes_a_drafted_step_back_before_it_leaves_the_position(
    visitors: Visitors, server: Server
) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    study.expect_at("1 Silver: setup")
    study.table.drag("d2", "d3")
    study.table.expect_draft("Md2n")
    study.press("ArrowLeft")
    study.table.expect_draft("")
    study.expect_at("1 Silver: setup")
    study.press("ArrowLeft")
    study.expect_at("1 Gold: setup")


def test_the_board_is_flipped_with_f(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}")
    upright = study.table.point("a1")
    study.press("f")
    # The squares' elements stay where they are and change names, in the next frame.
    study.page.wait_for_function(
        "y => document.querySelector('[data-square=a1]').getBoundingClientRect().top < y",
        arg=upright[1] - 100,
    )


def test_a_link_leads_to_the_same_position(visitors: Visitors, server: Server) -> None:
    may_copy = ["clipboard-read", "clipboard-write"]
    game = keep_game(server, *_MAIN)
    study = Study(visitors, f"/analysis?game={game}#node=4", permissions=may_copy)
    study.page.get_by_role("button", name="Copy link").click()
    expect(study.page.get_by_text("Link copied.")).to_be_visible()
    link = study.page.evaluate("navigator.clipboard.readText()")
    Study(visitors, link).expect_at("2 Silver: ed7s ed6s")


def test_position_and_record_are_copied(visitors: Visitors, server: Server) -> None:
    may_copy = ["clipboard-read", "clipboard-write"]
    game = keep_game(server, *_MAIN)
    study = Study(visitors, f"/analysis?game={game}#node=5", permissions=may_copy)
    study.expect_at("3 Gold: Ee4n")
    study.page.get_by_role("button", name="Copy position").click()
    expect(study.page.get_by_text("Position copied.")).to_be_visible()
    position = Position.parse(study.page.evaluate("navigator.clipboard.readText()"))
    assert str(position["e5"]) == "E"
    study.page.get_by_role("button", name="Copy picture (PNG)").click()
    expect(study.page.get_by_text("Picture copied.")).to_be_visible()
    assert study.page.evaluate(_PICTURE_SIZE) == [1200, 1200]
    study.page.get_by_role("button", name="Copy record").click()
    expect(study.page.get_by_text("Record copied.")).to_be_visible()
    [record] = read_records(str(study.page.evaluate("navigator.clipboard.readText()"))).records
    assert len(record.main_line) == 2 + len(_MAIN)


def test_the_board_is_saved_as_a_picture(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}#node=5")
    study.expect_at("3 Gold: Ee4n")

    def download(name: str) -> Download:
        with study.page.expect_download() as download:
            study.page.get_by_role("button", name=name).click()
        return download.value

    drawing = Path(download("Save picture (SVG)").path()).read_text()
    assert drawing.startswith("<svg")
    image = Image.open(io.BytesIO(Path(download("Save picture (PNG)").path()).read_bytes()))
    assert image.size == (1200, 1200)
    assert len(image.convert("RGB").getcolors(1 << 24) or []) > 50


def test_a_scratch_board_is_kept_by_the_browser_and_can_be_put_into_the_library(
    visitors: Visitors,
) -> None:
    study = Study(visitors, f"/analysis?position={_POSITION}")
    study.play("d7", "d6")
    study.expect_at("2 Silver: ed7s")
    study.press("ArrowLeft")
    study.play("e7", "e6")
    study.page.reload()
    expect(study.turn("2 Silver: ed7s")).to_be_visible()
    expect(study.variations).to_have_text(["me7s"])
    study.page.goto("/analysis")
    study.play("e2", "e3")
    study.page.go_back()
    expect(study.variations).to_have_text(["me7s"])
    study.page.get_by_role("button", name="Keep in the library").click()
    expect(study.page).to_have_url(re.compile(r"\?game="))
    expect(study.variations).to_have_text(["me7s"])


def test_a_comment_on_a_scratch_board_keeps_its_braces(visitors: Visitors) -> None:
    words = "a set {like {this}} and a lone } here"
    study = Study(visitors, f"/analysis?position={_POSITION}")
    study.play("d7", "d6")
    study.expect_at("2 Silver: ed7s")
    study.press("c")
    study.page.get_by_label("Comment on this turn").fill(words)
    study.page.reload()
    comment = study.page.locator("#turns .turn-comment")
    expect(comment).to_have_text(words)
    study.page.get_by_role("button", name="Keep in the library").click()
    expect(study.page).to_have_url(re.compile(r"\?game="))
    expect(comment).to_have_text(words)


def test_the_analysis_begins_with_both_armies_set_up(visitors: Visitors) -> None:
    study = Study(visitors, "/analysis")
    study.expect_at("1 Silver: setup")
    study.table.click("e2", "e3")
    study.table.expect_draft("Ee2n")


def test_an_unknown_game_is_said_to_be_unknown(visitors: Visitors) -> None:
    visitors.expect_error("404")
    page = visitors.open("/analysis?game=nosuchgame")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("link", name="To the library")).to_be_visible()


def test_the_analysis_fits_on_a_phone(visitors: Visitors, server: Server) -> None:
    study = Study(visitors, f"/analysis?game={keep_game(server, *_MAIN)}", phone=True)
    expect(study.page.get_by_role("button", name="Forward")).to_be_in_viewport()
    width = study.page.evaluate("document.documentElement.scrollWidth")
    assert width <= study.page.viewport_size["width"]  # type: ignore[index]
    study.page.get_by_role("button", name="Forward").tap()
    study.expect_at("2 Gold: Ee2n Ee3n")


def test_what_is_kept_in_the_library_is_shown_at_the_same_turn(visitors: Visitors) -> None:
    study = Study(visitors, "/analysis")
    study.play("e2", "e3")
    study.press("ArrowLeft")
    study.play("d2", "d3")
    study.expect_at("2 Gold: Md2n")
    study.page.get_by_role("button", name="Keep in the library").click()
    expect(study.page).to_have_url(re.compile(r"\?game="))
    study.expect_at("2 Gold: Md2n")


def test_starting_over_asks_before_it_deletes_what_was_tried_out(visitors: Visitors) -> None:
    study = Study(visitors, "/analysis")
    study.play("e2", "e3")
    again = study.page.get_by_role("button", name="Start over")
    again.click()
    question = study.page.get_by_role("dialog", name="Start over?")
    question.get_by_role("button", name="Keep").click()
    expect(question).to_have_count(0)
    expect(study.turn("2 Gold: Ee2n")).to_be_visible()
    again.click()
    question.get_by_role("button", name="Delete").click()
    study.expect_at("1 Silver: setup")
    expect(study.turn("2 Gold: Ee2n")).to_have_count(0)
