"""Variations are added, promoted and removed, and lose nothing by it."""

from __future__ import annotations

import pytest

from gajah.records import Marker, Node, Record
from tests.records.texts import ANNOTATED, SETUPS, read_one


@pytest.fixture
def record() -> Record:
    return read_one(
        f"{SETUPS}\n2g Ee2n\n(\n{{Why not?}}\n2g Md2n\n2s ed7s\n)\n(\n2g Ha2n\n)\n2s me7s\n"
    )


def alternatives(record: Record) -> list[str]:
    return [str(node.turn) for node in record.children[0].children[0].children]


def second_turn(record: Record, text: str) -> Node:
    (found,) = (node for node in record.walk() if str(node.turn) == text)
    return found


def test_first_turn_added_is_the_main_line_and_others_are_variations() -> None:
    record = Record()
    first = record.add("Ra1")
    second = record.add("Rb1")
    assert record.main_line == [first]
    assert first.is_main
    assert not second.is_main
    assert second.alternatives == [first]


def test_added_turn_gets_the_label_of_its_place() -> None:
    record = Record()
    node = record.add("Ra1")
    for turn in ("ra8", "Ra1n", "takeback", Marker.TAKEBACK, "rb8", "lost", "Ra1e"):
        node = node.add(turn)
    assert [str(n.label) for n in record.main_line] == [
        *("1g", "1s", "2g", "2s", "2g"),
        *("1s", "2g", "2g"),
    ]


def test_everything_taken_back_starts_again() -> None:
    node = Record().add("Ra1").add("takeback").add("takeback")
    assert str(node.next_label) == "1g"


def test_walk_meets_every_node_once_parents_first() -> None:
    record = read_one(ANNOTATED)
    met = list(record.walk())
    assert len(met) == len({id(node) for node in met}) == 9
    seen: set[int] = {id(record)}
    for node in met:
        assert id(node.parent) in seen
        seen.add(id(node))


def test_path_leads_from_the_start(record: Record) -> None:
    node = second_turn(record, "ed7s")
    assert [str(step.label) for step in node.path] == ["1g", "1s", "2g", "2s"]
    assert node.path[-1] is node


def test_promoted_variation_moves_up_one_place(record: Record) -> None:
    node = second_turn(record, "Ha2n")
    node.promote()
    assert alternatives(record) == ["Ee2n", "Ha2n", "Md2n"]
    node.promote()
    assert alternatives(record) == ["Ha2n", "Ee2n", "Md2n"]
    node.promote()
    assert alternatives(record) == ["Ha2n", "Ee2n", "Md2n"]


def test_line_made_main_is_the_main_line(record: Record) -> None:
    node = second_turn(record, "ed7s")
    node.make_main()
    assert record.main_line[-1] is node
    assert alternatives(record) == ["Md2n", "Ee2n", "Ha2n"]


def test_opening_of_a_variation_that_becomes_main_is_kept_on_its_turn(record: Record) -> None:
    second_turn(record, "Md2n").promote()
    assert "2g Md2n {Why not?}\n(\n2g Ee2n\n2s me7s\n)" in str(record)
    assert read_one(str(record)) == record


def test_deleted_turn_goes_with_all_that_follows(record: Record) -> None:
    second_turn(record, "Md2n").delete()
    assert alternatives(record) == ["Ee2n", "Ha2n"]
    assert "ed7s" not in [str(node.turn) for node in record.walk()]


def test_deleted_main_turn_is_followed_by_the_next_alternative(record: Record) -> None:
    second_turn(record, "Ee2n").delete()
    assert alternatives(record) == ["Md2n", "Ha2n"]
    assert str(record.main_line[-1].turn) == "ed7s"
    assert read_one(str(record)) == record


def test_last_turn_deleted_leaves_none() -> None:
    record = Record()
    record.add("Ra1").delete()
    assert record.children == ()
    assert record.main_line == []


def test_nodes_say_what_they_are(record: Record) -> None:
    assert repr(second_turn(record, "Md2n")) == "<Node 2g Md2n>"
    assert repr(record) == "<Record: ? - ?, 4 turns, *>"
