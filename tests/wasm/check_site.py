"""The web app as a folder of files, on a plain web server, without a network after the first visit.

Not named ``test_*``: it needs the compiled core. ``make wasm-tests`` runs it.
"""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from gajah.analysis.puzzles import PuzzleTheme, find_puzzles
from gajah.engine.engine import Engine
from gajah.game import Game
from gajah.web.server.static_site import NotASite, build_site
from tests.browser.conftest import Visitors, launch
from tests.browser.study import Study
from tests.browser.table import Table
from tests.browser.test_learn import RULES, do_task
from tests.helpers import gold

# The site lies in a folder of its host, as project pages of code hosts do.
FOLDER = "arimaa"
# Gold's elephant leaves the rabbit that is a step from goal to itself.
BLUNDERED_GAME = f"""[Position "{gold("Re7 eb5 Ed2 Rd1 Rh1 ra2").short}"]

2g Ed2e
2s ra2s
0-1
"""
READ_TURNS = """(id) => new Promise((resolve) => {
  const opening = indexedDB.open("gajah");
  opening.onsuccess = () => {
    const reading = opening.result.transaction("trees").objectStore("trees").get(id);
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.filter((node) => node.played).map((node) => node.turn));
    };
  };
})"""


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Show the site's own page where there is no file, as hosts of files do."""
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        page = (Path(self.directory) / FOLDER / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _IsolatedFiles(_Files):
    def end_headers(self) -> None:
        """Let pages share memory with their workers."""
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


class Site:
    """A site on a web server of Python's own."""

    def __init__(self, root: Path, files: type[SimpleHTTPRequestHandler] = _Files) -> None:
        self.folder = root / FOLDER
        self.files = build_site(self.folder)
        handler = functools.partial(files, directory=str(root))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """Its first page."""
        return f"http://127.0.0.1:{self._server.server_port}/{FOLDER}/"

    def close(self) -> None:
        """Serve it no longer."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests that do not change it."""
    site = Site(tmp_path_factory.mktemp("host"))
    yield site
    site.close()


@pytest.fixture
def visitors(browser: Browser, site: Site) -> Iterator[Visitors]:
    """Opens pages; afterwards none of them may have reported an error."""
    with Visitors(browser, site) as visitors:
        yield visitors


def offline(visitors: Visitors, path: str = "") -> Page:
    """A page of a browser that has been on the site once, and has no network since."""
    page = visitors.open("")
    keep_whole_site(page)
    page.context.set_offline(True)
    page.goto(path)
    return page


def keep_whole_site(page: Page) -> None:
    """Wait until the browser keeps the site."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    expect(page.locator("#shell nav")).to_be_attached()


def new_game(page: Page, level: int) -> Table:
    """A game as gold against a level."""
    page.get_by_role("button", name="Play the computer").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Opponent").select_option(f"gajah:level={level}")
    dialog.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Play this setup").click()
    table = Table(page)
    expect(table.status).to_have_text("Your turn to play.")
    return table


def type_turn(page: Page, turn: object) -> None:
    """Type a turn and play it."""
    field = page.get_by_label("Type steps")
    field.fill(str(turn))
    field.press("Enter")
    field.press("Enter")


def turns_of(page: Page) -> list[str]:
    """The turns of the page's game, as the browser keeps them."""
    turns: list[str] = page.evaluate(READ_TURNS, page.url.partition("id=")[2])
    return turns


def test_a_whole_game_against_level_3_is_played_offline(visitors: Visitors) -> None:
    page = offline(visitors)
    page.evaluate("() => localStorage.setItem('gajah.settings', '{\"coach\": false}')")
    page.reload()
    table = new_game(page, 3)
    game, engine = Game(), Engine()
    over = page.get_by_role("dialog")
    while True:
        for turn in turns_of(page)[len(game.turns) :]:
            game.play(turn)
        if game.result is not None:
            break
        type_turn(page, engine.search(game, nodes=100).turn)
        label = f"{game.label.next}"
        expect(page.get_by_role("button", name=label, exact=False).or_(over).first).to_be_visible()
        expect(table.status.filter(has_text="Your turn to play").or_(over).first).to_be_visible()
    expect(over).to_contain_text(re.compile("You (win|lose)"))


def test_a_lesson_a_puzzle_and_an_analysis_need_no_network(visitors: Visitors) -> None:
    page = offline(visitors, "learn.html")
    page.get_by_role("link", name="Start", exact=True).click()
    do_task(page, RULES[0]["tasks"][0])
    puzzle = next(find_puzzles(PuzzleTheme.GOAL))
    page.goto(f"puzzles.html#{puzzle.id}")
    expect(Table(page).message).to_have_text("4 steps left.")
    field = page.get_by_label("Type steps")
    field.fill(str(puzzle.solution))
    field.press("Enter")
    page.get_by_role("button", name="Try this turn").click()
    expect(page.locator("#feedback")).to_contain_text("Goal!")
    page.goto("analysis.html")
    page.get_by_label("Lines").select_option("2")
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator(".engine-lines > li")).to_have_count(2)


