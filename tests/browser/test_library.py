"""The library page: games come in, are found, opened, taken away and deleted."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from gajah.records import read_records
from tests.browser.conftest import Visitors
from tests.browser.table import Table, make_game
from tests.helpers import OPENING
from tests.web.harness import Server

_ARCHIVE = Path(__file__).parents[1] / "data" / "arimaa-games-2026-02.tsv"
# More than a page of the library shows.
_GAMES = 30

_SETUP = "1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2\n"
_TWO_GAMES = f"""\
[Gold "Readable"]
[Silver "Nobody"]

{_SETUP}1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7
*

[Gold "Unreadable"]
[Silver "Nobody"]

{_SETUP}2g Ee2q
*
"""


def _cards(page: Page) -> Locator:
    return page.get_by_role("list", name="Games").get_by_role("listitem")


def _search(page: Page, player: str) -> None:
    page.get_by_role("searchbox", name="Player").fill(player)


def _record(gold: str) -> str:
    return f'[Gold "{gold}"]\n[Silver "Nobody"]\n[Date "2020.02.29"]\n\n{_SETUP}*\n'


def _import(page: Page, text: str) -> Locator:
    """Paste games; what the page says about them."""
    page.get_by_role("button", name="Import games").click()
    dialog = page.get_by_role("dialog", name="Import games")
    dialog.get_by_label("Games as text").fill(text)
    dialog.get_by_role("button", name="Import", exact=True).click()
    return dialog


# As long as the server: workers that take tests from each other may come back to this module.
@pytest.fixture(scope="package")
def archive(server: Server) -> list[dict[str, str]]:
    """Real games, kept by the server; each as the archive describes it."""
    lines = _ARCHIVE.read_text().splitlines()
    server.post("/import", {"text": "\n".join(lines[: _GAMES + 1])})
    names = lines[0].split("\t")
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines[1 : _GAMES + 1]]


def test_pasted_games_are_kept_and_can_be_opened(visitors: Visitors) -> None:
    page = visitors.open("/library")
    dialog = _import(page, _record("Pasted"))
    expect(dialog.get_by_role("status")).to_contain_text("1 game imported")
    dialog.get_by_role("button", name="Close").click()
    _search(page, "Pasted")
    expect(_cards(page)).to_have_count(1)
    page.reload()
    expect(_cards(page)).to_have_count(1)
    page.get_by_role("link", name="Open Pasted").click()
    expect(page).to_have_url(re.compile(r"/analysis\?game="))
    expect(page.locator("#game-head")).to_contain_text("Pasted")


def test_a_broken_game_is_named_by_its_line_and_the_others_are_kept(visitors: Visitors) -> None:
    page = visitors.open("/library")
    page.get_by_role("button", name="Import games").click()
    file = FilePayload(name="two.txt", mimeType="text/plain", buffer=_TWO_GAMES.encode())
    page.locator("#import-files").set_input_files(files=[file])
    report = page.get_by_role("dialog").get_by_role("status")
    expect(report).to_contain_text("two.txt: 1 game imported")
    line = _TWO_GAMES.splitlines().index("2g Ee2q") + 1
    expect(report).to_contain_text(f"Line {line}:")


def test_a_file_that_is_not_utf8_is_refused_and_not_garbled(visitors: Visitors) -> None:
    page = visitors.open("/library")
    page.get_by_role("button", name="Import games").click()
    latin = _record("M\xfcller").encode("latin-1")
    file = FilePayload(name="latin.txt", mimeType="text/plain", buffer=latin)
    page.locator("#import-files").set_input_files(files=[file])
    report = page.get_by_role("dialog").get_by_role("status")
    expect(report).to_contain_text("latin.txt: no game imported")
    expect(report).to_contain_text("Line 1: expected UTF-8, found the byte 0xfc")


def test_a_file_dropped_on_the_page_is_imported(visitors: Visitors) -> None:
    page = visitors.open("/library")
    dropped = page.evaluate_handle(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "dropped.txt"));
            return transfer;
        }""",
        _record("Dropped"),
    )
    page.dispatch_event("body", "dragover", {"dataTransfer": dropped})
    page.dispatch_event("body", "drop", {"dataTransfer": dropped})
    report = page.get_by_role("dialog").get_by_role("status")
    expect(report).to_contain_text("dropped.txt: 1 game imported")


