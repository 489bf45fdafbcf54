"""Two people play over the network, and others watch."""

from __future__ import annotations

import pytest

from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.helpers import gold as placed
from tests.web.harness import Page, Server

FROM_START = OPENING.short


def seated(server: Server, **options: object) -> tuple[str, Page, Page]:
    """A game in which both players have come."""
    game, tokens = server.new_game(**options)  # type: ignore[arg-type]
    return game, server.page(game, tokens["g"]), server.page(game, tokens["s"])


def test_two_people_play_a_game_to_its_end(server: Server) -> None:
    start = placed("Ra6 Ee4 eg4 rh5").short
    game, gold, silver = seated(server, start=start)
    watcher = server.page(game)
    gold.play("Ee4n")
    assert silver.hear("turn")["node"]["turn"] == "Ee4n"
    silver.play("eg4e")
    assert gold.hear("turn")["board"]["side"] == "g"
    over = gold.play("Ra6n Ra7n")["game"]
    for page in (silver, watcher):
        assert page.hear("turn", where=lambda m: m["node"]["label"] == "3g")["game"] == over
    assert over["state"] == "over"
    assert over["result"]["winner"] == "g"
    assert over["result"]["reason"] == "goal"
    assert over["result"]["text"] == "Gold wins: a rabbit reached goal."
    kept = server.get(f"/games/{game}")
    assert kept["game"]["turn_count"] == 3
    assert [node["turn"] for node in kept["tree"]] == ["", "Ee4n", "eg4e", "Ra6n Ra7n"]


def test_game_waits_until_both_have_come(server: Server) -> None:
    game, tokens = server.new_game()
    with server.page(game, tokens["g"]) as gold:
        assert gold.welcome["game"]["state"] == "waiting"
        gold.ask("setup_draft", setup="Ra1 Ee2")
        server.page(game, tokens["s"])
        begun = gold.hear("game")["game"]
        assert begun["state"] == "setup"
        assert begun["silver"]["online"]
    assert server.page(game, tokens["g"]).welcome["setup_draft"] == "Ra1 Ee2"
    later, tokens = server.new_game(start=FROM_START)
    gold = server.page(later, tokens["g"])
    gold.ask("step", step="Ee2n")
    assert gold.refused("send") == "waiting"


def test_setting_up_need_not_wait_for_the_opponent(server: Server) -> None:
    game, tokens = server.new_game(control="10s/10s")
    gold = server.page(game, tokens["g"])
    gold.set_up(GOLD_SETUP)
    assert gold.ask("takeback")["state"] == "granted"
    assert gold.hear("welcome")["game"]["turn_count"] == 0
    played = gold.set_up(GOLD_SETUP)
    assert (played["game"]["state"], played["clock"]["running"]) == ("waiting", None)
    silver = server.page(game, tokens["s"])
    assert silver.welcome["game"]["state"] == "setup"
    assert silver.welcome["clock"]["running"] == "s"
    assert silver.set_up(SILVER_SETUP)["game"]["state"] == "playing"


def test_setups_are_played_in_order_and_kept_while_unsent(server: Server) -> None:
    game, gold, silver = seated(server)
    assert silver.refused("setup", setup=SILVER_SETUP) == "not_your_turn"
    assert gold.ask("setup_draft", setup="Ra1 Ee2")["setup_draft"] == "Ra1 Ee2"
    watcher = server.page(game, "wrong", "")
    assert watcher.welcome["setup_draft"] is None
    assert gold.refused("setup", setup="Ra1 Ee2") == "setup_pieces"
    gold.set_up(GOLD_SETUP)
    assert silver.hear("turn")["game"]["state"] == "setup"
    played = silver.set_up(SILVER_SETUP)
    assert played["game"]["state"] == "playing"
    assert played["board"]["legal"]