def test_an_imported_game_is_reviewed_and_kept(visitors: Visitors) -> None:
    page = offline(visitors, "library.html")
    page.get_by_role("button", name="Import games").click()
    page.get_by_label("Games as text").fill(BLUNDERED_GAME)
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("link", name="Open it").click()
    page.get_by_label("How thorough").select_option("0.2")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    blunder = page.locator("#turns").get_by_role("button", name="2 Gold: Ed2e (blunder)")
    expect(blunder).to_be_visible()
    page.reload()
    expect(blunder).to_be_visible()
    page.goto("library.html")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Export all").click()
    assert "2g Ed2e ??" in saved.value.path().read_text("utf-8")


def test_a_killed_tab_finds_its_game_again(visitors: Visitors) -> None:
    page = visitors.open("")
    table = new_game(page, 1)
    type_turn(page, "Ee2n Ee3n")
    expect(page.get_by_role("button", name="2s")).to_be_visible()
    expect(table.status).to_have_text("Your turn to play.")
    page.get_by_label("Type steps").fill("Ee4n")
    page.get_by_label("Type steps").press("Enter")
    table.expect_draft("Ee4n")
    context, address = page.context, page.url
    page.close()
    again = context.new_page()
    again.goto(address)
    Table(again).expect_draft("Ee4n")
    assert turns_of(again)[2] == "Ee2n Ee3n"
    again.goto("index.html")
    expect(again.locator("#mine .game-card")).to_be_visible()


def test_a_second_tab_of_a_game_says_where_it_goes_on(visitors: Visitors) -> None:
    page = visitors.open("")
    new_game(page, 1)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.get_by_role("alert")).to_contain_text("open in another tab")


def test_an_update_comes_while_a_game_is_under_way(browser: Browser, tmp_path: Path) -> None:
    site = Site(tmp_path)
    with closing(site), Visitors(browser, site) as visitors:
        page = visitors.open("")
        keep_whole_site(page)
        new_game(page, 1)
        index = site.folder / "static" / "icon.svg"
        original = index.read_text("utf-8")
        worker = site.folder / "service-worker.js"
        index.write_text(original + "<!-- newer -->", "utf-8")
        worker.write_text(worker.read_text("utf-8").replace('VERSION = "', 'VERSION = "b'), "utf-8")
        page.reload()
        with page.expect_event("load"):
            page.get_by_role("button", name="Load it").click()
        expect(Table(page).status).to_have_text("Your turn to play.")
        shown = page.evaluate("() => fetch('static/icon.svg').then((file) => file.text())")
        assert "newer" in shown
        page.context.set_offline(True)
        type_turn(page, "Ee2n Ee3n")
        expect(page.get_by_role("button", name="2s")).to_be_visible()


