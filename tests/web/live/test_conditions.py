"""Answers that a player of a correspondence game gives in advance."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import OPENING, gold
from tests.web.harness import Json, Page, Server


def _seated(server: Server, start: str = OPENING.short) -> tuple[str, dict[str, str], Page, Page]:
    """A game by days with gold to move, and two pages; silver answers in advance."""
    game, tokens = server.new_game(start=start, control="3d/0/0")
    return game, tokens, server.page(game, tokens["g"]), server.page(game, tokens["s"])


def _set(page: Page, *lines: list[str]) -> Json:
    told = page.ask("conditions", lines=list(lines))
    assert told["type"] == "conditions", told
    return told


def _turns(server: Server, game: str) -> list[str]:
    return [node["turn"] for node in server.get(f"/games/{game}")["tree"][1:]]


def test_a_line_is_played_turn_by_turn_as_far_as_the_opponent_follows_it(server: Server) -> None:
    game, _, first, second = _seated(server)
    _set(second, ["Ee2n Ee3n", "ed7s", "Md2n", "ed6s"], ["Ee2n Ee3n", "ed7s", "Db2n", "db7s"])
    first.play("Ee2n Ee3n")
    told = second.hear("conditions")
    assert told["text"] == "Your conditional turn was played."
    assert told["lines"] == [["Md2n", "ed6s"], ["Db2n", "db7s"]]
    first.hear("turn")
    first.play("Db2n")
    assert second.hear("conditions")["lines"] == []
    assert _turns(server, game) == ["Ee2n Ee3n", "ed7s", "Db2n", "db7s"]


def test_the_position_counts_and_not_how_the_turn_was_written(server: Server) -> None:
    game, _, first, second = _seated(server)
    _set(second, ["Ee2n Md2n", "ed7s"])
    first.play("Md2n Ee2n")
    second.hear("conditions")
    assert _turns(server, game) == ["Md2n Ee2n", "ed7s"]


def test_a_turn_without_an_answer_ends_all_lines(server: Server) -> None:
    game, tokens, first, second = _seated(server)
    _set(second, ["Ee2n", "ed7s"])
    first.play("Md2n")
    told = second.hear("conditions")
    assert (told["lines"], "no answer" in told["text"]) == ([], True)
    assert _turns(server, game) == ["Md2n"]
    assert server.page(game, tokens["s"]).welcome["conditions"] == []


def test_a_capture_is_answered_and_a_win_ends_the_lines(server: Server) -> None:
    start = gold("Ee4 Rb6 Rh1 rd7 cd6 ra3").short
    game, _, first, second = _seated(server, start)
    _set(second, ["Ee4e", "ra3s ra2s"])
    first.play("Ee4e")
    assert first.hear("game", "turn", where=lambda m: m["game"]["state"] == "over")
    assert _turns(server, game) == ["Ee4e", "ra3s ra2s"]


def test_only_legal_lines_that_agree_are_kept_and_only_meanwhile(server: Server) -> None:
    _, _, first, second = _seated(server)
    assert second.refused("conditions", lines=[["Ee2n", "ed7n"]]) != ""
    assert second.refused("conditions", lines=[["Ee2s", "ed7s"]]) != ""
    assert second.refused("conditions", lines=[["Ee2n", "ed7s", "Md2n"]]) == "bad_conditions"
    both = [["Ee2n Md2n", "ed7s"], ["Md2n Ee2n", "db7s"]]
    assert second.refused("conditions", lines=both) == "bad_conditions"
    assert second.refused("conditions", lines=[["Ee2n", "ed7s"]] * 21) == "bad_message"
    assert first.refused("conditions", lines=[["Ee2n", "ed7s"]]) == "no_conditions"
    game, tokens = server.new_game(start=OPENING.short, control="10m/10m")
    server.page(game, tokens["g"])
    live = server.page(game, tokens["s"])
    assert live.refused("conditions", lines=[["Ee2n", "ed7s"]]) == "no_conditions"
    assert server.page(game).refused("conditions", lines=[]) == "no_conditions"


def test_a_game_by_days_has_no_plans_beside_its_lines(server: Server) -> None:
    _, _, first, second = _seated(server)
    _set(second, ["Ee2n", "ed7s"])
    plan = {"steps": ["db7s"], "expected": "Ee2n", "at_once": True}
    assert second.refused("plan", plan=plan) == "no_plan"
    first.play("Ee2n")
    assert first.hear("turn")["node"]["turn"] == "ed7s"


def test_the_opponent_neither_hears_of_lines_nor_sees_them(server: Server) -> None:
    game, tokens, first, second = _seated(server)
    watcher = server.page(game)
    _set(second, ["Ee2n", "ed7s"])
    assert server.page(game, tokens["s"]).welcome["conditions"] == [["Ee2n", "ed7s"]]
    assert server.page(game, tokens["g"]).welcome["conditions"] == []
    assert server.page(game).welcome["conditions"] == []
    for page in (first, watcher):
        page.say("ping", id=1)
        while (heard := page.next())["type"] != "pong":
            assert heard["type"] != "conditions"
    assert "ed7s" not in server.text(f"/games/{game}")


def test_lines_outlive_the_server_and_the_author_who_is_away(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens, _, second = _seated(server)
        _set(second, ["Ee2n", "ed7s"])
        server.kill()
        server.start()
        page = server.page(game, tokens["g"])
        page.play("Ee2n")
        assert page.hear("turn")["node"]["turn"] == "ed7s"
        assert _turns(server, game) == ["Ee2n", "ed7s"]


def test_a_takeback_forgets_the_lines(server: Server) -> None:
    game, tokens, first, second = _seated(server)
    first.play("Ee2n")
    second.play("ed7s")
    _set(second, ["Ee3n", "ed6s"])
    second.ask("takeback")
    first.ask("takeback", answer=True)
    assert server.page(game, tokens["s"]).welcome["conditions"] == []
