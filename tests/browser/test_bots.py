"""A bot from elsewhere: made in the account's dialog, found on the first page, played against."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.browser.test_accounts import register
from tests.online.rex import BotProcess
from tests.web.harness import Server


def test_a_bot_is_made_connects_and_is_challenged(members: Visitors, club: Server) -> None:
    ann = members.open()
    register(ann, "Keeper")
    ann.get_by_role("button", name="Keeper").click()
    dialog = ann.get_by_role("dialog", name="Account")
    dialog.get_by_text("Bots", exact=True).click()
    dialog.get_by_label("Name of a new bot").fill("Rex")
    dialog.get_by_role("button", name="Make the bot").click()
    command = dialog.locator("code").inner_text()
    assert accessibility_problems(ann) == []
    found = re.fullmatch(r"GAJAH_TOKEN=(\S+) gajah bot --server (\S+) COMMAND", command)
    assert found is not None
    assert found[2] == club.url
    with BotProcess(club, found[1], "random") as bot:
        bot.wait_until_listed()
        guest = members.open()
        expect(guest.locator("#bots")).to_contain_text("Rex (bot)")
        assert accessibility_problems(guest) == []
        guest.get_by_role("button", name="Challenge Rex").click()
        challenge = guest.get_by_role("dialog", name="Challenge Rex")
        challenge.get_by_role("button", name="Start the game").click()
        expect(guest).to_have_url(re.compile("/game/"))
        rival = guest.locator(".player", has_text="Rex (bot)")
        expect(rival).to_contain_text("connected")
        other = members.open()
        other.goto(f"{club.url}/player/Rex")
        expect(other.get_by_role("button", name="Challenge Rex")).to_be_disabled()
        rival.get_by_role("link", name="Rex (bot)").click()
        expect(guest.get_by_role("heading", name="Rex (bot)")).to_be_visible()
        expect(guest.locator("#standing")).to_contain_text("A bot of Keeper")
        dialog.get_by_role("button", name="Revoke: Rex").click()
        ann.get_by_role("dialog").last.get_by_role("button", name="Revoke").click()
        expect(dialog).to_contain_text("without a token")
        bot.hear("This session has been ended")