def test_with_a_handicap_each_side_sets_up_what_it_has(server: Server) -> None:
    less = server.get("/setups?s=MH")["s"][0]["setup"]
    game, gold, silver = seated(server, handicap={"s": "hm"})
    assert gold.welcome["game"]["handicap"] == {"g": "", "s": "MH"}
    gold.set_up(GOLD_SETUP)
    assert silver.refused("setup", setup=SILVER_SETUP) == "setup_pieces"
    pieces = silver.set_up(less)["board"]["pieces"]
    assert "m" not in pieces.values()
    assert list(pieces.values()).count("h") == 1
    gold.play("Ee2n")
    silver.hear("turn", where=lambda m: m["node"]["label"] == "2g")
    silver.ask("resign")
    kept = server.get(f"/games/{game}")
    turns = [node["turn"] for node in kept["tree"]][1:]
    there = {"turns": turns, "handicap": kept["game"]["handicap"]}
    assert server.post("/board", there)["pieces"]["e3"] == "E"
    record = server.text(f"/games/{game}/record")
    again = server.post("/import", {"text": record})["games"][0]
    assert server.get(f"/games/{again}")["game"]["handicap"] == {"g": "", "s": "MH"}
    silver.ask("rematch")
    swapped = gold.ask("rematch", answer=True)["game"]
    assert server.get(f"/games/{swapped}")["game"]["handicap"] == {"g": "MH", "s": ""}
    wrong = server.post("/games", {"handicap": {"s": "EE"}}, 422)["error"]
    assert wrong["code"] == "bad_handicap"


def test_draft_is_undone_redone_and_reset(server: Server) -> None:
    _, gold, _ = seated(server, start=FROM_START)
    assert gold.ask("step", step="Ee2n")["board"]["steps"] == ["Ee2n"]
    assert gold.ask("steps", steps=["Ee3n", "Ee4n"])["board"]["steps_left"] == 1
    undone = gold.ask("undo")["board"]
    assert (undone["steps"], undone["undone"]) == (["Ee2n", "Ee3n"], 1)
    assert gold.ask("redo")["board"]["steps"] == ["Ee2n", "Ee3n", "Ee4n"]
    reset = gold.ask("reset")["board"]
    assert (reset["steps"], reset["undone"], reset["can_end"]) == ([], 3, False)
    assert gold.ask("redo")["board"]["steps"] == ["Ee2n"]
    assert gold.ask("step", step="d2n")["board"]["undone"] == 0


def test_step_that_the_rules_refuse_is_explained_and_changes_nothing(server: Server) -> None:
    _, gold, _ = seated(server, start=FROM_START)
    gold.ask("step", step="Ee2n")
    answer = gold.ask("step", step="Ra1n")
    assert (answer["type"], answer["code"]) == ("error", "occupied")
    assert "a2 is occupied by the gold horse" in answer["text"]
    assert gold.refused("steps", steps=["Ee3n", "Ee3n"]) == "no_such_piece"
    assert gold.ask("undo")["board"]["steps"] == []
    assert gold.refused("send") == "no_step"


def test_push_must_be_completed_and_says_how(server: Server) -> None:
    _, gold, _ = seated(server, start=placed("Ed4 hd5 Ra1 rh8").short)
    board = gold.ask("step", step="hd5n")["board"]
    assert board["pending"]["kind"] == "push"
    assert "Ed4n" in board["pending"]["text"]
    assert not board["can_end"]
    assert gold.refused("send") == "push_unfinished"
    assert gold.ask("step", step="Ed4n")["board"]["can_end"]


def test_nobody_sees_the_draft_of_another(server: Server) -> None:
    game, tokens = server.new_game(start=FROM_START)
    gold, silver = server.page(game, tokens["g"]), server.page(game, tokens["s"])
    second_window = server.page(game, tokens["g"])
    watcher = server.page(game)
    gold.ask("step", step="Ee2n")
    assert second_window.hear("draft")["board"]["steps"] == ["Ee2n"]
    for page in (silver, watcher):
        # Everything told before the answer to this ping would have arrived before it.
        page.say("ping", id=1, ref=900)
        heard = [page.next()]
        while heard[-1]["type"] != "pong":
            heard.append(page.next())
        assert {message["type"] for message in heard} <= {"game", "pong"}
    assert server.page(game, tokens["s"]).welcome["board"]["steps"] == []
    assert server.page(game).welcome["board"]["steps"] == []
    assert server.page(game, tokens["g"]).welcome["board"]["steps"] == ["Ee2n"]


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("step", {"step": "Ee2n"}),
        ("send", {}),
        ("undo", {}),
        ("resign", {}),
        ("takeback", {}),
        ("rematch", {}),
        ("name", {"name": "Eve"}),
        ("setup", {"setup": GOLD_SETUP}),
    ],
)
def test_watcher_can_do_nothing(server: Server, kind: str, fields: dict[str, str]) -> None:
    game, _, _ = seated(server, start=FROM_START)
    before = server.get(f"/games/{game}")
    watcher = server.page(game, "not a secret")
    assert watcher.welcome["seats"] == []
    assert watcher.refused(kind, **fields) == "no_seat"
    assert server.get(f"/games/{game}") == before


