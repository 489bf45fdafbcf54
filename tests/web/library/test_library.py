"""Games kept: searched, imported, exported, annotated, deleted."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gajah.records import Record, game_to_json, parse_record, read_records
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP, silver
from tests.web.harness import Json, Server

ARCHIVE = Path(__file__).parent.parent.parent / "data" / "arimaa-games-2026-02.tsv"
RECORD = """[Event "Test"]
[Gold "Ann"]
[Silver "Bob"]
[Date "2025.03.04"]
[Position "g [rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"]
[ResultCode "r"]
[Result "1-0"]

2g Ee2n {Good. [%emt 0:00:12]}
(
2g Md2n !? {Perhaps.}
2s ed7s
)
(
2g Ra1n {Not legal.}
)
2s ed7s ??
1-0
"""


@pytest.fixture
def imported(server: Server) -> str:
    """The id of the game above, kept."""
    answer = server.post("/import", {"text": RECORD})
    assert len(answer["games"]) == 1
    game: str = answer["games"][0]
    return game


def nodes(server: Server, game: str) -> dict[int, Json]:
    return {node["id"]: node for node in server.get(f"/games/{game}")["tree"]}


def change(server: Server, game: str, status: int = 200, **fields: object) -> Json:
    return server.post(f"/games/{game}/tree", fields, status)


def test_json_lines_are_read(server: Server) -> None:
    record = Record.parse(f'[Gold "line"]\n\n1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n2g Ee2n\n1-0')
    text = "".join(json.dumps(game_to_json(record)) + "\n" for _ in range(2))
    answer = server.post("/import", {"text": text})
    assert answer["problems"] == []
    assert len(answer["games"]) == 2
    kept = server.get(f"/games/{answer['games'][0]}")["game"]
    assert (kept["gold"]["name"], kept["turn_count"]) == ("line", 3)


def test_archive_of_the_server_is_read(server: Server) -> None:
    with server.client() as client:
        answer = client.post(
            "/import", content=ARCHIVE.read_bytes(), headers={"Content-Type": "text/plain"}
        )
    found = answer.json()
    assert (len(found["games"]), found["problems"]) == (100, [])
    goals = server.get("/games?result=g&limit=200")
    assert goals["total"] > 20
    assert all(game["result"]["winner"] == "g" for game in goals["games"])


def test_import_keeps_variations_and_names_what_it_cannot_read(server: Server) -> None:
    answer = server.post("/import", {"text": RECORD + '\n[Gold "X"]\n\n1g hello\n'})
    assert len(answer["games"]) == 1
    assert ["the variation" in problem["text"] for problem in answer["problems"]].count(True) == 1
    assert len(answer["problems"]) == 2
    kept = server.get(f"/games/{answer['games'][0]}")
    assert kept["game"]["gold"]["name"] == "Ann"
    assert kept["game"]["result"]["reason"] == "resignation"
    tree = {node["turn"]: node for node in kept["tree"]}
    assert tree["Ee2n"]["comments"] == ["Good."]
    assert tree["Ee2n"]["used_s"] == 12
    assert tree["Md2n"]["glyph"] == "!?"
    assert "Ra1n" not in tree


def import_turns(server: Server, turns: str, tags: str = "") -> tuple[list[str], dict[str, Json]]:
    """Import a game from the usual position: the problems, and its nodes by their turns."""
    start = f'[Position "{OPENING.short}"]\n'
    answer = server.post("/import", {"text": f"{tags}\n{start}\n{turns}\n"})
    [game] = answer["games"]
    found = {node["turn"]: node for node in nodes(server, game).values()}
    return [problem["text"] for problem in answer["problems"]], found


@pytest.mark.parametrize(
    ("turns", "tags", "said"),
    [
        ("2s resigns {He saw it coming.} 1-0", "", {"Ee2n": ["Up.", "He saw it coming."]}),
        (
            "2s resigns\n( 2s ed7s {would have held} 3g Ee3n {perhaps} )\n1-0",
            "",
            {"Ee2n": ["Up."], "ed7s": ["would have held"], "Ee3n": ["perhaps"]},
        ),
        ("2s lost {flag fell} 1-0", '[ResultCode "t"]', {"Ee2n": ["Up.", "flag fell"]}),
        ("2s {adjourned} ( {or} 2s ed7s )", "", {"Ee2n": ["Up.", "adjourned"], "ed7s": ["or"]}),
        (
            "( 2g Md2n 2s resigns {at once} )\n2s ed7s",
            "",
            {"Ee2n": ["Up."], "Md2n": ["at once"], "ed7s": []},
        ),
    ],
)
def test_what_stands_where_a_game_stops_is_kept(
    server: Server, turns: str, tags: str, said: dict[str, list[str]]
) -> None:
    problems, tree = import_turns(server, f"2g Ee2n {{Up.}}\n{turns}", tags)
    assert problems == []
    assert {turn: tree[turn]["comments"] for turn in tree if turn} == said
    played = [turn for turn, node in tree.items() if node["played"]]
    assert played == (["Ee2n", "ed7s"] if "Md2n" in tree else ["Ee2n"])


def test_variation_in_place_of_a_resignation_is_checked_by_the_rules(server: Server) -> None:
    problems, tree = import_turns(server, "2g Ee2n\n2s resigns\n( 2s ra8n )\n1-0")
    assert len(problems) == 1
    assert problems[0].startswith("the variation 2s:")
    assert list(tree) == ["", "Ee2n"]


def test_turn_taken_back_stays_where_something_is_said_about_it(server: Server) -> None:
    turns = """2g Ee2n {Too early.} ( 2g Ha2n {Slow.} )
        2s takeback {A misclick.}
        2g Db2n
        2s takeback
        2g Md2n
        2s ed7s"""
    problems, tree = import_turns(server, turns)
    assert problems == []
    assert [turn for turn, node in tree.items() if node["played"]] == ["Md2n", "ed7s"]
    said = {turn: node["comments"] for turn, node in tree.items() if node["comments"]}
    assert said == {"": ["A misclick."], "Ee2n": ["Too early."], "Ha2n": ["Slow."]}
    assert "Db2n" not in tree


def test_what_cannot_be_kept_is_named(server: Server) -> None:
    tags = '[Round "1"]\n[Round "2"]\n[Gold "Ann"]\n[White "Ann"]'
    turns = "2g Ee2n\n2s resigns ?? {Why? [%emt 0:00:09]}\n1-0"
    problems, tree = import_turns(server, turns, tags)
    assert problems == [
        "the tag Round occurs again, and '2' is not kept",
        "at 2s resigns: a time is not kept",
        "at 2s resigns: ?? is not kept",
    ]
    node = tree["Ee2n"]
    assert (node["comments"], node["used_s"], node["glyph"]) == (["Why?"], None, "")


def test_file_that_is_not_utf8_is_refused_and_not_garbled(server: Server) -> None:
    latin = RECORD.replace("Ann", "M\xfcller").encode("latin-1")
    with server.client() as client:
        answer = client.post(
            "/import", content=latin, headers={"Content-Type": "text/plain"}
        ).json()
    assert answer["games"] == []
    assert answer["problems"] == [{"line": 2, "text": "expected UTF-8, found the byte 0xfc"}]


def test_text_without_a_game_is_a_problem(server: Server) -> None:
    assert server.post("/import", {"text": ""})["problems"]
    assert server.post("/import", {"text": "\0\0 {"})["problems"]


def test_import_names_the_tags_that_are_cut_or_empty(server: Server) -> None:
    problems, _ = import_turns(server, "2g Ee2n", f'[Gold "{"x" * 5000}"]\n[Silver ""]')
    assert any("Gold" in problem and "200 characters" in problem for problem in problems)
    assert any("Silver" in problem and "empty" in problem for problem in problems)
    assert len(problems) == 2
    assert import_turns(server, "2g Ee2n", '[Gold "Ann"]\n[Event "Final"]')[0] == []


def test_who_types_too_much_is_told_so_in_words(server: Server) -> None:
    wanted = {"gold": {"player": "human", "name": "x" * 41}, "silver": {"player": "human"}}
    answer = server.post("/games", wanted, 422)
    assert answer["error"]["text"] == "Too long (name): at most 40 characters."
    game, tokens = server.new_game(start=OPENING.short)
    with server.page(game, *tokens.values()) as page:
        assert page.ask("preview", text="x" * 300)["text"].startswith("Too long (text): at most")


def test_search_by_player_result_and_date(server: Server, imported: str) -> None:
    march = "since=1740787200&until=1743465600"
    found = server.get(f"/games?player=aNN&result=g&{march}")["games"]
    assert imported in [game["id"] for game in found]
    assert server.get("/games?player=nobody%25")["total"] == 0
    assert server.get("/games?since=99999999999")["games"] == []


def _rated(gold: str, rating: str, turns: str) -> str:
    tags = f'[Gold "{gold}"]\n[Silver "Sorted"]\n[SilverRating "1500"]\n[GoldRating "{rating}"]'
    return f'{tags}\n[Position "{OPENING.short}"]\n\n{turns}*\n\n'


SORTED_GAMES = (
    _rated("Sorted b", "950", "2g Ee2n\n")
    + _rated("sorted A", "2100", "2g Ee2n\n2s ed7s\n3g Ee3n\n")
    + _rated("Sorted c", "1900?", "2g Ee2n\n2s ed7s\n")
)


def test_library_is_sorted_and_shows_ratings(server: Server) -> None:
    server.post("/import", {"text": SORTED_GAMES})

    def found(sort: str, **more: int) -> list[str]:
        with server.client() as client:
            wanted: dict[str, str | int] = {"player": "Sorted", "sort": sort, **more}
            games = client.get("/games", params=wanted).json()["games"]
        return [game["gold"]["name"] for game in games]

    assert found("rating")[0] == "sorted A"
    assert found("longest") == ["sorted A", "Sorted c", "Sorted b"]
    assert found("shortest", offset=1, limit=1) == ["Sorted c"]
    assert found("players") == ["sorted A", "Sorted b", "Sorted c"]
    assert sorted(found("result")) == sorted(found("newest"))
    assert found("oldest")[::-1] == found("newest")
    games = server.get("/games?player=Sorted&sort=players")["games"]
    assert [game["gold"]["rating"] for game in games] == [2100, 950, None]
    assert {game["silver"]["rating"] for game in games} == {1500}
    with server.client() as client:
        assert client.get("/games", params={"sort": "luck"}).status_code == 422


def test_damaged_tags_do_not_keep_the_library_from_being_sorted(server: Server) -> None:
    text = _rated("Torn", "1200", "2g Ee2n\n") + _rated("Torn", "1300", "2g Ee2n\n")
    damaged, kept = server.post("/import", {"text": text})["games"]
    with closing(sqlite3.connect(server.data / "gajah.sqlite3")) as database, database:
        database.execute("UPDATE games SET tags = '{torn' WHERE id = ?", (damaged,))
    found = server.get("/games?player=Torn&sort=rating")
    assert [game["id"] for game in found["games"]] == [kept]
    assert found["unreadable"] == [damaged]


def test_record_comes_out_as_it_went_in(server: Server, imported: str) -> None:
    with server.client() as client:
        text = client.get(f"/games/{imported}/record").text
        moves = client.get(f"/games/{imported}/record?format=moves").text
        everything = client.get("/export?player=Ann").text
    record = parse_record(text)
    assert record.game().result == parse_record(RECORD.replace("Ra1n", "Rb1n")).result
    assert [str(node.turn) for node in record.walk()] == ["Ee2n", "ed7s", "Md2n", "ed7s"]
    assert "2g Ee2n" in moves
    assert not read_records(everything).problems


def test_captures_that_a_record_leaves_out_are_added(server: Server) -> None:
    position = silver("rb6 re6 rh8 Ea1 Rh1").short
    text = "\n".join([f'[Position "{position}"]', "", "2s rb6e", "(", "2s re6e", ")", "*"])
    answer = server.post("/import", {"text": text})
    assert not answer["problems"]
    turns = [node["turn"] for node in server.get(f"/games/{answer['games'][0]}")["tree"]]
    assert turns == ["", "rb6e rc6x", "re6e rf6x"]


def test_tree_is_edited(server: Server, imported: str) -> None:
    added = change(server, imported, op="add", parent=1, turn="ed7s ed6s")["node"]
    assert change(server, imported, op="add", parent=1, turn="ed7s ed6s")["node"] == added
    change(server, imported, op="comment", node=added, text="Better } {")
    change(server, imported, op="glyph", node=added, glyph="!!")
    node = nodes(server, imported)[added]
    assert (node["comments"], node["glyph"], node["parent"]) == (["Better } {"], "!!", 1)
    assert not node["played"]
    change(server, imported, op="comment", node=1, text="New words.")
    assert nodes(server, imported)[1]["comments"] == ["New words."]
    assert nodes(server, imported)[1]["used_s"] == 12
    assert change(server, imported, op="delete", node=added)["node"] == 1
    assert added not in nodes(server, imported)


def test_finished_game_stays_what_it_was_whatever_comes_first(
    server: Server, imported: str
) -> None:
    first = change(server, imported, op="add", parent=2, turn="Ee3n")["node"]
    second = change(server, imported, op="add", parent=2, turn="Md2n")["node"]
    assert nodes(server, imported)[2]["children"] == [first, second]
    change(server, imported, op="promote", node=second)
    assert nodes(server, imported)[2]["children"] == [second, first]
    played, variation = nodes(server, imported)[0]["children"]
    reply = nodes(server, imported)[variation]["children"][0]
    change(server, imported, op="promote", node=reply)
    assert nodes(server, imported)[0]["children"] == [variation, played]
    change(server, imported, op="make_main", node=first)
    assert nodes(server, imported)[0]["children"] == [played, variation]
    assert nodes(server, imported)[2]["children"] == [first, second]
    change(server, imported, op="make_main", node=variation)
    kept = server.get(f"/games/{imported}")
    assert kept["game"]["turn_count"] == 2
    assert [node["turn"] for node in kept["tree"] if node["played"]] == ["Ee2n", "ed7s"]
    record = server.text(f"/games/{imported}/record")
    assert [str(turn) for turn in parse_record(record).game().turns] == ["Ee2n", "ed7s"]
    [again] = server.post("/import", {"text": record})["games"]
    kept = server.get(f"/games/{again}")
    assert [node["turn"] for node in kept["tree"] if node["played"]] == ["Ee2n", "ed7s"]
    assert {node["turn"] for node in kept["tree"]} == {"", "Ee2n", "ed7s", "Md2n", "Ee3n"}


def test_study_is_what_its_first_line_says(server: Server) -> None:
    text = RECORD.replace('[ResultCode "r"]\n[Result "1-0"]', '[TimeControl "slow"]')
    text = text.replace("\n1-0\n", "\n*\n")
    study = server.post("/import", {"text": text})["games"][0]
    variation = nodes(server, study)[0]["children"][1]
    change(server, study, op="promote", node=variation)
    change(server, study, op="delete", node=1)
    kept = server.get(f"/games/{study}")
    assert kept["game"]["result"] is None
    assert [node["turn"] for node in kept["tree"]] == ["", "Md2n", "ed7s"]
    assert all(node["played"] for node in kept["tree"][1:])
    assert "Md2n" in server.text(f"/games/{study}/record?format=moves")


def test_winner_without_a_reason_is_shown_and_found(server: Server) -> None:
    text = RECORD.replace('[ResultCode "r"]\n', "").replace('Gold "Ann"', 'Gold "Solveig"')
    game = server.post("/import", {"text": text})["games"][0]
    result = server.get(f"/games/{game}")["game"]["result"]
    assert result == {"winner": "g", "reason": None, "text": "Gold wins."}
    assert server.get("/games?player=Solveig&result=g")["total"] == 1
    assert server.get("/games?player=Solveig&result=none")["total"] == 0
    assert parse_record(server.text(f"/games/{game}/record")).score == "1-0"


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"op": "delete", "node": 1}, 409, "played_line"),
        ({"op": "delete", "node": 0}, 404, "no_node"),
        ({"op": "delete", "node": 999}, 404, "no_node"),
        ({"op": "add", "parent": 0, "turn": "Ra1n"}, 422, "occupied"),
        ({"op": "add", "parent": 77, "turn": "Ee2n"}, 404, "no_node"),
        ({"op": "glyph", "node": 1, "glyph": "<b>"}, 422, "bad_request"),
        ({"op": "burn", "node": 1}, 422, "bad_request"),
    ],
)
def test_change_that_cannot_be_made_changes_nothing(
    server: Server, imported: str, fields: dict[str, object], status: int, code: str
) -> None:
    before = nodes(server, imported)
    assert change(server, imported, status, **fields)["error"]["code"] == code
    assert nodes(server, imported) == before


def test_pictures_of_a_game(server: Server, imported: str) -> None:
    with server.client() as client:
        for path in ("board.svg?node=1", "board.svg", "thumbnail.svg?theme=night"):
            answer = client.get(f"/games/{imported}/{path}")
            assert answer.status_code == 200, answer.text
            assert answer.text.startswith("<svg")
        assert client.get(f"/games/{imported}/board.svg?node=99").status_code == 404


def test_game_is_deleted(server: Server, imported: str) -> None:
    with server.client() as client:
        assert client.delete(f"/games/{imported}").status_code == 204
        assert client.get(f"/games/{imported}").status_code == 404
        assert client.delete(f"/games/{imported}").status_code == 404


def test_nobody_owns_a_server_that_another_one_may_stand_in_front_of(tmp_path: Path) -> None:
    with Server(tmp_path / "data", "--name", "arimaa.example") as server:
        game, tokens = server.new_game(start=OPENING.short)
        with server.client() as client:
            assert client.delete(f"/games/{game}").status_code == 403
            right = {"Authorization": f"Bearer {tokens['s']}"}
            assert client.delete(f"/games/{game}", headers=right).status_code == 204


def test_live_game_is_deleted_by_a_player_or_at_the_servers_machine(server: Server) -> None:
    game, tokens = server.new_game(start=OPENING.short)
    lost, _ = server.new_game(start=OPENING.short)
    page = server.page(game, tokens["g"], tokens["s"])
    with server.client() as client:
        assert client.delete(f"/games/{lost}").status_code == 204
    with server.client(headers={"X-Forwarded-For": "10.0.0.9"}) as client:
        assert client.delete(f"/games/{game}").status_code == 403
        wrong = {"Authorization": "Bearer wrong"}
        assert client.delete(f"/games/{game}", headers=wrong).status_code == 403
        assert change(server, game, 409, op="comment", node=0, text="x")["error"]["code"] == (
            "game_running"
        )
        right = {"Authorization": f"Bearer {tokens['s']}"}
        assert client.delete(f"/games/{game}", headers=right).status_code == 204
    assert page.is_closed()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"control": "soon"}, "bad_notation"),
        ({"control": "0/0"}, "bad_control"),
        ({"start": "here"}, "bad_notation"),
        ({"gold": {"player": "human", "name": "x" * 41}}, "bad_request"),
        ({"colour": "red"}, "bad_request"),
    ],
)
def test_game_that_cannot_be_is_refused(server: Server, wanted: object, code: str) -> None:
    before = server.get("/games")["total"]
    assert server.post("/games", wanted, 422)["error"]["code"] == code
    assert server.get("/games")["total"] == before