def test_games_are_found_by_player_and_result(
    visitors: Visitors, archive: list[dict[str, str]]
) -> None:
    name = archive[0]["wusername"]
    of_player = [game for game in archive if name in (game["wusername"], game["busername"])]
    won = [game for game in of_player if game["result"] == "w"]
    page = visitors.open("/library")
    _search(page, name)
    expect(page.locator("#library-status")).to_contain_text(f"of {len(of_player)} game")
    page.get_by_label("Result").select_option("gold won")
    expect(_cards(page)).to_have_count(len(won))
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("searchbox", name="Player")).to_have_value("")
    expect(page.locator("#library-status")).not_to_contain_text(f"of {len(won)} game")


def test_games_are_found_by_date(visitors: Visitors) -> None:
    page = visitors.open("/library", timezone_id="UTC")
    _import(page, _record("Leapling"))
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("1 game imported")
    page.goto("/library?player=Leapling&since=2020-02-29&until=2020-02-29")
    expect(page.get_by_label("From")).to_have_value("2020-02-29")
    expect(_cards(page)).to_have_count(1)
    page.get_by_label("From").fill("2020-03-01")
    expect(page.locator("#library-status")).to_contain_text("No game fits")


@pytest.mark.usefixtures("archive")
def test_the_second_page_shows_other_games_and_back_leads_to_the_first(
    visitors: Visitors,
) -> None:
    page = visitors.open("/library?since=2026-01-01&until=2026-03-01")
    expect(page.locator("#library-status")).to_contain_text("1 to 24 of")
    first = _cards(page).first.get_attribute("data-game")
    page.get_by_role("button", name="Older").click()
    expect(page.locator("#library-status")).to_contain_text("25 to ")
    expect(_cards(page).first).not_to_have_attribute("data-game", first or "")
    page.go_back()
    expect(_cards(page).first).to_have_attribute("data-game", first or "")


def test_games_are_sorted_by_rating_page_by_page(
    visitors: Visitors, archive: list[dict[str, str]]
) -> None:
    ratings = sorted((int(g["wrating"]) + int(g["brating"]) for g in archive), reverse=True)
    page = visitors.open("/library")

    def first_rating() -> int:
        expect(page.locator("#games")).not_to_have_attribute("aria-busy", "true")
        shown = _cards(page).first.locator(".game-rating").all_inner_texts()
        return sum(int(rating) for rating in shown)

    page.get_by_label("Sort by").select_option("highest rated")
    page.wait_for_url("**/library?sort=rating")
    assert first_rating() == ratings[0]
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#library-status")).to_contain_text("25 to ")
    assert first_rating() == ratings[24]
    page.reload()
    expect(page.get_by_label("Sort by")).to_have_value("rating")
    expect(page.locator("#library-status")).to_contain_text("25 to ")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_label("Sort by")).to_have_value("newest")


def test_games_are_found_by_pieces_on_squares(visitors: Visitors) -> None:
    page = visitors.open("/library")
    # Found by its mirror image.
    corner = _record("Corner").replace("Ra1", "Ea1").replace("Ee2", "Re2").replace("*", "1-0")
    _import(page, corner).get_by_role("button", name="Close").click()
    page.get_by_text("More", exact=True).click()
    pieces = page.get_by_label("Pieces on squares")
    pieces.fill("Eh1 Re")
    expect(page.locator("#library-status")).to_contain_text("each piece with its square")
    pieces.fill("")
    expect(page.locator("#library-status")).to_contain_text("1 to ")
    pieces.fill("Eh1 Rd2 Me2")
    page.wait_for_url("**/library?pieces=Eh1+Rd2+Me2")
    expect(_cards(page)).to_have_count(1)
    expect(_cards(page)).to_contain_text("Corner")
    page.reload()
    expect(pieces).to_have_value("Eh1 Rd2 Me2")
    expect(_cards(page)).to_have_count(1)


