from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

from gajah._core import Side
from gajah.web.games.rows import StoredGame
from gajah.web.games.tree import GameTree
from gajah.web.live.challenges import list_challenges
from gajah.web.live.lobby import Lobby
from gajah.web.live.new_games import Holder, new_game
from gajah.web.wire.limits import Person
from gajah.web.wire.requests import NewGame
from tests.web.accounts.visitor import Visitor, account_server
from tests.web.harness import PATIENCE_S, Json, Server
from tests.web.inside import Line, open_lobby

_POLL_S = 0.02


def challenge(maker: Visitor, **terms: object) -> tuple[str, dict[str, str]]:
    """Make an open game, with gold for oneself."""
    made = maker.post("/games", 201, **{"control": "10m/10m", "open": True, **terms})
    return made["game"]["id"], made["tokens"]


def listed(server: Server) -> list[Json]:
    """The challenges on the first page."""
    found: list[Json] = server.get("/challenges")["challenges"]
    return found


def wait_until_listed(server: Server, *games: str) -> None:
    """Wait until exactly these are listed: that a page has gone is noticed a moment later."""
    until_s = time.monotonic() + PATIENCE_S
    while [each["id"] for each in listed(server)] != list(games):
        assert time.monotonic() < until_s
        time.sleep(_POLL_S)


def test_a_challenge_is_listed_with_its_terms_while_its_maker_is_there(server: Server) -> None:
    maker = Visitor(server)
    handicap = {"g": "M", "s": ""}
    game, tokens = challenge(maker, handicap=handicap, gold={"player": "human", "name": "Ann"})
    assert listed(server) == []
    page = maker.page(game, tokens["g"])
    (shown,) = listed(server)
    assert (shown["id"], shown["control"], shown["handicap"]) == (game, "10m/10m", handicap)
    assert (shown["gold"]["name"], shown["silver"]["taken"], shown["rated"]) == (
        "Ann",
        False,
        False,
    )
    page.close()
    wait_until_listed(server)
    assert Visitor(server).refused(f"/games/{game}/accept") == "challenge_gone"
    maker.page(game, tokens["g"])
    wait_until_listed(server, game)


def test_the_first_who_accepts_plays_and_the_maker_is_told(server: Server) -> None:
    maker, first, second = Visitor(server), Visitor(server), Visitor(server)
    game, tokens = challenge(maker)
    gold = maker.page(game, tokens["g"])
    taken = first.post(f"/games/{game}/accept")
    assert taken["side"] == "s"
    assert gold.hear("game")["game"]["state"] == "setup"
    assert first.page(game, taken["token"]).welcome["seats"] == ["s"]
    assert second.refused(f"/games/{game}/accept") == "challenge_gone"
    assert listed(server) == []
    assert second.page(game, tokens["s"]).welcome["seats"] == [], "the maker knew this secret"


def test_a_rated_challenge_is_for_other_accounts_alone(server: Server) -> None:
    ann, bob, guest = Visitor(server, "Ann"), Visitor(server, "Bob"), Visitor(server)
    again = Visitor(server)
    again.log_in("Ann")
    game, tokens = challenge(ann, rated=True)
    ann.page(game, tokens["g"])
    (shown,) = listed(server)
    assert (shown["gold"]["name"], shown["gold"]["rating"], shown["rated"]) == ("Ann", 1500, True)
    assert guest.refused(f"/games/{game}/accept") == "logged_out"
    assert again.refused(f"/games/{game}/accept") == "own_challenge"
    taken = bob.post(f"/games/{game}/accept")
    assert (taken["game"]["silver"]["name"], taken["game"]["state"]) == ("Bob", "setup")


def test_a_challenge_by_days_is_taken_while_its_maker_is_away(server: Server) -> None:
    maker, guest = Visitor(server, "Day-Maker"), Visitor(server)
    game, tokens = challenge(maker, control="3d/0/0")
    other, others = challenge(guest, control="3d/0/0")
    maker.page(game, tokens["g"]).close()
    guest.page(other, others["g"]).close()
    wait_until_listed(server, game)
    assert Visitor(server).refused(f"/games/{other}/accept") == "challenge_gone"
    taken = Visitor(server, "Day-Taker").post(f"/games/{game}/accept")
    assert taken["game"]["state"] == "setup"
    (mine,) = server.get("/games?account=Day-Maker&result=none")["games"]
    assert (mine["id"], mine["control"]) == (game, "3d/0/0")
    assert 0 < mine["turn_left"] <= 3 * 86_400


