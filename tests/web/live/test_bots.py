"""Games with bots: they play, wait in line, and fail without a traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gajah._core import Position, Side
from tests.helpers import GOLD_SETUP, OPENING, gold
from tests.web.harness import Server

SILVER_FIRST = Position(dict(OPENING.pieces), Side.SILVER).short
MISBEHAVING = Path(__file__).parent.parent.parent / "aei" / "misbehaving.py"


# By their ways to fail; one cannot even be started.
ENGINES = ("good", "crash", "abort", "hang", "illegal", "garbage", "ghost")


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with these engines."""
    folder = tmp_path_factory.mktemp("engines")
    # It is there when the server starts, which would refuse it otherwise, and gone in the game.
    ghost = folder / "ghost"
    ghost.touch(mode=0o755)
    options = []
    for mode in ENGINES:
        command = f"{sys.executable} {MISBEHAVING} {mode}"
        options += ["--engine", f"{mode}={ghost if mode == 'ghost' else command}"]
    with Server(folder / "data", *options) as running:
        ghost.unlink()
        yield running


@pytest.mark.parametrize("bot", ["heuristic", "minimax:depth=1", "gajah:level=1", "gajah:level=5"])
def test_person_plays_a_bot(server: Server, bot: str) -> None:
    game, tokens = server.new_game(silver=bot, handicap={"s": "M"})
    assert list(tokens) == ["g"]
    with server.page(game, tokens["g"]) as page:
        page.set_up(GOLD_SETUP)
        thinking = page.hear("thinking")
        assert (thinking["side"], thinking["place"]) == ("s", 0)
        set_up = page.hear("turn")
        assert set_up["node"]["label"] == "1s"
        assert "m" not in set_up["board"]["pieces"].values()
        page.play("Ee2n")
        board = page.hear("turn", where=lambda m: m["node"]["label"] == "2s")["board"]
        assert board["side"] == "g"
        assert page.ask("takeback")["state"] == "granted"
        assert page.hear("welcome")["game"]["turn_count"] == 2
        assert page.ask("resign")["game"]["result"]["winner"] == "s"
        rematch = page.ask("rematch")["game"]
    assert server.page(game, tokens["g"]).welcome["rematch"] == rematch
    with server.page(rematch, tokens["g"]) as again:
        assert again.welcome["seats"] == ["s"]
        assert again.welcome["game"]["gold"]["player"] == bot


def test_takeback_stops_the_bot_that_thinks(server: Server) -> None:
    game, tokens = server.new_game(silver="gajah:level=10", start=OPENING.short)
    page = server.page(game, tokens["g"])
    page.play("Ee2n")
    page.hear("thinking")
    assert page.ask("takeback")["state"] == "granted"
    assert page.hear("welcome")["board"]["side"] == "g"
    assert page.play("Md2n")["node"]["turn"] == "Md2n"


def test_two_bots_play_to_the_end_while_nobody_watches(server: Server) -> None:
    game, tokens = server.new_game("heuristic", "random")
    assert tokens == {}
    watcher = server.page(game)
    over = watcher.welcome
    if over["game"]["state"] != "over":
        over = watcher.hear("turn", "game", where=lambda m: m["game"]["state"] == "over")
    assert over["game"]["result"]["reason"] in ("goal", "elimination", "immobilization")


