"""The engine for pages: analysis, threats, whole games judged."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import OPENING, gold
from tests.web.harness import Page, Server

WIN = gold("Ra6 Ee4 eg2 rh5").short


def test_lines_come_with_scores_for_gold(server: Server) -> None:
    page = server.analysis()
    page.say("analyse", ref=5, position=WIN, lines=2)
    found = page.hear("analysis", where=lambda m: m["lines"][0]["score"]["mate"] == 1)
    assert found["ref"] == 5
    assert len(found["lines"]) == 2
    assert "Ra7n" in found["lines"][0]["turn"]


def test_as_many_lines_come_as_were_asked_for(server: Server) -> None:
    page = server.analysis()
    page.say("analyse", position=OPENING.short, lines=3)
    found = page.hear("analysis", where=lambda m: len(m["lines"]) == 3)
    assert len({line["turn"] for line in found["lines"]}) == 3
    assert page.ask("stop")["type"] == "stopped"


def test_threat_is_what_the_other_side_would_do(server: Server) -> None:
    page = server.analysis()
    page.say("analyse", position=gold("Ee4 Rh2 eg7 ra3").short, threat=True)
    best = page.hear("analysis", where=lambda m: m["lines"][0]["score"]["mate"] == -1)["lines"][0]
    assert best["turn"].startswith("ra3")


def test_turn_under_way_is_analysed(server: Server) -> None:
    page = server.analysis()
    page.say("analyse", position=WIN, steps=["Ra6n"])
    assert page.hear("analysis")["lines"][0]["turn"] == "Ra7n"


def test_new_analysis_ends_the_old_one(server: Server) -> None:
    server.wait_until_idle()  # Searches of the tests before are not meant here.
    page = server.analysis()
    page.say("analyse", ref=1, position=OPENING.short)
    page.hear("analysis")
    page.say("analyse", ref=2, position=WIN)
    page.hear("analysis", where=lambda m: m["ref"] == 2)
    page.ask("stop")
    assert server.get("/status")["searches"] == 0


def test_burst_of_analyses_leaves_nothing_behind(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        page = server.analysis()
        for _ in range(50):
            page.say("analyse", position=OPENING.short)
        assert page.ask("stop")["type"] == "stopped"
        assert server.interrupt() == 0
        assert "never awaited" not in server.log()


def test_search_ends_when_the_page_goes(server: Server) -> None:
    page = server.analysis()
    page.say("analyse", position=OPENING.short)
    page.hear("analysis")
    page.close()
    # It takes a moment to notice; by itself it would go on for ten minutes.
    server.wait_until_idle()
    # One core after the other is asked for: they are all free again.
    others = [server.analysis() for _ in range(server.get("/status")["cores"])]
    for other in others:
        other.say("analyse", position=WIN)
        assert other.hear("analysis", "queue")["type"] == "analysis"


def test_decided_position_has_no_lines(server: Server) -> None:
    page = server.analysis()
    answer = page.ask("analyse", position=WIN, turns=["Ra6n Ra7n"])
    assert (answer["lines"], answer["done"]) == ([], True)


def test_turn_that_can_only_repeat_a_position_has_no_lines(server: Server) -> None:
    page = server.analysis()
    answer = page.ask(
        "analyse",
        position=gold("Ra1 Ee4 eg2 rh8").short,
        turns=["Ee4n", "eg2n eg3n", "Ee5s", "eg4s eg3s", "Ee4n", "eg2n eg3n", "Ee5s"],
        steps=["eg4s", "eg3s", "eg2e", "eh2w"],
    )
    assert (answer["lines"], answer["done"]) == ([], True)


def test_boards_are_shown_without_a_request(server: Server) -> None:
    page = server.analysis()
    assert page.ask("board", position=WIN, steps=["Ra6n"])["board"]["steps"] == ["Ra6n"]
    assert page.ask("routes", position=WIN, square="e4")["routes"]
    assert page.ask("preview", position=WIN, text="a6n a7n")["board"]["goal"] == "g"
    assert "stands" not in page.ask("preview", position=WIN, text="a1n")["text"]
    assert page.refused("board", position="nonsense") == "bad_notation"
    assert page.refused("analyse", position="nonsense") == "bad_notation"


def test_review_judges_every_turn_and_is_kept(server: Server) -> None:
    game, tokens = server.new_game(start=gold("Ra5 Ee4 Hb2 Rh1 ed6 hg6 rh5 rg7").short)
    page = server.page(game, tokens["g"], tokens["s"])
    page.play("Rh1w")
    page.play("rh5s rh4s rh3s")
    page.play("Rg1w")
    page.play("rh2s")
    thinker = server.analysis()
    assert page.ask("ping", id=1)
    thinker.say("review", ref=7, game=game, seconds=0.05)
    seen = []
    while (message := thinker.hear("review"))["state"] != "done":
        assert (message["ref"], message["game"]) == (7, game)
        seen += message["findings"]
    assert (message["done"], message["of"]) == (4, 4)
    assert [finding["node"] for finding in seen] == [1, 2, 3, 4]
    assert seen[2]["mark"] == "??", "gold lets the rabbit through"
    assert seen[3]["score"]["mate"] == -1
    kept = server.get(f"/games/{game}")
    assert kept["game"]["reviewed"]
    by_id = {node["id"]: node for node in kept["tree"]}
    assert by_id[3]["mark"] == "??"
    assert by_id[3]["best"] == seen[2]["best"]
    assert "[%eval" in server.text(f"/games/{game}/record")


def test_running_game_is_not_reviewed(server: Server) -> None:
    game, _ = server.new_game(start=OPENING.short)
    assert server.analysis().refused("review", game=game, seconds=1) == "game_running"
    assert server.analysis().refused("review", game="nosuchgame22", seconds=1) == "no_game"


def _lost_game(server: Server) -> str:
    """A game of two turns that is over."""
    game, tokens = server.new_game(start=OPENING.short)
    with server.page(game, *tokens.values()) as page:
        page.play("Ee2n")
        page.play("ed7s")
        page.ask("resign")
    return game


def test_review_goes_on_without_its_page_and_through_a_crash(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--searches", "1") as server:
        game = _lost_game(server)
        # A search that never ends by itself has the only core.
        thinker = server.analysis()
        thinker.say("analyse", position=OPENING.short)
        thinker.hear("analysis")
        with server.analysis() as first:
            waiting = first.ask("review", game=game, seconds=10)
            assert (waiting["state"], waiting["place"], waiting["of"]) == ("waiting", 1, 2)
        server.kill()
        server.start()
        second = server.analysis()
        assert second.ask("review", game=game)["state"] in ("waiting", "running")
        with server.analysis() as other:
            assert other.ask("cancel_review", game=game)["type"] == "stopped"
        assert second.hear("review", where=lambda m: m["state"] == "cancelled")
        assert second.ask("review", game=game)["state"] == "none"
        second.say("review", game=game, seconds=0.05)
        assert second.hear("review", where=lambda m: m["state"] == "done")
        server.kill()
        server.start()
        assert server.analysis().ask("review", game=game)["state"] == "none"
        assert server.get(f"/games/{game}")["game"]["reviewed"]


def test_strangers_can_neither_end_a_review_nor_replace_one(server: Server) -> None:
    game = _lost_game(server)
    elsewhere = {"additional_headers": {"X-Forwarded-For": "10.0.0.9"}}
    stranger = Page(server, "/ws/analysis", **elsewhere)
    stranger.ask("hello", version=1)
    # Long enough that it is not over before it is ended.
    assert stranger.ask("review", game=game, seconds=10)["state"] in ("waiting", "running")
    assert stranger.refused("cancel_review", game=game) == "no_seat"
    assert server.analysis().ask("cancel_review", game=game)["type"] == "stopped"
    stranger.hear("review", where=lambda m: m["state"] == "cancelled")
    stranger.say("review", game=game, seconds=0.05)
    stranger.hear("review", where=lambda m: m["state"] == "done")
    assert stranger.refused("review", game=game, seconds=0.05) == "no_seat"
