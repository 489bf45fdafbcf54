"""Closing the tab, or killing the server, loses nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server


def test_a_killed_server_comes_back_with_game_clock_and_draft(
    own_server: Server, own_visitors: Visitors
) -> None:
    made = make_game(own_server, control="10m/1h/100/1h")
    page = own_visitors.open(BLANK)
    sit_down(page, made)
    table = Table(page)
    for side in ("Gold", "Silver"):
        expect(table.status).to_have_text(f"{side} to set up.")
        page.get_by_role("button", name="Play this setup").click()
    expect(table.status).to_have_text("Gold to play.")
    table.drag("e2", "e3", "e4")
    table.expect_draft("Ee2n Ee3n")
    own_server.kill()
    expect(page.locator("#banner")).to_contain_text("connection is lost")
    own_server.start()
    expect(page.locator("#banner")).to_be_hidden()
    table.expect_draft("Ee2n Ee3n")
    expect(table.piece("gold elephant e4")).to_be_visible()
    clock = page.get_by_role("timer", name="gold's clock")
    expect(clock).to_contain_text("9:")
    table.play()
    expect(table.status).to_have_text("Silver to play.")


def test_a_server_that_restarts_says_so_and_the_game_goes_on(
    own_server: Server, own_visitors: Visitors
) -> None:
    start = gold("Ee3 Rh1 rc7").short
    page = own_visitors.open(BLANK)
    sit_down(page, make_game(own_server, control="1m/5m/100/10m", start=start))
    table = Table(page)
    table.drag("e3", "e4")
    table.expect_draft("Ee3n")
    own_server.terminate()
    banner = page.locator("#banner")
    expect(banner).to_have_text(
        "The server restarts. Your game goes on in a moment; clocks stand still."
    )
    own_server.kill()
    own_server.start()
    expect(banner).to_be_hidden()
    table.expect_draft("Ee3n")
    table.play()
    expect(table.status).to_have_text("Silver to play.")


@pytest.mark.parametrize("phone", [False, True])
def test_news_of_a_lost_connection_covers_no_clock(
    own_server: Server, own_visitors: Visitors, phone: bool
) -> None:
    page = own_visitors.open(BLANK, phone=phone)
    sit_down(page, make_game(own_server, control="1m/5m/100/10m", start=gold("Ee3 Rh1 rc7").short))
    expect(page.get_by_role("timer")).to_have_count(2)
    own_server.kill()
    banner = page.locator("#banner")
    expect(banner).to_be_visible()
    news = banner.bounding_box()
    assert news is not None
    for clock in page.get_by_role("timer").all():
        place = clock.bounding_box()
        assert place is not None
        assert place["y"] >= news["y"] + news["height"]


def test_a_setup_changed_while_the_server_is_away_is_kept(
    own_server: Server, own_visitors: Visitors
) -> None:
    page = own_visitors.open(BLANK)
    sit_down(page, make_game(own_server))
    table = Table(page)
    expect(table.piece("gold elephant e2")).to_be_visible()
    own_server.kill()
    expect(page.locator("#banner")).to_be_visible()
    table.drag("e2", "a1")
    expect(table.piece("gold elephant a1")).to_be_visible()
    own_server.start()
    expect(page.locator("#banner")).to_be_hidden()
    other = page.context.new_page()
    other.goto(page.url)
    expect(Table(other).piece("gold elephant a1")).to_be_visible()
    expect(table.piece("gold elephant a1")).to_be_visible()


def test_a_network_that_dies_silently_is_noticed_within_five_seconds(
    own_server: Server, own_visitors: Visitors
) -> None:
    page = own_visitors.open(BLANK)
    page.clock.install()
    sit_down(page, make_game(own_server, control="1m/5m/100/10m", start=gold("Ee3 Rh1 rc7").short))
    table = Table(page)
    expect(table.status).to_have_text("Gold to play.")
    own_server.pause()
    page.clock.run_for(5000)
    assert page.locator("#banner").is_visible()
    own_server.resume()
    expect(page.locator("#banner")).to_be_hidden()
    table.drag("e3", "e4")
    table.expect_draft("Ee3n")


def test_without_a_connection_no_opponent_is_said_to_be_connected(
    own_server: Server, own_visitors: Visitors
) -> None:
    made = make_game(own_server, start=gold("Ee3 Rh1 rc7").short)
    ann, bob = own_visitors.open(BLANK), own_visitors.open(BLANK)
    sit_down(ann, made, "g")
    sit_down(bob, made, "s")
    opponent = ann.locator(".player[data-place=top] .player-presence")
    expect(opponent).to_have_text("connected")
    own_server.kill()
    expect(ann.locator("#banner")).to_be_visible()
    expect(opponent).to_be_hidden()
    own_server.start()
    expect(opponent).to_have_text("connected")


def test_a_try_to_connect_that_hangs_gives_way_to_another(
    own_server: Server, own_visitors: Visitors
) -> None:
    page = own_visitors.open(BLANK)
    tries: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        tries.append(socket)
        if len(tries) > 1:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/ws/games/"), answer)
    page.clock.install()
    sit_down(page, make_game(own_server))
    expect(Table(page).status).to_have_text("Connecting ...")
    page.clock.run_for(15_000)
    expect(Table(page).status).to_have_text("Gold to set up.")


def test_a_lost_connection_is_not_complained_of_after_it_is_back(
    own_server: Server, own_visitors: Visitors
) -> None:
    page = own_visitors.open(BLANK)
    sit_down(page, make_game(own_server))
    expect(Table(page).piece("gold elephant e2")).to_be_visible()
    own_server.kill()
    expect(page.locator("#banner")).to_be_visible()
    page.get_by_role("button", name="Play this setup").click()
    expect(page.locator("#setup")).to_contain_text("There is no connection")
    own_server.start()
    expect(page.locator("#setup")).not_to_contain_text("connection")
    page.get_by_role("button", name="Play this setup").click()
    expect(Table(page).status).to_have_text("Silver to set up.")


def test_an_unsent_setup_survives_closing_the_tab(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server))
    other = page.context.new_page()
    other.goto(page.url)
    for table in (Table(page), Table(other)):
        expect(table.piece("gold elephant e2")).to_be_visible()
    Table(page).drag("e2", "a1")
    # The other window hears of it from the server, which has it from then on.
    expect(Table(other).piece("gold elephant a1")).to_be_visible()
    url, context = page.url, page.context
    page.close()
    other.close()
    again = context.new_page()
    again.goto(url)
    expect(Table(again).piece("gold elephant a1")).to_be_visible()


def test_an_unsent_turn_survives_closing_the_tab(server: Server, visitors: Visitors) -> None:
    page = visitors.open(BLANK)
    sit_down(page, make_game(server, start=gold("Ee3 Rh1 rc7").short))
    Table(page).drag("e3", "e4", "e5")
    Table(page).expect_draft("Ee3n Ee4n")
    url, context = page.url, page.context
    page.close()
    again = context.new_page()
    again.goto(url)
    Table(again).expect_draft("Ee3n Ee4n")