def test_an_account_has_its_seats_in_every_browser(server: Server) -> None:
    ann, phone = Visitor(server, "Two-Browsers"), Visitor(server)
    phone.log_in("Two-Browsers")
    game, tokens = challenge(ann, control="3d/0/0", open=False)
    ann.page(game, tokens["g"])
    rival = Visitor(server, "Other-One").page(game, tokens["s"])
    page = phone.page(game)
    assert page.welcome["seats"] == ["g"]
    assert Visitor(server, "Third-One").page(game).welcome["seats"] == []
    page.ask("resign")
    page.ask("rematch")
    again = rival.ask("rematch", answer=True)["game"]
    assert phone.page(again).welcome["seats"] == ["s"]


def test_a_game_that_is_not_open_cannot_be_accepted(server: Server) -> None:
    maker = Visitor(server)
    game, tokens = challenge(maker, open=False)
    maker.page(game, tokens["g"])
    assert listed(server) == []
    assert Visitor(server).refused(f"/games/{game}/accept") == "challenge_gone"


def test_a_bot_is_not_looked_for(server: Server) -> None:
    wanted = {"open": True, "silver": {"player": "random"}}
    assert Visitor(server).refused("/games", **wanted) == "bot_plays"


def test_the_maker_cancels_a_challenge_even_a_rated_one(tmp_path: Path) -> None:
    # Only with a name is not every visitor from this machine the owner.
    with account_server(tmp_path / "data", "--name", "gajah.test") as server:
        ann = Visitor(server, "Ann")
        game, tokens = challenge(ann, rated=True)
        ann.page(game, tokens["g"])
        secret = {"Authorization": f"Bearer {tokens['g']}"}
        assert ann.ask("DELETE", f"/games/{game}", headers=secret).status_code == 204
        assert listed(server) == []
        assert Visitor(server, "Bob").refused(f"/games/{game}/accept") == "no_game"


def test_one_visitor_s_challenges_hide_none_of_the_others(tmp_path: Path) -> None:
    async def make(lobby: Lobby, person: Person, stack: AsyncExitStack | None) -> str:
        wanted = NewGame(control="10m/10m", open=True)
        made, _ = await lobby.create(wanted, person)
        if stack is not None:
            room = await stack.enter_async_context(lobby.enter(made.id))
            line = Line()
            line.client.person = person
            await stack.enter_async_context(line.joined(room, Side.GOLD))
        return made.id

    async def crowd() -> None:
        ann, bob = Person("ann"), Person("bob")
        async with open_lobby(tmp_path) as lobby, AsyncExitStack() as stack:
            first = await make(lobby, ann, stack)
            for number in range(260):
                # Most are left at once.
                await make(lobby, bob, stack if number < 60 else None)
            listed = [game.id for game in (await list_challenges(lobby)).challenges]
            assert first in listed
            assert len(listed) < 20

    asyncio.run(crowd())


async def hide_among_others(lobby: Lobby) -> None:
    """Make one challenge by days, then many others that are not to be listed; all are away."""

    def made(account: str, control: str) -> tuple[StoredGame, GameTree]:
        held = {Side.GOLD: Holder("1", account), Side.SILVER: Holder("2")}
        return new_game(NewGame(control=control, open=True), held, lobby.store.owner_id)

    hidden = made("ann", "3d/0/0")
    crowd = [made("bob", control) for control in ("10m/10m", "10m/2d", "1d/0/0") for _ in range(80)]
    await lobby.store.create(hidden, *crowd)
    listed = {game.id for game in (await list_challenges(lobby)).challenges}
    others = listed & {game.id for game, _ in crowd}
    assert hidden[0].id in listed
    assert others < {game.id for game, _ in crowd if game.control == "1d/0/0"}
    assert len(others) == 10


def test_challenges_by_days_are_found_among_many_others(tmp_path: Path) -> None:
    async def whole() -> None:
        async with open_lobby(tmp_path) as lobby:
            await hide_among_others(lobby)

    asyncio.run(whole())