def test_bot_loses_no_time_in_the_queue(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--searches", "1") as server:
        # One has the core, another waits for it, and each keeps it for a second.
        for told in ("analysis", "queue"):
            thinker = server.analysis()
            thinker.say("analyse", position=OPENING.short)
            thinker.hear(told)
        game, tokens = server.new_game(silver="heuristic", start=OPENING.short, control="1m/1m")
        page = server.page(game, tokens["g"])
        page.ask("step", step="Ee2n")
        clock = page.ask("send")["clock"]
        assert clock["running"] is None
        played = page.hear("turn", "game", where=lambda m: m["type"] == "turn")
        # However slow the machine is, that second in the queue is not the bot's.
        assert played["node"]["used_s"] < played["clock"]["at"] - clock["at"] - 0.9


def test_fifty_games_of_bots_never_use_more_than_two_cores(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--searches", "2") as server:
        # Two who never stop by themselves hold both cores while the games begin.
        thinkers = [server.analysis() for _ in range(2)]
        for thinker in thinkers:
            thinker.say("analyse", position=OPENING.short)
            thinker.hear("analysis")
        # Silver is near goal, so that fifty games are soon over.
        start = gold("Ee4 Hd4 Ra4 Rh2 ed6 hb5 ra7 rg4").short
        games = [server.new_game("random", "gajah:level=6", start=start)[0] for _ in range(50)]
        for thinker in thinkers:
            thinker.close()
        for game in games:
            with server.page(game) as watcher:
                if watcher.welcome["game"]["state"] != "over":
                    watcher.hear("turn", "game", where=lambda m: m["game"]["state"] == "over")
        status = server.get("/status")
        assert status["most_searches"] == 2
        assert (status["searches"], status["waiting"]) == (0, 0)


def test_place_in_the_queue_is_told(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--searches", "1") as server:
        first, second, third = (server.analysis() for _ in range(3))
        first.say("analyse", position=OPENING.short, ref=1)
        first.hear("analysis")
        second.say("analyse", position=OPENING.short, ref=1)
        assert second.hear("queue")["place"] == 1
        third.say("analyse", position=OPENING.short, ref=1)
        assert third.hear("queue")["place"] == 2
        # The search that has had the core for a while gives way.
        assert second.hear("analysis")["depth"] >= 1
        assert first.hear("queue")["place"] >= 1


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("crash", "forfeit"),
        ("abort", "forfeit"),
        ("ghost", "forfeit"),
        ("illegal", "illegal"),
        ("garbage", "illegal"),
    ],
)
def test_engine_that_fails_loses_and_the_server_goes_on(
    engines: Server, mode: str, reason: str
) -> None:
    game, tokens = engines.new_game(silver=f"engine:{mode}")
    with engines.page(game, tokens["g"]) as page:
        page.set_up(GOLD_SETUP)
        over = page.hear("game", "turn", where=lambda m: m["game"]["state"] == "over")["game"]
    assert over["result"]["winner"] == "g"
    assert over["result"]["reason"] == reason
    assert "Traceback" not in over["result"]["text"]
    named = [player["name"] for player in engines.get("/players")["engines"]]
    assert named == [f"engine:{each}" for each in ENGINES]


def test_engine_plays_with_a_handicap_that_its_protocol_cannot_express(engines: Server) -> None:
    game, tokens = engines.new_game(silver="engine:good", handicap={"g": "R", "s": "MC"})
    with engines.page(game, tokens["g"]) as page:
        page.set_up(engines.get("/setups?g=R")["g"][0]["setup"])
        page.hear("turn", where=lambda m: m["node"]["label"] == "1s")
        page.play("Ee2n")
        played = page.hear("turn", "game", where=lambda m: m["type"] == "turn")
    assert played["node"]["label"] == "2s"
    assert len(played["board"]["pieces"]) == 29


def test_engine_that_thinks_on_loses_on_time(engines: Server) -> None:
    # The engine begins: gold would have to be quick as well.
    game, tokens = engines.new_game(silver="engine:hang", start=SILVER_FIRST, control="0.5s/0.5s")
    with engines.page(game, tokens["g"]) as page:
        over = page.hear("game", where=lambda m: m["game"]["state"] == "over")
    result = over["game"]["result"]
    assert (result["winner"], result["reason"]) == ("g", "time")
    assert result["text"].startswith("Gold wins: silver ran out of time. Silver made no turn in ")
    assert over["clock"]["left"]["s"] == 0


@pytest.mark.parametrize(
    "player", ["aei:rm", "engine:nobody", "gajah:level=4,hash=60000", "nobody", "minimax:depth=9"]
)
def test_only_players_of_the_list_can_be_chosen(server: Server, player: str) -> None:
    refused = server.post("/games", {"silver": {"player": player}}, 422)
    assert refused["error"]["code"] == "unknown_player"