def test_a_game_is_deleted_only_when_that_is_confirmed(visitors: Visitors) -> None:
    page = visitors.open("/library")
    _import(page, _record("Doomed")).get_by_role("button", name="Close").click()
    _search(page, "Doomed")
    expect(_cards(page)).to_have_count(1)
    page.get_by_role("button", name="Delete Doomed").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep").click()
    expect(_cards(page)).to_have_count(1)
    page.get_by_role("button", name="Delete Doomed").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(_cards(page)).to_have_count(0)
    page.reload()
    expect(page.locator("#library-status")).to_contain_text("No game fits")


def test_a_live_game_whose_seats_are_lost_can_be_deleted(
    visitors: Visitors, server: Server
) -> None:
    game = make_game(server, start=OPENING.short)["game"]["id"]
    watcher = visitors.open(f"/game/{game}")
    expect(Table(watcher).status).to_have_text("Waiting for an opponent.")
    page = visitors.open("/library")
    card = page.locator(f"[data-game='{game}']")
    card.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog", name="being played").get_by_role("button", name="Delete").click()
    expect(card).to_have_count(0)
    expect(Table(watcher).status).to_contain_text("no such game")


def test_what_is_exported_can_be_read_again(
    visitors: Visitors, archive: list[dict[str, str]]
) -> None:
    name = archive[0]["wusername"]
    of_player = [game for game in archive if name in (game["wusername"], game["busername"])]
    page = visitors.open(f"/library?player={name}")
    with page.expect_download() as one:
        page.get_by_role("link", name="Export", exact=False).nth(1).click()
    assert len(read_records(one.value.path()).records) == 1
    with page.expect_download() as every:
        page.get_by_role("link", name=f"Export these {len(of_player)}").click()
    assert len(read_records(every.value.path()).records) == len(of_player)


def test_the_library_fits_on_a_phone(visitors: Visitors) -> None:
    page = visitors.open("/library", phone=True)
    expect(page.get_by_role("heading", name="Library")).to_be_in_viewport()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"]  # type: ignore[index]


def test_a_damaged_game_is_named_and_can_be_deleted(server: Server, visitors: Visitors) -> None:
    (game,) = server.post("/import", {"text": _record("Damaged Person")})["games"]
    with closing(sqlite3.connect(server.data / "gajah.sqlite3")) as database, database:
        database.execute("UPDATE games SET reason = 'x' WHERE id = ?", (game,))
    page = visitors.open("/library?player=Damaged+Person")
    expect(page.locator("#library-status")).to_have_text(
        f"1 to 1 of 1 game. Damaged, to be mended with gajah admin check: {game}"
    )
    expect(_cards(page)).to_have_count(0)
    with server.client() as client:
        assert client.delete(f"/games/{game}").status_code == 204
    page.reload()
    expect(page.locator("#library-status")).to_contain_text("No game fits")


def test_the_end_of_a_game_is_told_by_what_the_loser_did(
    server: Server, visitors: Visitors
) -> None:
    made = make_game(server, silver="random", start=OPENING.short)
    game = made["game"]["id"]
    with server.page(game, made["tokens"]["g"]) as player:
        player.ask("resign")
    page = visitors.open(f"/analysis?game={game}")
    expect(page.locator("#game-head")).to_contain_text("Silver wins. Gold resigned.")
    page.goto("/library")
    expect(_cards(page).first).to_contain_text("Silver wins. Gold resigned.")
