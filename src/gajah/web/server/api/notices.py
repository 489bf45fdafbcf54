"""How an account is told that it is its turn."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse

from gajah.web.notices.contacts import Contacts
from gajah.web.server.api.common import ERRORS, get_lobby
from gajah.web.server.logins import accounts_of, member_of
from gajah.web.wire import notices as n
from gajah.web.wire.accounts import Member
from gajah.web.wire.errors import Refusal

router = APIRouter(responses=ERRORS)


def _contacts(request: Request) -> Contacts:
    accounts_of(request)
    return get_lobby(request).notices.contacts


async def _member(request: Request) -> Member:
    found = await member_of(request)
    if found is None:
        raise Refusal("logged_out", "Log in first.", status=403)
    return found


ContactsDep = Annotated[Contacts, Depends(_contacts)]
MemberDep = Annotated[Member, Depends(_member)]


@router.get("/account/notices")
async def show(contacts: ContactsDep, member: MemberDep) -> n.NoticeState:
    """What is possible on this server, and what the account has chosen."""
    return await contacts.state(member)


@router.post("/account/notices/push")
async def add_browser(
    wanted: n.PushWanted, contacts: ContactsDep, member: MemberDep
) -> n.NoticeState:
    """Have a browser show notices."""
    await contacts.add_browser(member, wanted)
    return await contacts.state(member)


@router.post("/account/notices/push/remove")
async def drop_browser(
    unwanted: n.PushUnwanted, contacts: ContactsDep, member: MemberDep
) -> n.NoticeState:
    """Have a browser show no more notices."""
    await contacts.drop_browser(member, unwanted.endpoint)
    return await contacts.state(member)


@router.post("/account/notices/mail")
async def set_address(
    wanted: n.MailWanted, contacts: ContactsDep, member: MemberDep
) -> n.NoticeState:
    """Send a letter that asks to confirm an address; an empty one ends all letters."""
    await contacts.set_address(member, wanted.address)
    return await contacts.state(member)


@router.post("/notices/confirm")
async def confirm(given: n.MailSecret, contacts: ContactsDep) -> n.LinkFollowed:
    """Follow the link that confirms an address."""
    await contacts.confirm(given.token)
    return n.LinkFollowed(done=True)


@router.post("/notices/stop")
async def stop(token: Annotated[n.Secret, Query()], contacts: ContactsDep) -> n.LinkFollowed:
    """Follow the link that ends letters; mail programs do so themselves, with a form."""
    await contacts.stop(token)
    return n.LinkFollowed(done=True)


@router.get("/notices/stop", status_code=303, include_in_schema=False)
async def show_stop(token: Annotated[n.Secret, Query()]) -> RedirectResponse:
    """Lead a reader who opens the address in a browser to the page that ends letters.

    To look at an address ends nothing: programs that check letters do so.
    """
    return RedirectResponse(f"/#stop-mail={quote(token, safe='')}", status_code=303)
