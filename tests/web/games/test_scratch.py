"""Trees that a page keeps itself: the server changes them and writes them as text."""

from __future__ import annotations

from typing import Any

from gajah.records.reader import read_records
from tests.helpers import GOLD_SETUP, SILVER_SETUP
from tests.web.harness import Server

_KEPT = (
    *("id", "parent", "label", "turn", "glyph", "comments"),
    *("arrows", "marks", "played", "children"),
)


def _change(server: Server, made: Any, **change: Any) -> Any:
    nodes = [{name: node[name] for name in _KEPT} for node in made["tree"]]
    return server.post("/tree", {"nodes": nodes, "change": change})


def _started(server: Server) -> Any:
    return server.post("/tree", {"turns": [GOLD_SETUP, SILVER_SETUP]})


def test_a_tree_grows_with_every_request_and_nothing_is_stored(server: Server) -> None:
    games = server.get("/games")["total"]
    made = _started(server)
    assert [node["label"] for node in made["tree"]] == ["", "1g", "1s"]
    made = _change(server, made, op="add", parent=made["node"], turn="Ee2n")
    first = made["node"]
    made = _change(server, made, op="add", parent=2, turn="Md2n")
    assert made["tree"][2]["children"] == [first, made["node"]]
    made = _change(server, made, op="make_main", node=made["node"])
    assert made["tree"][2]["children"] == [made["node"], first]
    made = _change(server, made, op="delete", node=first)
    assert (made["node"], len(made["tree"])) == (2, 4)
    assert server.get("/games")["total"] == games


def test_braces_in_a_comment_survive_both_ways(server: Server) -> None:
    words = "a set {like {this}} and a lone } here, and { there"
    made = _change(server, _started(server), op="add", parent=2, turn="Ee2n")
    made = _change(server, made, op="comment", node=3, text=words)
    assert made["tree"][3]["comments"] == [words]
    [record] = read_records(made["record"]).records
    assert [comment.text for comment in record.main_line[2].comments] == [words]
    [game] = server.post("/import", {"text": made["record"]})["games"]
    imported = server.get(f"/games/{game}")["tree"]
    assert [node["comments"] for node in imported if node["label"] == "2g"] == [[words]]


def test_drawings_are_kept_and_exported_as_comments(server: Server) -> None:
    made = _change(server, _started(server), op="draw", node=2, arrows=["Ge2e5"], marks=["Rc3"])
    made = _change(server, made, op="add", parent=2, turn="Ee2n")
    assert (made["tree"][2]["arrows"], made["tree"][2]["marks"]) == (["Ge2e5"], ["Rc3"])
    [record] = read_records(made["record"]).records
    assert str(record.main_line[1].comments[0]) == "[%cal Ge2e5] [%csl Rc3]"


def test_bad_trees_and_illegal_turns_are_refused(server: Server) -> None:
    gold, silver = ({name: node[name] for name in _KEPT} for node in _started(server)["tree"][1:])
    for nodes, turn, status, code in [
        ([gold, gold], SILVER_SETUP, 422, "bad_request"),
        ([gold | {"turn": "nonsense"}], SILVER_SETUP, 422, "bad_notation"),
        ([gold | {"parent": 1}], SILVER_SETUP, 404, "no_node"),
        ([gold | {"parent": 2}, silver], SILVER_SETUP, 404, "no_node"),
        ([gold, silver | {"id": 0}], SILVER_SETUP, 200, None),
        ([gold], "Ee2n", 422, "setup_expected"),
    ]:
        change = {"op": "add", "parent": 1, "turn": turn}
        answer = server.post("/tree", {"nodes": nodes, "change": change}, status)
        assert answer.get("error", {}).get("code") == code