def test_opponent_cannot_move_out_of_turn(server: Server) -> None:
    _, _, silver = seated(server, start=FROM_START)
    assert silver.refused("step", step="ed7s") == "not_your_turn"
    assert silver.refused("send") == "not_your_turn"


def test_resigning_ends_the_game_for_the_other(server: Server) -> None:
    _, gold, silver = seated(server, start=FROM_START)
    answer = silver.ask("resign")
    assert answer["game"]["result"]["reason"] == "resignation"
    assert gold.hear("game", where=lambda m: m["game"]["state"] == "over")
    assert gold.refused("step", step="Ee2n") == "game_over"
    assert gold.refused("resign") == "game_over"


def test_takeback_needs_consent(server: Server) -> None:
    _, gold, silver = seated(server, start=FROM_START)
    assert gold.refused("takeback") == "nothing_to_take_back"
    gold.play("Ee2n")
    silver.hear("turn")
    assert silver.refused("takeback", answer=True) == "nothing_asked"
    assert gold.ask("takeback")["state"] == "asked"
    assert silver.hear("takeback")["by"] == "g"
    assert gold.refused("takeback", answer=True) == "nothing_asked"
    assert silver.ask("takeback", answer=False)["state"] == "declined"
    assert gold.hear("takeback")["state"] == "declined"
    gold.ask("takeback")
    assert silver.ask("takeback", answer=True)["state"] == "granted"
    for page in (gold, silver):
        after = page.hear("welcome")
        assert after["game"]["turn_count"] == 0
        assert after["board"]["side"] == "g"
    assert gold.play("Md2n")["node"]["label"] == "2g"


def test_takeback_after_the_reply_returns_both_turns(server: Server) -> None:
    game, gold, silver = seated(server, start=FROM_START)
    gold.play("Ee2n")
    silver.play("ed7s")
    gold.ask("takeback")
    silver.ask("takeback", answer=True)
    assert server.get(f"/games/{game}")["game"]["turn_count"] == 0


def test_rematch_swaps_the_sides_that_the_secrets_open(server: Server) -> None:
    game, tokens = server.new_game(start=FROM_START)
    gold, silver = server.page(game, tokens["g"]), server.page(game, tokens["s"])
    watcher = server.page(game)
    assert gold.refused("rematch") == "game_running"
    gold.ask("resign")
    assert gold.ask("rematch")["state"] == "asked"
    granted = silver.ask("rematch", answer=True)
    assert granted["state"] == "granted"
    for page in (gold, watcher):
        heard = page.hear("rematch", where=lambda m: m["state"] == "granted")
        assert heard["game"] == granted["game"]
    assert server.page(granted["game"], tokens["g"]).welcome["seats"] == ["s"]
    page = server.page(granted["game"], tokens["s"])
    assert page.welcome["seats"] == ["g"]
    assert page.welcome["game"]["start"] == FROM_START
    assert server.page(granted["game"], "not a secret").welcome["seats"] == []
    assert silver.refused("rematch") == "rematch_begun"


def test_player_who_was_away_when_the_rematch_began_finds_it_and_the_seat(server: Server) -> None:
    game, tokens = server.new_game(start=FROM_START)
    silver = server.page(game, tokens["s"])
    with server.page(game, tokens["g"]) as gold:
        gold.ask("resign")
        gold.ask("rematch")
    again = silver.ask("rematch", answer=True)["game"]
    waiting = server.page(again, tokens["s"])
    back = server.page(game, tokens["g"]).welcome
    assert (back["rematch"], back["asked"]["rematch"]) == (again, None)
    windows = [server.page(again, tokens["g"]) for _ in range(2)]
    assert [window.welcome["seats"] for window in windows] == [["s"], ["s"]]
    assert waiting.hear("game")["game"]["state"] == "playing"
    waiting.play("Ee2n")
    for window in windows:
        window.hear("turn")
    assert windows[0].play("ed7s")["node"]["label"] == "2s"


