"""What stands where: nothing jumps while a page fills itself, nothing is cut off."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from tests.browser.conftest import Visitors
from tests.browser.study import SETUPS, Study, keep_game, keep_sample_game
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold, silver
from tests.web.harness import Server

PHONE_ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
_LONG_NAME = "bot_elephant_1"
NARROW_PHONE: ViewportSize = {"width": 320, "height": 640}
# The most that counts as a page that does not jump: https://web.dev/articles/cls
GOOD_SHIFT = 0.1
NOTE_SHIFTS = """
window.shifts = [];
window.shiftObserver = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
shiftObserver.observe({ type: "layout-shift", buffered: true });
"""
SUM_SHIFTS = """
[...shifts, ...shiftObserver.takeRecords()].reduce((sum, { value }) => sum + value, 0)
"""
# A push by the elephant loses silver its cat.
CAPTURE = "Ed5 cd6 Rh1 ra8 eh8"


def _box(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box is not None, "not shown"
    return box


def _new_game(page: Page) -> Locator:
    page.get_by_role("button", name="Play the computer").click()
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog).to_be_visible()
    return dialog


@pytest.mark.parametrize("phone", [False, True])
def test_choosing_whom_to_play_leaves_the_choices_where_they_are(
    visitors: Visitors, phone: bool
) -> None:
    dialog = _new_game(visitors.open("/", phone=phone))
    choices = dialog.get_by_role("group", name="Play", exact=True).locator("label").all()
    before = [_box(choice) for choice in choices]
    for choice in choices:
        choice.click()
        assert [_box(choice) for choice in choices] == before


def test_no_opponent_is_told_about_in_more_than_one_line_on_a_phone(visitors: Visitors) -> None:
    dialog = _new_game(visitors.open("/", phone=True))
    opponent = dialog.get_by_label("Opponent")
    heights = set()
    for name in opponent.locator("option").all_inner_texts():
        opponent.select_option(label=name)
        heights.add(_box(dialog)["height"])
    assert len(heights) == 1


@pytest.mark.parametrize("path", ["/game/any", "/analysis", "/editor", "/puzzles"])
def test_the_board_has_its_place_before_it_is_drawn(visitors: Visitors, path: str) -> None:
    page = visitors.open(path, java_script_enabled=False)
    board = _box(page.locator("#board"))
    assert board["width"] > 0
    assert board["height"] == pytest.approx(board["width"])


@pytest.mark.parametrize("path", ["/analysis", "/analysis?game=", "/puzzles"])
def test_nothing_jumps_on_a_phone_while_a_page_loads(
    server: Server, visitors: Visitors, path: str
) -> None:
    page = visitors.open(BLANK, phone=True)
    page.add_init_script(NOTE_SHIFTS)
    page.goto(path + keep_game(server) if path.endswith("=") else path)
    expect(Table(page).message).to_contain_text("steps left")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(SUM_SHIFTS) < GOOD_SHIFT


@pytest.mark.parametrize("path", ["/analysis", "/editor", "/learn#traps", "/puzzles"])
def test_the_board_fits_on_a_phone_that_lies_on_its_side(visitors: Visitors, path: str) -> None:
    page = visitors.open(path, phone=True, viewport=PHONE_ON_ITS_SIDE)
    board = page.locator(".board").first
    expect(board).to_be_visible()
    assert _box(board)["height"] < PHONE_ON_ITS_SIDE["height"]


@pytest.mark.parametrize("phone", [False, True])
def test_the_words_of_tools_stand_inside_their_buttons(
    server: Server, visitors: Visitors, phone: bool
) -> None:
    page = visitors.open(BLANK, phone=phone)
    sit_down(page, make_game(server, start=gold(CAPTURE).short))
    expect(page.get_by_role("button", name="Sideways view")).to_be_visible()
    # All at once: a page that is still filling itself moves its buttons.
    tightest: float = page.locator("button.worded:visible").evaluate_all(
        """(buttons) => Math.min(...buttons.flatMap((button) => {
          const outer = button.getBoundingClientRect();
          const word = button.querySelector("small").getBoundingClientRect();
          return [word.left - outer.left, outer.right - word.right];
        }))"""
    )
    assert tightest >= 3


def test_every_clock_can_be_read_on_a_phone(visitors: Visitors) -> None:
    clock = _new_game(visitors.open("/", phone=True)).get_by_label("Clock")
    shown = _box(clock)["width"]
    needed: float = clock.evaluate(
        "field => (field.style.width = 'max-content', field.offsetWidth)"
    )
    assert needed <= shown


def test_an_invitation_leaves_the_buttons_inside_the_panel_of_a_laptop(visitors: Visitors) -> None:
    page = visitors.open("/", viewport={"width": 1280, "height": 720})
    page.get_by_role("button", name="Play a friend").click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("button", name="Play this setup")).to_be_in_viewport(ratio=1)
    expect(page.locator("#invite")).to_be_visible()
    actions, panel = _box(page.locator("#actions")), _box(page.locator("#panel"))
    assert actions["y"] + actions["height"] <= panel["y"] + panel["height"]
    expect(page.locator("#bottom")).to_be_in_viewport(ratio=1)


def test_a_missing_game_is_told_in_one_column(visitors: Visitors) -> None:
    visitors.expect_error("404")
    page = visitors.open("/analysis?game=none")
    parts = page.locator("#main > *")
    expect(parts).to_have_count(3)
    assert len({_box(part)["x"] for part in parts.all()}) == 1


def test_a_captured_piece_is_seen_whole_on_a_phone(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK, phone=True)
    sit_down(page, make_game(server, start=gold(CAPTURE).short))
    table = Table(page)
    table.touch_drag("d5", "d6")
    table.choose("d6 to c6")
    table.play()
    captured = page.locator(".player[data-place=bottom] .captured")
    expect(captured.locator("svg")).to_have_count(1)
    room, piece = _box(captured), _box(captured.locator("svg"))
    assert piece["x"] + piece["width"] <= room["x"] + room["width"]


def test_captured_pieces_are_counted_and_stand_beside_each_other_on_a_phone(
    server: Server, visitors: Visitors
) -> None:
    tags = f'[Position "{silver("rb6 re6 db3 ce3 rh8 ea8 Ea1 Rh1").short}"]'
    game = keep_game(server, "2s rb6e rc6x re6e rf6x db3e dc3x ce3e cf3x", tags=tags)
    page = visitors.open(f"/game/{game}", phone=True)
    captured = page.get_by_role("img", name="Captured: a dog, a cat and 2 rabbits")
    expect(captured).to_have_text("\N{MULTIPLICATION SIGN}2")
    boxes = [_box(piece) for piece in captured.locator("svg").all()]
    assert [box["width"] for box in boxes] == [24, 24, 24]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] <= right["x"]


def test_an_open_seat_is_read_whole_beside_its_clock_on_a_phone(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK, phone=True)
    sit_down(page, make_game(server, control="1m/5m/100/10m"), "g")
    name = page.locator(".player[data-place=top] .player-name")
    expect(name).to_have_text("No opponent yet")
    assert _overflow(name) <= 0


def test_a_phone_has_no_field_for_typed_turns_until_it_is_wanted(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK, phone=True)
    sit_down(page, make_game(server, start=gold(CAPTURE).short))
    field = page.get_by_label("Type steps")
    expect(page.get_by_role("button", name="Play turn")).to_be_visible()
    expect(field).to_be_hidden()
    page.get_by_role("button", name="Settings").tap()
    page.get_by_label("Field for typed turns").check()
    page.get_by_role("button", name="Close").tap()
    expect(field).to_be_visible()


def test_the_players_of_an_analysed_game_stand_in_one_line(
    server: Server, visitors: Visitors
) -> None:
    gold_name, silver_name = "Ann of the Green Fields", "Bob of the Deep Blue Sea"
    lines = [f'[Gold "{gold_name}"]', f'[Silver "{silver_name}"]', '[Event "The great match"]', ""]
    text = "\n".join([*lines, f"1g {SETUPS[0]}", f"1s {SETUPS[1]}", "*", ""])
    game = server.post("/import", {"text": text})["games"][0]
    study = Study(visitors, f"/analysis?game={game}")
    names = [_box(study.page.get_by_text(name)) for name in (gold_name, silver_name)]
    line_height = _box(study.page.locator(".head-words"))["height"]
    assert all(name["height"] < 1.5 * line_height for name in names)


@pytest.mark.parametrize("phone", [False, True])
def test_how_an_analysed_game_ended_is_read_whole(
    server: Server, visitors: Visitors, phone: bool
) -> None:
    study = Study(visitors, f"/analysis?game={keep_sample_game(server, _LONG_NAME)}", phone=phone)
    words = study.page.locator(".head-words")
    expect(words).to_contain_text("Gold wins. Silver resigned. · Casual game · ")
    assert _overflow(words) <= 0


def test_a_winners_name_is_read_whole_in_the_library_on_a_phone(
    server: Server, visitors: Visitors
) -> None:
    game = keep_sample_game(server, _LONG_NAME)
    page = visitors.open(f"/library?player={_LONG_NAME}", phone=True)
    name = page.locator(f"[data-game='{game}'] .won .game-name")
    expect(name).to_have_text(_LONG_NAME)
    assert _overflow(name) <= 0


def test_a_turn_can_be_played_on_a_screen_enlarged_to_twice_its_size(
    server: Server, visitors: Visitors
) -> None:
    page = visitors.open(BLANK, viewport={"width": 640, "height": 400}, device_scale_factor=2)
    sit_down(page, make_game(server, start=gold(CAPTURE).short))
    play, panel = page.get_by_role("button", name="Play turn"), page.locator("#panel")
    expect(play).to_be_visible()
    inner, outer = _box(play), _box(panel)
    assert inner["x"] + inner["width"] <= outer["x"] + outer["width"]


def test_the_library_fits_on_a_narrow_phone(server: Server, visitors: Visitors) -> None:
    keep_game(server)
    page = visitors.open("/library", phone=True, viewport=NARROW_PHONE)
    expect(page.get_by_role("listitem").first).to_be_visible()
    assert _overflow(page.locator("html")) <= 0
    page.get_by_role("button", name="Import games").tap()
    dialog = page.get_by_role("dialog", name="Import games")
    dialog.get_by_label("Games as text").fill("2g Ee2q")
    dialog.get_by_role("button", name="Import", exact=True).tap()
    expect(dialog.get_by_text("no game imported")).to_be_visible()
    assert _overflow(dialog) <= 0


def _overflow(element: Locator) -> float:
    """By how much its content is wider than it."""
    overflow: float = element.evaluate("element => element.scrollWidth - element.clientWidth")
    return overflow
