"""kill -9 loses nothing: games, clocks, seats and unsent turns are there again."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path

import pytest

from gajah.web.games.opening import open_database
from tests.helpers import GOLD_SETUP, OPENING, gold
from tests.web.harness import Page, Server


def test_everything_is_there_after_a_kill(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short)
        gold_page, silver = server.page(game, tokens["g"]), server.page(game, tokens["s"])
        gold_page.ask("name", name="Ann")
        gold_page.play("Ee2n")
        silver.ask("steps", steps=["ed7s", "ed6s"])
        silver.ask("undo")
        server.kill()
        server.start()
        again = server.page(game, tokens["s"])
        assert again.welcome["seats"] == ["s"]
        board = again.welcome["board"]
        assert (board["steps"], board["undone"]) == (["ed7s"], 1)
        assert again.welcome["game"]["gold"]["name"] == "Ann"
        assert again.welcome["game"]["silver"]["taken"]
        assert again.ask("redo")["board"]["steps"] == ["ed7s", "ed6s"]
        assert again.ask("send")["node"]["turn"] == "ed7s ed6s"


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    # A power cut cannot be had here; this is what SQLite says about one.
    full = 2
    engine = open_database(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == full
    engine.dispose()


def test_unsent_setup_and_open_questions_survive(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        setting_up, tokens = server.new_game()
        page = server.page(setting_up, *tokens.values())
        page.ask("setup_draft", setup="Ra1 Rb1 Ee2")
        asking, seats = server.new_game(start=OPENING.short)
        asker = server.page(asking, seats["g"])
        server.page(asking, seats["s"])
        asker.play("Ee2n")
        asker.ask("takeback")
        server.kill()
        server.start()
        assert server.page(setting_up, tokens["g"]).welcome["setup_draft"] == "Ra1 Rb1 Ee2"
        other = server.page(asking, seats["s"])
        assert other.welcome["asked"] == {"takeback": "g", "rematch": None}
        assert other.ask("takeback", answer=True)["state"] == "granted"


def test_agreed_rematch_survives(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short)
        page = server.page(game, *tokens.values())
        page.ask("resign")
        again = page.ask("rematch")["game"]
        server.kill()
        server.start()
        assert server.page(game, tokens["g"]).welcome["rematch"] == again
        assert server.page(again, tokens["g"]).welcome["seats"] == ["s"]


def test_clock_goes_on_and_downtime_is_not_charged(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short, control="10m/10m")
        gold_page, silver = server.page(game, tokens["g"]), server.page(game, tokens["s"])
        gold_page.play("Ee2n")
        began_s = time.monotonic()
        before = silver.hear("turn")["clock"]
        server.kill()
        server.start()
        after = server.page(game, tokens["s"]).welcome["clock"]
        assert after["reserve"] == before["reserve"]
        assert after["running"] == "s"
        # What passed between the last sign of life and the start is charged to neither side.
        charged = before["left"]["s"] - after["left"]["s"]
        assert 0 <= charged < time.monotonic() - began_s


def test_bot_takes_up_its_turn_again(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(silver="gajah:level=10", start=OPENING.short)
        page = server.page(game, tokens["g"])
        page.play("Ee2n")
        page.hear("thinking")
        server.kill()
        server.start()
        page = server.page(game, tokens["g"])
        if page.welcome["game"]["turn_count"] == 1:
            assert page.hear("turn")["node"]["label"] == "2s"


def test_game_of_bots_goes_on_without_anybody(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, _ = server.new_game("random", "random")
        server.kill()
        server.start()
        page = server.page(game)
        if page.welcome["game"]["state"] != "over":
            page.hear("turn", "game", where=lambda m: m["game"]["state"] == "over")


def test_flag_falls_although_nobody_is_there(server: Server) -> None:
    game, tokens = server.new_game(start=OPENING.short, control="0.5s/0.5s")
    server.page(game, tokens["g"], tokens["s"]).close()
    watcher = server.page(game)
    over = watcher.welcome["game"]
    if over["state"] != "over":
        over = watcher.hear("game", where=lambda m: m["game"]["state"] == "over")["game"]
    assert over["result"]["reason"] == "time"
    assert over["result"]["winner"] == "s"
    assert watcher.refused("resign") == "no_seat"


def test_clocks_stay_where_they_stood_when_the_game_ended(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        late, tokens = server.new_game(start=OPENING.short, control="0.5s/0.5s")
        page = server.page(late, *tokens.values())
        fallen = page.hear("game", where=lambda m: m["game"]["state"] == "over")
        assert fallen["clock"]["left"] == {"g": 0, "s": 1}
        said = re.fullmatch(
            r"Silver wins: gold ran out of time\. Gold made no turn in (\d+)s\.?",
            fallen["game"]["result"]["text"],
        )
        assert said
        # When a busy server notices; never before the time is over.
        assert float(said[1]) >= 1
        resigned = {}
        for start in (None, OPENING.short):
            game, seats = server.new_game(start=start, control="5s/30s")
            page = server.page(game, *seats.values())
            before = page.welcome["clock"]
            for _ in range(5):  # Each of them is stored, which takes a moment.
                page.ask("name", name="Ann")
            after = resigned[game] = page.ask("resign")["clock"]
            # A setup has a minute more than a turn: its clock must not fall to that of a turn.
            assert 0 < before["left"]["g"] - after["left"]["g"] < 30
            assert after["left"]["s"] == before["left"]["s"]
            assert after["running"] is None
        server.kill()
        server.start()
        assert server.page(late).welcome["clock"]["left"] == fallen["clock"]["left"]
        for game, clock in resigned.items():
            assert server.page(game).welcome["clock"]["left"] == clock["left"]


def test_turn_that_comes_too_late_loses_on_time(server: Server) -> None:
    start = gold("Ee4 Ra2 eh7 rh8").short
    game, tokens = server.new_game(start=start, control="0.3s/0s")
    page = server.page(game, tokens["g"], tokens["s"])
    over = page.hear("game", where=lambda m: m["game"]["state"] == "over")["game"]
    assert over["result"]["reason"] == "time"
    assert page.refused("step", step="Ee4n") == "game_over"


def test_taken_back_clock_is_that_of_before(server: Server) -> None:
    game, tokens = server.new_game(start=OPENING.short, control="10m/5m")
    page = server.page(game, tokens["g"], tokens["s"])
    before = page.welcome["clock"]["reserve"]
    after = page.play("Ee2n")["clock"]["reserve"]
    assert after["g"] > before["g"]
    page.ask("takeback")
    assert page.hear("welcome")["clock"]["reserve"] == before


def test_second_server_for_the_same_games_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        server.new_game()
        file = tmp_path / "data" / "gajah.sqlite3"
        link = tmp_path / "elsewhere.sqlite3"
        link.symlink_to(file)
        for words in (
            ("data",),
            ("other", "--database", f"sqlite:///{file}"),
            ("other", "--database", f"sqlite:///{link}"),
        ):
            second = Server(tmp_path / words[0], *words[1:])
            with pytest.raises(AssertionError):
                second.start()
            second.kill()
        refusal = f"gajah: gajah already serves {file} at {server.url}/; a SQLite file is for one"
        assert server.log().count(refusal) == len(server.log().splitlines()) == 3


def test_database_that_can_only_be_read_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        server.new_game()
    file = tmp_path / "data" / "gajah.sqlite3"
    server = Server(tmp_path / "data", "--database", f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(AssertionError):
        server.start()
    server.kill()
    assert server.log() == (
        "gajah: the database cannot be opened: attempt to write a readonly database\n"
    )


def test_setup_has_a_minute_however_short_the_control_is(server: Server) -> None:
    game, tokens = server.new_game(control="1s/0s")
    page = server.page(game, tokens["g"], tokens["s"])
    assert page.welcome["clock"]["left"]["g"] > 30
    assert page.set_up(GOLD_SETUP)["clock"]["reserve"]["g"] == 0


def test_turn_that_cannot_be_stored_has_not_been_played(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens = server.new_game(start=OPENING.short)
        page = server.page(game, *tokens.values())
        page.ask("step", step="Ee2n")
        database = sqlite3.connect(tmp_path / "data" / "gajah.sqlite3")
        database.execute("ALTER TABLE nodes RENAME TO elsewhere")
        assert page.refused("send") == "not_stored"
        assert page.is_closed()
        database.execute("ALTER TABLE elsewhere RENAME TO nodes")
        database.close()
        again = server.page(game, *tokens.values())
        assert again.welcome["game"]["turn_count"] == 0
        assert again.welcome["board"]["steps"] == ["Ee2n"]
        assert again.ask("send")["node"]["turn"] == "Ee2n"


def test_damaged_draft_costs_the_draft_alone(tmp_path: Path) -> None:
    damage = ('{"steps": ["ee7s"]}', '{"steps": ["e\ufffd7s"]}', '{"colour": 1}', "{")
    with Server(tmp_path / "data") as server:
        games = [server.new_game(start=OPENING.short, control="10m/10m") for _ in damage]
        for game, tokens in games:
            server.page(game, *tokens.values()).play("Ee2n")
        server.kill()
        with sqlite3.connect(tmp_path / "data" / "gajah.sqlite3") as database:
            rows = [(draft, game) for draft, (game, _) in zip(damage, games, strict=True)]
            database.executemany("UPDATE games SET draft = ? WHERE id = ?", rows)
        database.close()
        server.start()
        for game, tokens in games:
            page = server.page(game, *tokens.values())
            assert page.welcome["clock"]["running"] == "s"
            assert page.play("ed7s")["node"]["turn"] == "ed7s"
        assert "Traceback" not in server.log()


def test_games_that_cannot_be_read_keep_no_other_from_going_on(tmp_path: Path) -> None:
    damage = (
        "UPDATE nodes SET turn = 'nonsense' WHERE game_id = ?",
        "UPDATE nodes SET turn = CAST(x'4565FF6E' AS TEXT) WHERE game_id = ?",
        "UPDATE nodes SET turn = 'Ee5n' WHERE game_id = ?",
        "UPDATE nodes SET turn = x'00' WHERE game_id = ?",
        "UPDATE games SET start = 'g [r]' WHERE id = ?",
        "UPDATE games SET control = 'long' WHERE id = ?",
        "UPDATE games SET handicap = '[1]' WHERE id = ?",
        "UPDATE games SET reason = 'x' WHERE id = ?",
        "UPDATE games SET turn_began = 'soon' WHERE id = ?",
    )
    with Server(tmp_path / "data") as server:
        games = [server.new_game(start=OPENING.short, control="10m/10m") for _ in (0, *damage)]
        for game, tokens in games:
            server.page(game, *tokens.values()).play("Ee2n")
        server.kill()
        (sound, _), *damaged = games
        with sqlite3.connect(tmp_path / "data" / "gajah.sqlite3") as database:
            for statement, (game, _) in zip(damage, damaged, strict=True):
                database.execute(statement, (game,))
            database.execute("UPDATE facts SET value = 'long ago' WHERE name = 'alive'")
        database.close()
        server.start()
        assert server.page(sound).welcome["clock"]["running"] == "s"
        assert sound in [game["id"] for game in server.get("/games")["games"]]
        for statement, (game, _) in zip(damage, damaged, strict=True):
            page = Page(server, f"/ws/games/{game}")
            page.say("hello", version=1)
            answer = page.next()
            assert answer.get("code") == "unreadable_game", statement
            assert answer["text"] == f"What is stored of the game {game} cannot be read."
            assert page.is_closed()
            assert f"game {game} cannot be read" in server.log()
        assert "Traceback" not in server.log()
