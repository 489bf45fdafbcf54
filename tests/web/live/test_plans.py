"""Turns planned while the opponent plays."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import GOLD_SETUP, OPENING, gold
from tests.web.harness import Json, Page, Server


def _seated(server: Server, start: str = OPENING.short) -> tuple[str, dict[str, str], Page, Page]:
    """A game with gold to move, and two pages; silver plans."""
    game, tokens = server.new_game(start=start)
    return game, tokens, server.page(game, tokens["g"]), server.page(game, tokens["s"])


def _plan(page: Page, *steps: str, **more: object) -> Json:
    return page.ask("plan", plan={"steps": list(steps), **more})


def test_a_plan_becomes_the_draft_if_it_is_still_legal(server: Server) -> None:
    _, _, first, second = _seated(server)
    assert _plan(second, "ed7s", "ed6s")["plan"]["steps"] == ["ed7s", "ed6s"]
    first.play("Ee2n")
    told = second.hear("plan")
    assert told["plan"] is None
    assert told["text"] == "The turn that you had planned is on the board. Play it, or change it."
    assert second.hear("draft")["board"]["steps"] == ["ed7s", "ed6s"]
    # It was not sent by itself.
    assert second.ask("send")["node"]["turn"] == "ed7s ed6s"


def test_a_plan_that_is_not_legal_any_more_is_dropped_with_a_sentence(server: Server) -> None:
    start = gold("Ee4 Rh1 rd6 ra8").short
    _, _, first, second = _seated(server, start)
    _plan(second, "rd6s")
    first.play("Ee4n Ee5n")
    assert second.hear("plan")["text"] == "The turn that you had planned is not legal any more."
    assert second.hear("draft")["board"]["steps"] == []


def test_the_answer_to_an_expected_turn_is_played_at_once_if_that_was_wanted(
    server: Server,
) -> None:
    game, _, first, second = _seated(server)
    _plan(second, "ed7s", expected="Ee2n Ee3n", at_once=True)
    first.play("Ee2n Ee3n")
    assert first.hear("turn")["node"]["turn"] == "ed7s"
    tree = server.get(f"/games/{game}")["tree"]
    assert [node["turn"] for node in tree] == ["", "Ee2n Ee3n", "ed7s"]
    # The answer is given once.
    first.play("Ee4n")
    assert second.hear("turn", where=lambda m: m["node"]["turn"] == "Ee4n")["board"]["side"] == "s"
    assert second.ask("step", step="ed6s")["board"]["steps"] == ["ed6s"]


def test_the_same_turn_in_another_order_is_the_expected_one(server: Server) -> None:
    _, _, first, second = _seated(server)
    _plan(second, "ed7s", expected="Ee2n Md2n", at_once=True)
    first.play("Md2n Ee2n")
    assert first.hear("turn")["node"]["turn"] == "ed7s"


def test_without_at_once_the_answer_waits_for_its_player(server: Server) -> None:
    _, _, first, second = _seated(server)
    _plan(second, "ed7s", expected="Ee2n")
    first.play("Ee2n")
    assert second.hear("draft")["board"]["steps"] == ["ed7s"]


def test_another_turn_than_the_expected_one_ends_the_plan(server: Server) -> None:
    _, _, first, second = _seated(server)
    _plan(second, "ed7s", expected="Ee2n", at_once=True)
    first.play("Md2n")
    told = second.hear("plan")["text"]
    assert told == "Gold played another turn than the one that you had planned for."
    assert second.hear("draft")["board"]["steps"] == []


def test_only_what_can_be_played_is_planned_and_only_meanwhile(server: Server) -> None:
    _, _, first, second = _seated(server)
    assert second.refused("plan", plan={"steps": ["ed7n"]}) != ""
    assert second.refused("plan", plan={"steps": ["ed7s"], "expected": "Ee2s"}) != ""
    assert second.refused("plan", plan={"steps": ["ed7s"], "at_once": True}) == "bad_plan"
    assert first.refused("plan", plan={"steps": ["Ee2n"]}) == "no_plan"
    assert second.refused("plan", plan={"steps": []}) == "bad_message"
    game, tokens = server.new_game()
    server.page(game, tokens["g"])
    waiting = server.page(game, tokens["s"])
    assert waiting.refused("plan", plan={"steps": ["ed7s"]}) == "setup_expected"
    assert server.page(game).refused("plan", plan=None) == "no_plan"


def test_the_opponent_neither_hears_of_a_plan_nor_sees_it(server: Server) -> None:
    game, tokens, first, second = _seated(server)
    watcher = server.page(game)
    _plan(second, "ed7s", expected="Ee2n")
    assert server.page(game, tokens["s"]).welcome["plan"]["steps"] == ["ed7s"]
    assert server.page(game, tokens["g"]).welcome["plan"] is None
    assert server.page(game).welcome["plan"] is None
    for page in (first, watcher):
        page.say("ping", id=1)
        while (heard := page.next())["type"] != "pong":
            assert heard["type"] != "plan"
    assert "ed7s" not in server.text(f"/games/{game}")


def test_a_plan_outlives_the_server_and_can_be_dropped(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game, tokens, _, second = _seated(server)
        _plan(second, "ed7s", expected="Ee2n", at_once=True)
        server.kill()
        server.start()
        again = server.page(game, tokens["s"])
        kept = {"expected": "Ee2n", "steps": ["ed7s"], "at_once": True}
        assert again.welcome["plan"] == kept
        server.page(game, tokens["g"]).play("Ee2n")
        assert again.hear("turn", where=lambda m: m["node"]["turn"] == "ed7s")
        assert server.page(game, tokens["g"]).welcome["board"]["side"] == "g"
        assert again.ask("plan", plan={"steps": ["ed6s"]})["plan"] is not None
        assert again.ask("plan", plan=None)["plan"] is None
        assert server.page(game, tokens["s"]).welcome["plan"] is None


def test_a_takeback_forgets_the_plan(server: Server) -> None:
    game, tokens, first, second = _seated(server)
    first.play("Ee2n")
    second.play("ed7s")
    _plan(second, "ed6s")
    second.ask("takeback")
    first.ask("takeback", answer=True)
    assert server.page(game, tokens["s"]).welcome["plan"] is None
    assert second.hear("welcome")["board"]["steps"] == []


def test_setting_up_is_not_planned(server: Server) -> None:
    game, tokens = server.new_game()
    first, second = server.page(game, tokens["g"]), server.page(game, tokens["s"])
    first.set_up(GOLD_SETUP)
    assert first.refused("plan", plan={"steps": ["Ee2n"]}) == "setup_expected"
    assert second.refused("plan", plan={"steps": ["ed7s"]}) == "no_plan"
