"""A bot that waits for games: ``/ws/bot``."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from gajah.web.server.api.common import get_lobby, get_presence
from gajah.web.server.logins import accounts_of, login_of
from gajah.web.server.people import person_of
from gajah.web.wire.bots import BOT_MESSAGES, BotHello, BotWelcome
from gajah.web.wire.client import Client
from gajah.web.wire.errors import Refusal
from gajah.web.wire.shapes import VERSION

router = APIRouter()


@router.websocket("/ws/bot")
async def wait(socket: WebSocket) -> None:
    """Serve a bot's socket: it is listed, and hears of its games, until it goes."""
    client = Client(socket, socket.app.state.settings.limits)
    client.person = person_of(socket)
    async with client.open():
        try:
            await _serve(socket, client)
        except Refusal as refusal:
            client.refuse(refusal)


async def _serve(socket: WebSocket, client: Client) -> None:
    accounts, token = accounts_of(socket), login_of(socket)
    messages = client.listen(BOT_MESSAGES)
    hello = await anext(messages, None)
    if hello is None:
        return
    if not isinstance(hello, BotHello):
        raise Refusal("hello_first", "The first message is hello.")
    if hello.version != VERSION:
        text = f"This server speaks version {VERSION}, the bot {hello.version}."
        raise Refusal("other_version", text)
    account = await accounts.find(token)
    client.member = await accounts.member(token)
    if account is None or not account.is_bot:
        raise Refusal("wrong_token", "No bot has this token, or not any more.", status=403)
    bots = get_lobby(socket).bots
    with get_presence(socket).here(client), bots.connected(client, account, hello):
        client.tell(BotWelcome(name=account.name, ref=hello.ref))
        async for _ in messages:
            raise Refusal("bad_message", "A bot says hello once, then pings.")
