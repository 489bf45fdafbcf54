"""Entering a turn: every way to move a piece, and what protects from mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

# The elephant may push or pull; the horse on a4 is frozen; moving the cat loses the dog.
PLACED = "Ed4 rd5 Dc3 Cc2 Ha4 ma5 Rh1 Me2 re3 rh8 eh6"

# The page of a game is higher than it.
LOW_PHONE: ViewportSize = {"width": 390, "height": 640}


@pytest.fixture
def table(server: Server, visitors: Visitors) -> Table:
    return Table(_play_from(PLACED, server, visitors))


def _play_from(pieces: str, server: Server, visitors: Visitors) -> Page:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold(pieces).short))
    expect(Table(page).status).to_have_text("Gold to play.")
    return page


def test_the_dragged_path_is_taken_and_drawn_with_its_step_count(table: Table) -> None:
    table.hold("d4", "e4", "f4", "f5")
    route = table.page.locator(".arrow.route")
    expect(route).to_have_attribute("data-squares", "d4 e4 f4 f5")
    expect(table.page.locator(".count-badge")).to_have_text("3")
    table.page.mouse.up()
    table.expect_draft("Ed4e Ee4e Ef4n")


def test_a_drag_through_the_air_takes_the_shortest_way(table: Table) -> None:
    table.drag("d4", "b4")
    table.expect_draft("Ed4w Ec4w")


def test_coming_back_over_the_path_shortens_it(table: Table) -> None:
    table.hold("d4", "e4", "f4", "e4")
    expect(table.page.locator(".count-badge")).to_have_text("1")
    table.page.mouse.up()
    table.expect_draft("Ed4e")


def test_a_drop_on_an_unreachable_square_puts_the_piece_back_and_says_why(table: Table) -> None:
    table.drag("h1", "a8")
    expect(table.message).to_have_text("The rabbit cannot get to a8 in this turn.")
    expect(table.piece("gold rabbit h1")).to_be_visible()
    table.expect_draft("")


def test_the_server_explains_a_step_that_the_rules_refuse(table: Table) -> None:
    table.drag("h1", "h2")
    table.drag("h2", "h1")
    expect(table.message).to_contain_text("rabbit")
    expect(table.message).to_have_attribute("data-tone", "bad")
    table.expect_draft("Rh1n")


def test_escape_puts_a_dragged_piece_back(table: Table) -> None:
    table.hold("d4", "e4")
    table.page.keyboard.press("Escape")
    table.page.mouse.move(*table.point("f4"))
    table.page.mouse.up()
    expect(table.piece("gold elephant d4")).to_be_visible()
    table.expect_draft("")


def test_a_frozen_piece_says_that_it_is_frozen(table: Table) -> None:
    table.click("a4")
    expect(table.message).to_have_text("The horse on a4 is frozen by a stronger enemy beside it.")


def test_dragging_an_enemy_piece_pushes_it(table: Table) -> None:
    table.drag("d5", "d6")
    table.expect_draft("rd5n Ed4n")


def test_dragging_an_enemy_piece_onto_its_neighbour_asks_which_way_it_is_pulled(
    table: Table,
) -> None:
    table.drag("d5", "d4")
    table.choose("Elephant d4 to e4")
    table.expect_draft("Ed4e rd5s")


def test_dragging_a_piece_onto_a_weaker_enemy_asks_where_it_is_pushed(table: Table) -> None:
    table.drag("d4", "d5")
    table.choose("Rabbit d5 to e5")
    table.expect_draft("rd5e Ed4n")


def test_a_push_that_must_be_completed_is_shown_and_holds_up_the_turn(table: Table) -> None:
    table.page.get_by_label("Type steps").fill("rd5n")
    table.page.keyboard.press("Enter")
    table.expect_draft("rd5n")
    expect(table.message).to_contain_text("push")
    expect(table.page.locator(".mark-pending-push")).to_have_attribute("data-square", "d5")
    expect(table.page.get_by_role("button", name="Play turn")).to_be_disabled()
    table.drag("d4", "d5")
    table.expect_draft("rd5n Ed4n")


def test_no_own_piece_is_lost_without_a_question(table: Table) -> None:
    table.drag("c2", "b2")
    question = table.page.get_by_role("dialog")
    expect(question).to_contain_text("This loses the gold dog on c3.")
    question.get_by_role("button", name="Cancel").click()
    expect(table.piece("gold cat c2")).to_be_visible()
    table.expect_draft("")
    table.drag("c2", "b2")
    table.choose("Do it anyway")
    table.expect_draft("Cc2w Dc3x")
    expect(table.page.locator(".player[data-place=top]").get_by_role("img")).to_have_count(1)


def test_a_safe_way_is_preferred_to_one_that_loses_a_piece(
    server: Server, visitors: Visitors
) -> None:
    # Over c3 the rabbit would fall into the trap; around it nothing happens.
    table = Table(_play_from("Rb3 Ea1 rh8 eh7", server, visitors))
    table.drag("b3", "b4")
    table.expect_draft("Rb3n")
    table.drag("b4", "c4", "c5")
    table.expect_draft("Rb3n Rb4e Rc4n")


def test_hover_arrows_show_the_legal_steps_and_take_them(table: Table) -> None:
    table.page.mouse.move(*table.point("h1"))
    arrows = table.page.locator(".hover-arrow")
    expect(arrows).to_have_count(2)
    expect(table.page.locator(".hover-arrow[data-step=Rh1n]")).to_be_visible()
    table.page.mouse.click(*table.point_beside("h1", "h2", 0.42))
    table.expect_draft("Rh1n")


@pytest.mark.parametrize("beside", ["d3", "c4", "e4"])
def test_a_click_on_most_of_a_square_means_the_piece_there(table: Table, beside: str) -> None:
    table.page.mouse.click(*table.point_beside("d4", beside, 0.34))
    expect(table.cell("d4")).to_have_attribute("aria-selected", "true")
    table.click("e4")
    table.expect_draft("Ed4e")


@pytest.mark.parametrize("moved_by", [Table.click, Table.drag])
def test_a_click_on_the_piece_that_has_just_moved_picks_it_up(
    table: Table, moved_by: Callable[..., None]
) -> None:
    moved_by(table, "h1", "g1")
    table.expect_draft("Rh1w")
    table.click("g1", "g2")
    table.expect_draft("Rh1w Rg1n")


def test_a_second_click_on_a_piece_puts_it_down(table: Table) -> None:
    table.click("h1", "g1")
    table.expect_draft("Rh1w")
    table.click("g1", "g1")
    expect(table.cell("g1")).to_have_attribute("aria-selected", "false")
    table.click("d4", "d4")
    expect(table.cell("d4")).to_have_attribute("aria-selected", "false")


def test_clicking_a_piece_and_a_far_target_takes_the_whole_way(table: Table) -> None:
    table.click("d4")
    expect(table.page.locator(".target[data-square=f5]")).to_have_text("3")
    table.click("f5")
    expect(table.drafted).to_contain_text("Ed4e")
    expect(table.piece("gold elephant f5")).to_be_visible()


def test_a_finger_drags_the_piece_and_not_the_page(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK, phone=True, viewport=LOW_PHONE)
    sit_down(page, make_game(server, start=gold(PLACED).short))
    table = Table(page)
    expect(table.status).to_have_text("Gold to play.")
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight"), "it could scroll"
    table.touch_drag("d4", "d3", "d2")
    table.expect_draft("Ed4s Ed3s")
    assert page.evaluate("scrollY") == 0


def test_enter_on_a_square_never_plays_the_turn(table: Table) -> None:
    keyboard = table.page.keyboard
    table.drag("d4", "e4")
    table.expect_draft("Ed4e")
    table.cell("a4").focus()
    keyboard.press("Enter")
    expect(table.message).to_contain_text("is frozen")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    expect(table.message).to_have_text("No piece is picked up. Ctrl+Enter plays the turn.")
    table.drag("e4", "g5")
    expect(table.message).to_have_text("0 steps left.")
    keyboard.press("Enter")
    expect(table.message).to_contain_text("No piece is picked up.")
    keyboard.press("Control+Enter")
    expect(table.status).to_have_text("Silver to play.")


def test_steps_are_undone_redone_and_reset(table: Table) -> None:
    table.drag("d4", "e4", "f4")
    table.expect_draft("Ed4e Ee4e")
    table.page.keyboard.press("Control+z")
    table.expect_draft("Ed4e")
    table.page.keyboard.press("Control+y")
    table.expect_draft("Ed4e Ee4e")
    table.page.get_by_role("button", name="Reset turn").click()
    table.expect_draft("")
    expect(table.message).to_have_text("4 steps left.")


def test_typed_notation_is_previewed_before_it_is_entered(table: Table) -> None:
    field = table.page.get_by_label("Type steps")
    field.fill("Ed4e Ee4n")
    expect(table.piece("gold elephant e5")).to_be_visible()
    expect(table.page.locator(".board.preview")).to_be_visible()
    table.expect_draft("")
    field.fill("Ed4e Ee4x")
    expect(table.message).to_have_attribute("data-tone", "bad")
    expect(table.piece("gold elephant d4")).to_be_visible()
    field.fill("Ed4e Ee4n")
    field.press("Enter")
    table.expect_draft("Ed4e Ee4n")
    expect(field).to_be_empty()
    field.press("Enter")
    expect(table.status).to_have_text("Silver to play.")


def test_the_play_button_plays_what_is_typed(table: Table) -> None:
    table.page.get_by_label("Type steps").fill("Ed4e Ee4n")
    table.play()
    expect(table.status).to_have_text("Silver to play.")
    expect(table.piece("gold elephant e5")).to_be_visible()


def test_a_turn_that_must_be_confirmed_is_played_by_the_second_press(table: Table) -> None:
    page = table.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Ask before a turn is played").check()
    page.keyboard.press("Escape")
    table.drag("d4", "e4")
    table.expect_draft("Ed4e")
    table.play()
    expect(table.message).to_contain_text("Press again")
    table.play()
    expect(table.status).to_have_text("Silver to play.")


def test_the_last_turn_is_shown_with_the_ghost_of_what_was_captured(table: Table) -> None:
    table.drag("c2", "b2")
    table.choose("Do it anyway")
    table.expect_draft("Cc2w Dc3x")
    table.play()
    expect(table.status).to_have_text("Silver to play.")
    expect(table.page.locator(".arrow.last")).to_have_attribute("data-squares", "c2 b2")
    expect(table.page.locator(".ghost")).to_have_count(1)


def test_earlier_positions_can_be_looked_at_without_losing_the_draft(table: Table) -> None:
    table.drag("d4", "e4")
    table.play()
    expect(table.status).to_have_text("Silver to play.")
    table.drag("a5", "b5")
    table.play()
    expect(table.status).to_have_text("Gold to play.")
    table.drag("e4", "f4")
    table.expect_draft("Ee4e")
    table.page.get_by_role("button", name="Previous turn").click()
    expect(table.status).to_contain_text("Looking at turn")
    expect(table.piece("silver camel a5")).to_be_visible()
    table.page.get_by_role("button", name="Next turn").click()
    expect(table.piece("gold elephant f4")).to_be_visible()
    table.expect_draft("Ee4e")


def test_an_animated_turn_ends_where_it_should(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK, animated=True)
    sit_down(page, make_game(server, start=gold(PLACED).short))
    table = Table(page)
    expect(table.status).to_have_text("Gold to play.")
    page.get_by_label("Type steps").fill("rd5w Ed4n Ed5n Ed6n")
    page.keyboard.press("Enter")
    expect(page.locator(".board[data-animating]")).to_have_count(0)
    table.expect_draft("rd5w Ed4n Ed5n Ed6n")
    expect(page.locator(".layer-pieces .piece")).to_have_count(11)


def _lies(table: Table) -> str:
    """Where a1 is on the screen."""
    (x1, y1), (x2, y2) = table.point("a1"), table.point("h8")
    return f"{'upper' if y1 < y2 else 'lower'} {'left' if x1 < x2 else 'right'}"


def test_the_board_can_be_flipped_and_turned_sideways(table: Table) -> None:
    assert _lies(table) == "lower left"
    table.page.keyboard.press("f")
    expect(table.page.locator("[role=gridcell]").first).to_have_attribute("data-square", "h1")
    assert _lies(table) == "upper right"
    table.page.get_by_role("button", name="Sideways view").click()
    expect(table.page.locator("[role=gridcell]").first).to_have_attribute("data-square", "h8")
    assert _lies(table) == "lower right"
    table.drag("d4", "e4")
    table.expect_draft("Ed4e")


def test_two_at_one_screen_may_have_the_board_turned_to_whoever_moves(table: Table) -> None:
    page = table.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("turn the board to the player who moves").check()
    page.keyboard.press("Escape")
    expect(page.locator(".player[data-place=bottom]")).to_have_attribute("data-side", "g")
    table.drag("d4", "e4")
    table.play()
    expect(page.locator(".player[data-place=bottom]")).to_have_attribute("data-side", "s")
    assert _lies(table) == "upper right"


def test_an_error_goes_when_a_piece_that_can_move_is_picked_up(table: Table) -> None:
    table.click("a4")
    expect(table.message).to_have_text("The horse on a4 is frozen by a stronger enemy beside it.")
    table.click("d4")
    expect(table.message).to_have_text("4 steps left.")
    expect(table.message).not_to_have_attribute("data-tone", "bad")


def test_frozen_pieces_are_marked_in_turns_that_are_looked_back_at(table: Table) -> None:
    marked = table.page.locator(".piece.frozen")
    table.drag("h1", "g1")
    table.play()
    expect(table.status).to_have_text("Silver to play.")
    table.drag("a5", "b5")
    table.play()
    expect(table.status).to_have_text("Gold to play.")
    expect(marked).to_have_count(2)
    table.page.get_by_role("button", name="Previous turn").click()
    expect(table.status).to_contain_text("Looking at turn")
    expect(table.piece("gold horse a4, frozen")).to_be_visible()
    expect(marked).to_have_count(3)
