"""Two people in two browsers, and a spectator."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import NAME, Visitors
from tests.browser.table import BLANK, Table, make_game, sit_down
from tests.helpers import gold
from tests.web.harness import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a name; its pages are opened by that, as on another machine."""
    with Server(tmp_path_factory.mktemp("named") / "data", "--name", NAME) as server:
        server.url = server.url.replace("127.0.0.1", NAME)
        yield server


def _invite(visitors: Visitors) -> tuple[Page, str]:
    """Make a game for two on the page, as gold; the page and the link for the friend."""
    page = visitors.open("/")
    page.get_by_role("button", name="Play a friend").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Start the game").click()
    link = page.get_by_label("Link for your opponent")
    expect(link).to_have_value(re.compile(f"^http://{NAME}:.*#seat="))
    return page, link.input_value()


def _join(visitors: Visitors, link: str) -> Page:
    """The friend's page, who plays without a name."""
    page = visitors.open(link)
    page.get_by_role("dialog", name="Welcome").get_by_role("button", name="Without a name").click()
    return page


def _set_up(ann: Page, bea: Page) -> None:
    for page in (ann, bea):
        expect(Table(page).status).to_have_text("Your turn to set up.")
        page.get_by_role("button", name="Play this setup").click()
    expect(Table(ann).status).to_have_text("Your turn to play.")


def test_a_friend_sits_down_by_the_link_and_both_play(visitors: Visitors) -> None:
    ann, link = _invite(visitors)
    expect(Table(ann).status).to_contain_text("you can set up meanwhile")
    ann.get_by_role("button", name="Play this setup").click()
    expect(Table(ann).status).to_have_text("Waiting for an opponent.")
    bea = _join(visitors, link)
    assert "seat" not in bea.url, "the secret must not stay in the address"
    expect(Table(bea).status).to_have_text("Your turn to set up.")
    bea.get_by_role("button", name="Play this setup").click()
    expect(Table(ann).status).to_have_text("Your turn to play.")
    expect(bea.locator(".player[data-place=top]")).to_contain_text("Ann")
    above, below = Table(bea), Table(ann)
    below.drag("e2", "e3", "e4")
    below.expect_draft("Ee2n Ee3n")
    ann.keyboard.press("Enter")
    expect(above.status).to_have_text("Your turn to play.")
    expect(above.piece("gold elephant e4")).to_be_visible()
    above.drag("d7", "d6")
    above.play()
    expect(below.piece("silver camel d6")).to_be_visible()


def test_a_draft_is_seen_by_nobody_else(visitors: Visitors) -> None:
    ann, link = _invite(visitors)
    bea = _join(visitors, link)
    _set_up(ann, bea)
    watcher = visitors.open(f"/game/{ann.url.rsplit('/', 1)[1]}")
    heard = [_listen(page) for page in (bea, watcher)]
    drafting = Table(ann)
    drafting.drag("e2", "e3")
    drafting.expect_draft("Ee2n")
    ann.get_by_role("button", name="Reset turn").click()
    drafting.expect_draft("")
    drafting.drag("d2", "d3")
    drafting.play()
    for page, messages in zip((bea, watcher), heard, strict=True):
        expect(Table(page).piece("gold camel d3")).to_be_visible()
        # Messages come in order, so that a draft would be among those before the turn.
        assert any('"type":"turn"' in message for message in messages)
        assert not any('"type":"draft"' in message for message in messages)
    expect(watcher.get_by_role("button", name="Play turn")).to_be_hidden()
    expect(watcher.get_by_role("button", name="Resign")).to_be_hidden()


def _listen(page: Page) -> list[str]:
    """What the server tells a page from now on."""
    heard: list[str] = []

    def hear(message: str | bytes) -> None:
        heard.append(str(message))

    def follow(socket: WebSocket) -> None:
        socket.on("framereceived", hear)

    page.on("websocket", follow)
    page.reload()
    expect(Table(page).status).to_have_text("Gold to play.")
    return heard


