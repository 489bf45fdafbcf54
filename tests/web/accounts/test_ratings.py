from __future__ import annotations

from pathlib import Path

from gajah.arena.glicko2 import GlickoRating, GlickoResult, rate
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.web.accounts.visitor import Visitor, account_server, begin
from tests.web.harness import Json, Server

_NEW = GlickoRating()


def rated(profile: Json) -> tuple[int, int, int]:
    """Rating, deviation and games of a player."""
    return profile["rating"], profile["deviation"], profile["rated_games"]


def expected(*results: GlickoResult) -> tuple[int, int, int]:
    """What a new player's profile shows after these games."""
    after = _NEW
    for result in results:
        after = rate(after, [result])
    return round(after.rating), round(after.deviation), len(results)


def test_the_result_of_a_rated_game_changes_both_ratings(server: Server) -> None:
    ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
    game, gold, _ = begin(ann, bob)
    shown = server.get(f"/games/{game}")["game"]
    assert shown["rated"]
    assert (shown["gold"]["name"], shown["silver"]["name"]) == ("Ann", "Bob")
    assert (shown["gold"]["rating"], shown["gold"]["account"]) == (1500, True)
    assert rated(ann.profile("Ann")) == (1500, 350, 0)
    gold.ask("resign")
    assert rated(ann.profile("ann")) == expected(GlickoResult(_NEW, 0.0))
    winner = ann.profile("Bob")
    assert rated(winner) == expected(GlickoResult(_NEW, 1.0))
    assert [point["rating"] for point in winner["progress"]] == [winner["rating"]]
    assert winner["provisional"]
    listed = server.get("/games?account=bob")
    assert [each["id"] for each in listed["games"]] == [game]


def test_a_result_counts_once_whatever_happens_to_the_server(tmp_path: Path) -> None:
    with account_server(tmp_path / "data") as server:
        ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
        game, gold, silver = begin(ann, bob)
        gold.play("Ee2n")
        silver.ask("resign")
        counted = rated(ann.profile("Ann"))
        assert counted == expected(GlickoResult(_NEW, 1.0))
        for _ in range(2):
            server.kill()
            server.start()
            page = ann.page(game)
            assert page.welcome["game"]["state"] == "over"
            assert rated(ann.profile("Ann")) == counted
        # What is stored again after the end, such as a review, does not count again.
        with server.analysis() as analysis:
            analysis.ask("review", game=game, seconds=0.01)
            analysis.hear("review", where=lambda message: message["state"] == "done")
        assert rated(ann.profile("Ann")) == counted


def test_a_flag_that_falls_without_a_page_is_rated(server: Server) -> None:
    ann, bob = Visitor(server, "Flag-1"), Visitor(server, "Flag-2")
    game, tokens = ann.rated_game(control="1s/1s")
    gold, silver = ann.page(game, tokens["g"]), bob.page(game, tokens["s"])
    gold.set_up(GOLD_SETUP)
    silver.set_up(SILVER_SETUP)
    watcher = server.page(game)
    gold.close()
    watcher.hear("game", where=lambda message: message["game"]["state"] == "over")
    assert rated(ann.profile("Flag-1")) == expected(GlickoResult(_NEW, 0.0))


def test_a_level_is_an_anchor_and_only_the_person_is_rated(server: Server) -> None:
    ann = Visitor(server, "Climber")
    game, tokens = ann.rated_game(silver={"player": "gajah:level=1"})
    page = ann.page(game, tokens["g"])
    assert page.welcome["game"]["silver"]["rating"] == 900
    page.set_up(GOLD_SETUP)
    page.hear("turn", where=lambda message: message["node"]["label"] == "1s")
    page.ask("resign")
    anchor = GlickoRating(900, 60)
    assert rated(ann.profile("Climber")) == expected(GlickoResult(anchor, 0.0))
    bots = {bot["name"]: bot["rating"] for bot in server.get("/players")["bots"]}
    assert (bots["gajah:level=8"], bots["gajah:level=9"]) == (2168, None)


def test_a_game_left_before_both_have_set_up_is_not_rated(server: Server) -> None:
    ann, bob = Visitor(server, "Early-1"), Visitor(server, "Early-2")
    game, tokens = ann.rated_game()
    gold, _ = ann.page(game, tokens["g"]), bob.page(game, tokens["s"])
    gold.ask("resign")
    assert server.get(f"/games/{game}")["game"]["state"] == "over"
    assert rated(ann.profile("Early-1")) == rated(ann.profile("Early-2")) == (1500, 350, 0)


