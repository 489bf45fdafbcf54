"""The analysis page under a hand."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visitors
from tests.browser.table import Table
from tests.samples import SAMPLE_FILE
from tests.web.harness import Server

SETUPS = (
    "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2",
    "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7",
)


def keep_game(server: Server, *turns: str, tags: str = "", result: str = "*") -> str:
    """A game in the library, from its setups or from the position in its tags; its id."""
    lines = list(turns) if tags else [f"1g {SETUPS[0]}", f"1s {SETUPS[1]}", *turns]
    text = "\n".join(['[Gold "Ann"]', '[Silver "Bob"]', tags, "", *lines, result, ""])
    answer: dict[str, Any] = server.post("/import", {"text": text})
    assert not answer["problems"], answer
    return str(answer["games"][0])


def keep_sample_game(server: Server, gold: str) -> str:
    """The first game of the archive, with ratings and an event, in the library; its id.

    ``gold`` is another name than the player's own: tests of the library count that one's games.
    """
    columns, game = (line.split("\t") for line in SAMPLE_FILE.read_text("utf-8").splitlines()[:2])
    game[columns.index("wusername")] = gold
    text = "\n".join(["\t".join(columns), "\t".join(game)])
    return str(server.post("/import", {"text": text})["games"][0])


class Study:
    """A page that shows an analysis."""

    def __init__(self, visitors: Visitors, path: str, **more: Any) -> None:
        self.page: Page = visitors.open(path, **more)
        self.table = Table(self.page)
        expect(self.page.locator("#turns")).not_to_be_empty()
        # The turns are listed before the board has come.
        self.expect_board()

    @property
    def current(self) -> Locator:
        """The turn that led to the position on the board."""
        return self.page.locator("#turns [aria-current=step]")

    @property
    def variations(self) -> Locator:
        """The turns that stand in variations."""
        return self.page.locator("#turns .variations .turn-text")

    def turn(self, text: str) -> Locator:
        """A turn in the list, by its number, side and steps."""
        return self.page.locator("#turns").get_by_role("button", name=text)

    def press(self, *keys: str) -> None:
        """Keys for the page as a whole."""
        for key in keys:
            self.page.keyboard.press(key)

    def play(self, *squares: str) -> None:
        """Drag a piece over squares beside each other and play the turn."""
        self.expect_board()
        self.table.drag(*squares)
        expect(self.table.drafted).not_to_be_empty()
        self.press("Enter")
        expect(self.table.drafted).to_be_empty()
        self.expect_board()

    def expect_board(self) -> None:
        """Wait until the board shows the current turn."""
        expect(self.page.locator("#board")).to_have_attribute("aria-busy", "false")

    def expect_at(self, name: str) -> None:
        """Wait until that turn is the current one."""
        expect(self.current).to_have_accessible_name(re.compile(re.escape(name)))
        self.expect_board()
