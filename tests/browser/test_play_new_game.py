"""From the first page into a game, against programs too, and out of it at its end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server

# Whatever silver does, gold's rabbit reaches the last row in its first turn.
WINNING = gold("Rb5 Ee4 rh6 eh3 ca2").short
# What is on the screen together, at any time from now on.
_WATCH_MOTION_AND_DIALOGS = """() => {
    window.seen = [];
    const look = () => {
        const moves = document.querySelector("[data-animating]") !== null;
        const tells = document.querySelector("dialog") !== null;
        window.seen.push(`${moves ? "motion" : "rest"} ${tells ? "result" : "board"}`);
    };
    const all = { subtree: true, childList: true, attributes: true };
    new MutationObserver(look).observe(document.body, all);
}"""


def _open(page: Page, tile: str) -> None:
    page.get_by_role("button", name=tile).click()
    expect(page.get_by_role("dialog", name="New game")).to_be_visible()


def _start(page: Page) -> Table:
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/game/*")
    return Table(page)


def test_a_game_against_a_bot_starts_with_the_setup_and_goes_on(visitors: Visitors) -> None:
    page = visitors.open("/")
    _open(page, "Play the computer")
    page.get_by_label("Opponent").select_option("heuristic")
    page.get_by_role("radio", name="Silver").check()
    page.get_by_label("Your name").fill("Ann")
    table = _start(page)
    expect(table.status).to_have_text("Your turn to set up.")
    expect(page.locator(".player[data-place=bottom]")).to_contain_text("Ann")
    page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Your turn to play.")
    expect(page.get_by_role("button", name="2g")).to_be_visible()
    table.drag("b7", "b6")
    table.play()
    expect(page.get_by_role("button", name="3g")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="3g")).to_be_hidden()
    expect(table.status).to_have_text("Your turn to play.")
    expect(table.piece("silver horse b7")).to_be_visible()


def test_a_game_from_a_position_ends_with_a_dialog_that_says_why(visitors: Visitors) -> None:
    page = visitors.open(f"/?start={WINNING}")
    expect(page.get_by_label("Start position")).to_have_value(WINNING)
    page.get_by_label("Opponent").select_option("random")
    table = _start(page)
    table.drag("b5", "b6", "b7", "b8")
    expect(table.message).to_have_text("This turn wins.")
    page.keyboard.press("Enter")
    end = page.get_by_role("dialog", name="You win")
    expect(end).to_contain_text("rabbit")
    expect(end.get_by_role("link", name="Review")).to_have_attribute(
        "href", f"/analysis?game={page.url.rsplit('/', 1)[1]}&review"
    )
    first = page.url
    end.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/game/" in url and url != first)


def test_the_winning_turn_is_seen_to_its_end_before_the_result(
    server: Server, visitors: Visitors
) -> None:
    made = make_game(server, start=WINNING)
    game, tokens = made["game"]["id"], made["tokens"]
    page = visitors.open(BLANK, animated=True)
    sit_down(page, made, "s")
    with server.page(game, tokens["g"]) as elsewhere:
        expect(Table(page).status).to_have_text("Gold to play.")
        page.evaluate(_WATCH_MOTION_AND_DIALOGS)
        elsewhere.play("Rb5n Rb6n Rb7n")
        expect(page.get_by_role("dialog", name="You lose")).to_be_visible()
    seen = page.evaluate("window.seen")
    assert "motion board" in seen
    assert "motion result" not in seen


def test_two_bots_play_while_somebody_watches(visitors: Visitors) -> None:
    page = visitors.open("/")
    _open(page, "Watch two bots")
    page.get_by_role("combobox", name="Gold").select_option("heuristic")
    page.get_by_role("combobox", name="Silver").select_option("random")
    table = _start(page)
    # Bots are quick: the page may see nothing but the end.
    expect(table.status).to_contain_text("wins")
    expect(table.page.get_by_role("button", name="Resign")).to_be_hidden()


def test_what_the_server_refuses_is_said_in_the_dialog(visitors: Visitors) -> None:
    page = visitors.open("/")
    _open(page, "Two at this screen")
    page.get_by_label("Clock").select_option(label="Other ...")
    page.get_by_label("Time control").fill("soon")
    visitors.expect_error("422")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("soon")


def test_clock_and_handicap_come_from_the_dialog(visitors: Visitors) -> None:
    page = visitors.open("/")
    _open(page, "Two at this screen")
    page.get_by_label("Clock").select_option(label="Other ...")
    page.get_by_label("Time control").fill("1m/5m/100/10m")
    page.get_by_text("Handicap and start position").click()
    page.get_by_label("Gold plays without").fill("H")
    pieces = page.get_by_role("group", name="Leave gold pieces out")
    pieces.get_by_role("button", name="Rabbit: 0 of 8 left out").click()
    expect(page.get_by_label("Gold plays without")).to_have_value("HR")
    camel = pieces.get_by_role("button", name=re.compile("Camel"))
    camel.click()
    expect(page.get_by_label("Gold plays without")).to_have_value("MHR")
    camel.click()  # there is only one: it is back
    table = _start(page)
    expect(table.piece("gold horse")).to_have_count(1)
    expect(table.piece("gold rabbit")).to_have_count(7)
    expect(page.get_by_role("timer", name="gold's clock")).to_be_visible()
    expect(page.locator("#setup")).to_contain_text("without a horse and a rabbit")
    # The gap is on d1, in the middle of the back row.
    table.drag("e2", "d1")
    page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Silver to set up.")
    expect(table.piece("gold elephant d1")).to_be_visible()
    expect(table.piece("silver rabbit")).to_have_count(8)
    page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Gold to play.")
    expect(table.piece("silver")).to_have_count(16)
    expect(table.piece("gold")).to_have_count(14)


def test_clocks_are_offered_in_words(visitors: Visitors) -> None:
    page = visitors.open("/")
    _open(page, "Play the computer")
    page.get_by_label("Clock").select_option(label="Fast (30s a turn, 2m reserve)")
    table = _start(page)
    expect(page.get_by_role("timer", name="gold's clock")).to_contain_text("+ 2:00 reserve")
    expect(table.status).to_have_text("Your turn to set up.")


def test_a_clock_that_runs_low_is_marked(server: Server, visitors: Visitors) -> None:
    made = make_game(server, control="15s/0/0/0", start=WINNING)
    page = visitors.open(BLANK)
    sit_down(page, made)
    clock = page.get_by_role("timer", name="gold's clock")
    expect(clock).to_have_class(re.compile(r"\blow\b"))
    expect(page.get_by_role("timer", name="silver's clock")).not_to_have_class(re.compile("low"))


def test_running_out_of_time_ends_the_game(server: Server, visitors: Visitors) -> None:
    made = make_game(server, control="1s/0/0/0", start=WINNING)
    page = visitors.open(f"/game/{made['game']['id']}#seat={made['tokens']['g']}")
    other = visitors.open(f"/game/{made['game']['id']}#seat={made['tokens']['s']}")
    expect(page.get_by_role("dialog", name="You lose")).to_contain_text("time")
    expect(other.get_by_role("dialog", name="You win")).to_be_visible()


def test_an_unknown_game_is_said_to_be_unknown(visitors: Visitors) -> None:
    page = visitors.open("/game/nothere")
    expect(Table(page).status).to_contain_text("no such game")


def test_the_player_to_move_is_named_in_words(server: Server, visitors: Visitors) -> None:
    made = make_game(server, start=WINNING)
    page = visitors.open(BLANK)
    sit_down(page, made, "g")
    with server.page(made["game"]["id"], made["tokens"]["s"]):
        expect(page.locator(".player[data-side=g]")).to_contain_text("your turn")
        expect(page.locator(".player[data-side=s]")).not_to_contain_text("to play")
        Table(page).drag("e4", "e5")
        Table(page).play()
        expect(page.locator(".player[data-side=s]")).to_contain_text("to play")
        expect(page.locator(".player[data-side=g]")).not_to_contain_text("your turn")


def test_a_mistyped_address_leads_to_a_page_from_which_one_can_go_on(visitors: Visitors) -> None:
    visitors.expect_error("404")
    page = visitors.open("/puzzels")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.get_by_role("link", name="Puzzles").click()
    page.wait_for_url("**/puzzles")


def test_looks_are_chosen_in_the_settings_and_kept(visitors: Visitors) -> None:
    page = visitors.open("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark", exact=True).check()
    page.get_by_label("Wood", exact=True).check()
    page.get_by_label("Chess pieces").check()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-board", "wood")
    expect(page.locator("#showcase use[href='#chess-elephant']").first).to_be_attached()


def test_own_games_are_found_among_many_newer_ones(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    mine = make_game(server)
    sit_down(page, mine, "g")
    expect(Table(page).status).to_contain_text("Waiting for an opponent")
    for _ in range(25):
        make_game(server)
    page.goto("/")
    card = page.locator(f"#mine a[href='/game/{mine['game']['id']}']")
    expect(card).to_contain_text("waiting for an opponent")


def test_a_game_that_has_ended_is_told_with_its_result(server: Server, visitors: Visitors) -> None:
    made = make_game(server, start=WINNING)
    game, tokens = made["game"]["id"], made["tokens"]
    with server.page(game, *tokens.values()) as elsewhere:
        elsewhere.ask("resign")
    page = visitors.open(BLANK)
    sit_down(page, made)
    page.goto("/")
    expect(page.locator("#mine")).to_contain_text("wins.")
    expect(page.locator("#mine")).not_to_contain_text("turn")


def test_a_game_from_a_position_begins_with_turn_one(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=WINNING))
    expect(Table(page).status).to_have_text("Gold to play.")
    page.goto("/")
    expect(page.locator("#mine")).to_contain_text("turn 1")


def test_a_name_is_never_longer_than_the_server_takes(visitors: Visitors) -> None:
    page = visitors.open("/")
    _open(page, "Play the computer")
    page.get_by_label("Your name").press_sequentially("x" * 50, delay=0)
    expect(page.get_by_label("Your name")).to_have_value("x" * 40)
    expect(_start(page).status).to_have_text("Your turn to set up.")


def test_a_game_that_does_not_exist_offers_nothing_to_do_in_it(visitors: Visitors) -> None:
    page = visitors.open("/game/zzzz")
    expect(Table(page).status).to_contain_text("no such game")
    for name in ("Take back", "Resign", "Rematch", "Copy a link to watch"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    expect(page.get_by_role("grid")).to_have_count(0)
    expect(page.locator("#board")).to_have_count(0)
    expect(page.get_by_role("heading", name="There is no such game")).to_be_visible()
    expect(page.get_by_role("link", name="New game")).to_be_visible()
