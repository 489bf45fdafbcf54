"""Games from which the players have barred the engine."""

from __future__ import annotations

import httpx
import pytest

from tests.helpers import GOLD_SETUP, SILVER_SETUP, gold
from tests.web.harness import Server

# A position of its own for each test: what one bars, the others must not meet.
START = gold("Ee3 Rh1 ma6 rb7 rc8")
LATER = gold("Ee3 Rh1 ma6 rb7 rd8")
ENDED = gold("Ee3 Rh1 ma6 rb7 re8")


def _no_engine_game(server: Server, start: str | None = None) -> tuple[str, dict[str, str]]:
    game, tokens = server.new_game(start=start, no_engine=True)
    server.page(game, *tokens.values())
    return game, tokens


@pytest.mark.parametrize(
    ("what", "body"),
    [("check", {"turn": "Ee3n"}), ("explain", {"turn": "Ee3n"}), ("hint", {})],
)
def test_the_coach_does_not_help_in_a_running_game_without_engine(
    server: Server, what: str, body: dict[str, str]
) -> None:
    game, _ = _no_engine_game(server, START.short)
    assert server.get(f"/games/{game}")["game"]["no_engine"]
    with server.client() as client:
        answer = client.post(f"/coach/{what}", json={"position": START.short, **body})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_engine")


def test_lines_that_lead_through_a_game_without_engine_are_not_analysed(server: Server) -> None:
    game, tokens = _no_engine_game(server, LATER.short)
    page = server.page(game, tokens["g"])
    page.play("Ee3n")
    desk = server.analysis()
    passed = LATER.short.replace("g", "s", 1)
    for place in (
        {"position": LATER.short, "turns": ["Ee3n"]},
        {"position": LATER.short, "turns": ["Ee3n"], "threat": True},
        {"position": LATER.short, "turns": ["Ee3n", "ma6s"]},
    ):
        assert desk.refused("analyse", **place) == "no_engine"
    # Where the game is no longer, the engine may think.
    assert desk.ask("analyse", position=passed)["type"] in ("analysis", "queue")


def test_a_page_that_shows_a_game_without_engine_gets_no_analysis_at_all(server: Server) -> None:
    game, tokens = _no_engine_game(server)
    desk = server.analysis(game=game)
    assert desk.refused("analyse", position=START.short) == "no_engine"
    server.page(game, *tokens.values()).ask("resign")
    assert desk.ask("analyse", position=ENDED.short)["type"] in ("analysis", "queue")


def test_the_engine_is_back_when_the_game_is_over(server: Server) -> None:
    game, tokens = _no_engine_game(server, ENDED.short)
    desk = server.analysis()
    assert desk.refused("analyse", position=ENDED.short) == "no_engine"
    server.page(game, tokens["g"]).ask("resign")
    assert desk.ask("analyse", position=ENDED.short)["type"] in ("analysis", "queue")
    assert server.get(f"/games/{game}")["game"]["no_engine"]


def test_setups_alone_bar_no_other_game_from_the_engine(server: Server) -> None:
    game, tokens = _no_engine_game(server)
    page = server.page(game, *tokens.values())
    page.set_up(GOLD_SETUP)
    page.set_up(SILVER_SETUP)
    turns = [GOLD_SETUP, SILVER_SETUP]
    desk = server.analysis()
    assert desk.ask("analyse", turns=turns)["type"] in ("analysis", "queue")
    page.play("Ee2n")
    assert desk.refused("analyse", turns=[*turns, "Ee2n"]) == "no_engine"


def test_a_bot_is_no_way_around(server: Server) -> None:
    start = gold("Ee3 Rh1 ma6 rb7 rf8").short
    _no_engine_game(server, start)
    with server.client() as client:
        assert _refused(client, start=start, silver={"player": "random"}) == "no_engine"
        assert _refused(client, no_engine=True, silver={"player": "random"}) == "bot_plays"


def _refused(client: httpx.Client, **wanted: object) -> str:
    code: str = client.post("/games", json=wanted).json()["error"]["code"]
    return code


def test_a_rematch_is_without_engine_too(server: Server) -> None:
    game, tokens = _no_engine_game(server, gold("Ee3 Rh1 ma6 rb7 rg8").short)
    page = server.page(game, *tokens.values())
    page.ask("resign")
    again = page.ask("rematch")["game"]
    assert server.get(f"/games/{again}")["game"]["no_engine"]