def test_who_has_no_name_is_called_by_the_side(server: Server) -> None:
    game, tokens = server.new_game()
    both = server.page(game, *tokens.values())
    assert both.ask("name", name="Ann", side="s")["game"]["silver"]["name"] == "Ann"
    assert both.ask("name", name=" \u2003 ", side="g")["game"]["gold"]["name"] == "Gold"
    both.ask("resign")
    again = server.get(f"/games/{both.ask('rematch')['game']}")["game"]
    assert (again["gold"]["name"], again["silver"]["name"]) == ("Ann", "Silver")


def test_one_person_plays_both_sides_at_one_screen(server: Server) -> None:
    game, tokens = server.new_game()
    both = server.page(game, tokens["g"], tokens["s"])
    assert both.welcome["seats"] == ["g", "s"]
    assert both.welcome["game"]["state"] == "setup"
    both.set_up(GOLD_SETUP)
    both.set_up(SILVER_SETUP)
    both.play("Ee2n")
    assert both.ask("takeback")["state"] == "granted"
    assert both.hear("welcome")["game"]["turn_count"] == 2
    named = both.ask("name", name="  Ann \u2003 Lee ", side="s")["game"]
    assert named["silver"]["name"] == "Ann Lee"
    assert both.ask("resign")["game"]["result"]["winner"] == "s"


def test_others_see_who_is_there(server: Server) -> None:
    game, tokens = server.new_game(start=FROM_START)
    gold = server.page(game, tokens["g"])
    assert not gold.welcome["game"]["silver"]["online"]
    silver = server.page(game, tokens["s"])
    assert gold.hear("game")["game"]["silver"]["online"]
    silver.close()
    gone = gold.hear("game", where=lambda m: not m["game"]["silver"]["online"])
    assert gone["game"]["silver"]["taken"]


def test_page_that_comes_back_finds_its_draft(server: Server) -> None:
    game, tokens = server.new_game(start=FROM_START)
    server.page(game, tokens["s"])
    with server.page(game, tokens["g"]) as gold:
        gold.ask("steps", steps=["Ee2n", "Ee3n"])
        gold.ask("undo")
    board = server.page(game, tokens["g"]).welcome["board"]
    assert (board["steps"], board["undone"]) == (["Ee2n"], 1)


def test_routes_and_previews_start_from_the_draft(server: Server) -> None:
    _, gold, silver = seated(server, start=FROM_START)
    gold.ask("step", step="Ee2n")
    routes = gold.ask("routes", square="e3")["routes"]
    assert ["Ee3n", "Ee4n", "Ee5n"] in [route["steps"] for route in routes]
    assert silver.ask("routes", square="e3")["routes"] == [], "what is drafted is gold's secret"
    assert gold.ask("preview", text="e3n")["board"]["steps"] == ["Ee2n", "Ee3n"]
    assert gold.ask("preview", text="d2n", from_start=True)["board"]["steps"] == ["Md2n"]
    wrong = gold.ask("preview", text="hello")
    assert (wrong["board"], wrong["text"]) == (None, "Expected a step like Ed2n, found 'hello'.")
    assert gold.ask("undo")["board"]["steps"] == []


def test_third_repetition_is_refused_with_the_turns_that_made_it(server: Server) -> None:
    _, gold, silver = seated(server, start=placed("Ec6 Cb6 Ra4 ec2 rh5").short)
    for page, turn in zip((gold, silver) * 3, ("Ec6n", "ec2e", "Ec7s", "ed2w") * 2, strict=False):
        page.play(turn)
    gold.play("Ec7s")
    silver.ask("step", step="ed2w")
    answer = silver.ask("send")
    assert answer["code"] == "repetition"
    assert "would occur a third time" in answer["text"]


def test_unknown_game_is_answered_with_a_reason(server: Server) -> None:
    page = Page(server, "/ws/games/nosuchgame22")
    page.say("hello", version=1)
    assert page.next()["code"] == "no_game"
    assert page.is_closed()


def test_page_of_another_version_is_told_to_load_again(server: Server) -> None:
    game, _ = server.new_game()
    page = Page(server, f"/ws/games/{game}")
    page.say("hello", version=99)
    assert page.next()["code"] == "other_version"
    assert page.is_closed()
