"""Accounts as people meet them: the button at the top of every page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_problems
from tests.browser.conftest import Visitors
from tests.web.accounts.visitor import PASSWORD


def register(page: Page, name: str) -> None:
    """Make an account by the dialog."""
    page.get_by_role("button", name="Log in").click()
    dialog = page.get_by_role("dialog", name="Account")
    dialog.get_by_text("none yet").click()
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("button", name=f"Account {name}")).to_be_visible()


def test_an_account_is_made_left_and_come_back_to(members: Visitors) -> None:
    members.expect_error("403 (Forbidden)")
    page = members.open()
    register(page, "Ann")
    page.goto("/library")
    page.get_by_role("button", name="Account Ann").click()
    dialog = page.get_by_role("dialog", name="Account")
    assert accessibility_problems(page) == []
    dialog.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Log in").click()
    dialog.get_by_label("Name").fill("ann")
    dialog.get_by_label("Password").fill("not the password")
    dialog.get_by_role("button", name="Log in").click()
    expect(dialog.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    dialog.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Account Ann")).to_be_visible()


def test_the_password_is_changed_and_the_account_deleted_on_a_phone(members: Visitors) -> None:
    page = members.open(phone=True)
    register(page, "Phone-Owner")
    page.get_by_role("button", name="Account Phone-Owner").click()
    dialog = page.get_by_role("dialog", name="Account")
    dialog.get_by_text("Change the password").first.click()
    dialog.get_by_label("Password until now").fill(PASSWORD)
    dialog.get_by_label("New password").fill("eight rabbits")
    with page.expect_navigation():
        dialog.get_by_role("button", name="Change the password").click()
    page.get_by_role("button", name="Account Phone-Owner").click()
    dialog.get_by_text("Delete the account").first.click()
    dialog.get_by_label("Password", exact=True).fill("eight rabbits")
    dialog.get_by_role("button", name="Delete the account").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()


def test_a_server_without_accounts_does_not_speak_of_them(visitors: Visitors) -> None:
    page = visitors.open()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Log in")).to_be_hidden()