def test_a_takeback_needs_the_opponents_consent(visitors: Visitors) -> None:
    ann, link = _invite(visitors)
    bea = _join(visitors, link)
    _set_up(ann, bea)
    table = Table(ann)
    table.drag("e2", "e3")
    table.play()
    expect(Table(bea).status).to_have_text("Your turn to play.")
    ann.get_by_role("button", name="Take back").click()
    bea.get_by_role("button", name="Decline").click()
    expect(ann.locator("#question")).to_contain_text("declined the takeback")
    expect(Table(ann).status).to_have_text("Silver to play.")
    ann.get_by_role("button", name="Take back").click()
    bea.get_by_role("button", name="Accept").click()
    expect(table.status).to_have_text("Your turn to play.")
    expect(table.piece("gold elephant e2")).to_be_visible()


def _game_that_ann_resigned(visitors: Visitors) -> tuple[Page, Page]:
    ann, link = _invite(visitors)
    bea = _join(visitors, link)
    _set_up(ann, bea)
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("dialog").get_by_role("button", name="Resign").click()
    return ann, bea


def test_after_a_resignation_both_agree_on_a_rematch_with_swapped_sides(visitors: Visitors) -> None:
    ann, bea = _game_that_ann_resigned(visitors)
    first = ann.url
    expect(ann.get_by_role("dialog", name="You lose")).to_contain_text("You resigned.")
    expect(Table(ann).status).to_have_text("You lose. You resigned.")
    won = bea.get_by_role("dialog", name="You win")
    expect(won).to_contain_text("Gold resigned.")
    won.get_by_role("button", name="Rematch").click()
    ann.keyboard.press("Escape")
    ann.get_by_role("button", name="Accept").click()
    for page in (ann, bea):
        page.wait_for_url(lambda url: "/game/" in url and url != first)
    expect(Table(bea).status).to_have_text("Your turn to set up.")
    expect(Table(ann).status).to_have_text("Gold to set up.")


def test_who_was_away_when_the_rematch_began_is_led_to_it(visitors: Visitors) -> None:
    ann, bea = _game_that_ann_resigned(visitors)
    first = ann.url
    ann.get_by_role("dialog", name="You lose").get_by_role("button", name="Rematch").click()
    expect(ann.locator("#question")).to_contain_text("You have asked for a rematch")
    ann.goto(BLANK)
    expect(bea.get_by_role("dialog", name="You win")).to_be_visible()
    bea.keyboard.press("Escape")
    bea.get_by_role("button", name="Accept").click()
    bea.wait_for_url(lambda url: "/game/" in url and url != first)
    ann.goto(first)
    expect(ann.locator("#question")).to_contain_text("The rematch has begun.")
    expect(ann.get_by_role("button", name="Rematch")).to_be_hidden()
    ann.get_by_role("link", name="Go to the rematch").click()
    expect(Table(ann).status).to_have_text("Gold to set up.")
    expect(ann.locator(".player[data-place=bottom]")).to_contain_text("Ann")
    expect(Table(bea).status).to_have_text("Your turn to set up.")


def test_own_invitation_is_not_taken_in_the_same_browser(visitors: Visitors) -> None:
    ann, link = _invite(visitors)
    other = ann.context.new_page()
    other.goto(link)
    expect(other.get_by_label("Link for your opponent")).to_have_value(link)
    assert "seat" not in other.url
    expect(Table(other).status).to_contain_text("Waiting for an opponent")
    bea = _join(visitors, link)
    expect(Table(ann).status).to_have_text("Your turn to set up.")
    expect(Table(bea).status).to_have_text("Gold to set up.")


def test_two_windows_of_one_player_show_the_same_draft(server: Server, visitors: Visitors) -> None:
    made = make_game(server, start=gold("Ee3 Rh1 rc7").short)
    page = visitors.open(BLANK)
    sit_down(page, made)
    other = page.context.new_page()
    other.goto(page.url)
    first, second = Table(page), Table(other)
    expect(second.status).to_have_text("Gold to play.")
    first.drag("e3", "e4")
    second.expect_draft("Ee3n")
    second.page.get_by_role("button", name="Undo step").click()
    first.expect_draft("")