def test_a_rated_game_has_neither_takebacks_nor_an_engine(server: Server) -> None:
    ann, bob = Visitor(server, "Stubborn-1"), Visitor(server, "Stubborn-2")
    game, gold, _ = begin(ann, bob)
    gold.play("Ee2n")
    assert gold.refused("takeback") == "rated_game"
    assert server.get(f"/games/{game}")["game"]["no_engine"]


def test_the_loser_cannot_delete_a_rated_game(tmp_path: Path) -> None:
    # Only with a name is not every visitor from this machine the owner.
    with account_server(tmp_path / "data", "--name", "gajah.test") as server:
        ann, bob = Visitor(server, "Ann"), Visitor(server, "Bob")
        game, tokens = ann.rated_game()
        gold, silver = ann.page(game, tokens["g"]), bob.page(game, tokens["s"])
        gold.set_up(GOLD_SETUP)
        silver.set_up(SILVER_SETUP)
        secret = {"Authorization": f"Bearer {tokens['g']}"}
        answer = ann.ask("DELETE", f"/games/{game}", headers=secret)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "rated_game")


def test_terms_that_say_nothing_about_strength_are_not_rated(server: Server) -> None:
    ann = Visitor(server, "Haggler")
    unrated: list[Json] = [
        {"control": None},
        {"start": OPENING.short},
        {"handicap": {"g": "M"}},
        {"silver": {"player": "random"}},
        {"silver": {"player": "gajah:level=10"}},
        {"gold": {"player": "gajah:level=1"}, "silver": {"player": "gajah:level=2"}},
    ]
    for terms in unrated:
        wanted = {"control": "10m/10m", "rated": True, **terms}
        assert ann.refused("/games", **wanted) == "not_ratable", terms


def test_a_guest_neither_makes_a_rated_game_nor_takes_a_seat_in_one(server: Server) -> None:
    guest, ann = Visitor(server), Visitor(server, "Host")
    assert guest.refused("/games", control="10m/10m", rated=True) == "logged_out"
    game, tokens = ann.rated_game()
    ann.page(game, tokens["g"])
    page = guest.page(game, tokens["s"])
    assert page.welcome["seats"] == []
    assert page.welcome["game"]["state"] == "waiting"
    guest.post("/account/register", 201, name="Late-Guest", password="four steps a turn")
    assert guest.page(game, tokens["s"]).welcome["seats"] == ["s"]


def test_one_account_cannot_play_both_sides_of_a_rated_game(server: Server) -> None:
    ann, again = Visitor(server, "Janus"), Visitor(server)
    again.log_in("Janus")
    game, tokens = ann.rated_game()
    assert ann.page(game, tokens["g"]).welcome["seats"] == ["g"]
    assert again.page(game, tokens["s"]).welcome["seats"] == ["g"], "by the account, not the secret"
    assert ann.page(game, *tokens.values()).welcome["seats"] == ["g"]
    assert server.get(f"/games/{game}")["game"]["state"] == "waiting"


def test_a_player_with_an_account_plays_under_its_name_alone(server: Server) -> None:
    ann = Visitor(server, "Real-Name")
    made = ann.post("/games", 201, gold={"player": "human", "name": "Another"})
    page = ann.page(made["game"]["id"], made["tokens"]["g"])
    assert page.welcome["game"]["gold"]["name"] == "Real-Name"
    assert page.ask("name", name="Champion")["game"]["gold"]["name"] == "Real-Name"


def test_a_rematch_of_a_rated_game_is_rated(server: Server) -> None:
    ann, bob = Visitor(server, "Again-1"), Visitor(server, "Again-2")
    game, tokens = ann.rated_game()
    gold, silver = ann.page(game, tokens["g"]), bob.page(game, tokens["s"])
    gold.ask("resign")
    gold.ask("rematch")
    rematch = silver.ask("rematch", answer=True)["game"]
    assert bob.page(rematch, tokens["s"]).welcome["game"]["rated"]
    shown = ann.page(rematch, tokens["g"]).welcome["game"]
    assert (shown["gold"]["name"], shown["silver"]["name"]) == ("Again-2", "Again-1")


def test_a_deleted_account_has_no_profile(server: Server) -> None:
    ann = Visitor(server, "Nobody-Now")
    ann.post("/account/delete", password="four steps a turn")
    assert ann.ask("GET", "/profiles/Nobody-Now").status_code == 404