def open_with_storage(visitors: Visitors, change: str) -> Page:
    """A page whose storage behaves otherwise: the script runs before anything is kept."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=f"{answer.text()}\n{change}")

    page = visitors.open("static/icon.svg", service_workers="block")
    page.route("**/tab/store.js", changed)
    page.goto("index.html")
    return page


def test_play_goes_on_where_the_browser_keeps_nothing(visitors: Visitors) -> None:
    page = open_with_storage(
        visitors, "IDBFactory.prototype.open = () => { throw new DOMException('refused'); };"
    )
    expect(page.locator(".toast")).to_contain_text("keeps nothing")


def test_play_goes_on_where_the_storage_is_full(visitors: Visitors) -> None:
    page = open_with_storage(
        visitors,
        """
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (value, key) {
          if (value.length > 3) throw new DOMException("full", "QuotaExceededError");
          return put.call(this, value, key);
        };
        """,
    )
    new_game(page, 1)
    type_turn(page, "Ee2n Ee3n")
    expect(page.locator(".toast")).to_contain_text("storage is full")
    expect(page.get_by_role("button", name="2s")).to_be_visible()
    type_turn(page, "Ee4n")
    expect(page.get_by_role("button", name="3s")).to_be_visible()


def test_all_that_is_kept_goes_to_another_browser_by_a_file(
    visitors: Visitors, tmp_path: Path
) -> None:
    page = visitors.open("")
    new_game(page, 1)
    type_turn(page, "Ee2n Ee3n")
    expect(page.get_by_role("button", name="2s")).to_be_visible()
    address = page.url
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("My name").fill("Ann")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "backup.json"
    saved.value.save_as(file)
    other = visitors.open("")
    other.get_by_role("button", name="Settings").click()
    other.get_by_label("Read a file").set_input_files(file)
    expect(other.locator(".toast")).to_contain_text("1 game was added")
    expect(other.locator("#mine .game-card")).to_contain_text("Your turn")
    other.goto(address)
    expect(Table(other).status).to_have_text("Your turn to play.")
    assert turns_of(other)[2] == "Ee2n Ee3n"
    other.get_by_role("button", name="Settings").click()
    expect(other.get_by_label("My name")).to_have_value("Ann")


def test_a_turn_that_comes_too_late_loses_by_the_clock(visitors: Visitors) -> None:
    page = visitors.open("")
    page.get_by_role("button", name="Play the computer").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Clock", exact=True).select_option("custom")
    dialog.get_by_label("Time control").fill("2s/0/0")
    dialog.get_by_text("Handicap and start position").click()
    dialog.get_by_label("Start position").fill(gold("Ed4 Rh1 ra8 eh8").short)
    dialog.get_by_role("button", name="Start the game").click()
    over = page.get_by_role("dialog")
    expect(over).to_contain_text("You lose")
    expect(page.locator("#status")).to_contain_text("You ran out of time")


def test_an_isolated_page_thinks_with_several_threads(browser: Browser, tmp_path: Path) -> None:
    site = Site(tmp_path, _IsolatedFiles)
    # As on a machine with more cores than those that run tests.
    worker = site.folder / "static" / "js" / "tab" / "engine-worker.js"
    worker.write_text(worker.read_text("utf-8").replace("navigator.hardwareConcurrency", "3"))
    with closing(site), Visitors(browser, site) as visitors:
        page = visitors.open("analysis.html", service_workers="block")
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        page.get_by_label("Lines").select_option("2")
        page.get_by_role("switch", name="Engine").click()
        expect(page.locator(".engine-lines > li")).to_have_count(2)
        page.get_by_role("switch", name="Engine").click()
        page.get_by_role("switch", name="Engine").click()
        expect(page.locator(".engine-lines > li")).to_have_count(2)
        assert page.evaluate("() => crossOriginIsolated")
        assert any(url.endswith("gajah-threads.wasm") for url in asked)


def test_the_browser_isolates_a_site_that_it_keeps(visitors: Visitors) -> None:
    page = offline(visitors, "analysis.html")
    assert page.evaluate("() => crossOriginIsolated")


def test_what_needs_a_server_says_so(visitors: Visitors) -> None:
    page = visitors.open("")
    page.get_by_role("button", name="Play a friend").click()
    expect(page.get_by_role("dialog")).to_contain_text("install gajah")


@pytest.mark.parametrize("path", ["puzzels", "no/such/page"])
def test_an_address_without_a_page_leads_back_to_the_site(visitors: Visitors, path: str) -> None:
    visitors.expect_error("404")
    page = visitors.open(path)
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    expect(page.get_by_role("navigation").get_by_role("link", name="Puzzles")).to_be_visible()
    expect(page.locator("body")).not_to_have_css("font-family", re.compile("Times"))
    page.get_by_role("link", name="Play", exact=True).last.click()
    expect(page.get_by_role("button", name="Play the computer")).to_be_visible()


def test_a_saved_picture_has_the_steps_of_the_turn_and_what_was_drawn(visitors: Visitors) -> None:
    study = Study(visitors, "analysis.html?position=" + gold("Ed4 rd5 Rh1 ra8 Re2").short)
    study.play("e2", "e3", "e4")
    study.press("d")
    for square in ("a8", "h1"):
        study.table.cell(square).focus()
        study.press("Enter")
    with study.page.expect_download() as saving:
        study.page.get_by_role("button", name="Save picture (SVG)").click()
    picture = saving.value.path().read_text("utf-8")
    assert len(re.findall('<g class="trail own">', picture)) == 1
    assert len(re.findall('<g class="arrow"', picture)) == 1


def test_a_position_of_the_editor_is_played(visitors: Visitors) -> None:
    position = gold("Ed4 Rh1 Rg7 ra8 eh8")
    page = visitors.open(f"editor.html?position={position.short}")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Start the game").click()
    type_turn(page, "Rg7n")
    expect(page.get_by_role("dialog")).to_contain_text("You win")


def test_no_other_host_is_asked_for_anything(visitors: Visitors, site: Site) -> None:
    page = visitors.open("")
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    for name in ("library", "analysis", "editor", "puzzles", "learn"):
        page.goto(f"{name}.html")
        expect(page.locator("#shell nav")).to_be_attached()
    assert asked
    assert [url for url in asked if not url.startswith((site.url, "blob:", "data:"))] == []


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine", "utf-8")
    with pytest.raises(NotASite, match="not empty"):
        build_site(tmp_path)
    assert (tmp_path / "precious.txt").exists()
    first = build_site(tmp_path / "new")
    assert build_site(tmp_path / "new") == first


def test_an_analysis_of_the_site_opens_by_a_link(visitors: Visitors) -> None:
    position = gold("Ed4 Rh1 Rg7 ra8 eh8")
    study = Study(visitors, f"analysis.html?position={position.short}")
    expect(study.table.piece("gold elephant d4")).to_be_visible()
