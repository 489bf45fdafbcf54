"""Trees of turns in a page without a server grow as they do on the server.

Not named ``test_*``: it needs core in WebAssembly. ``make wasm-tests`` runs it.
"""

from __future__ import annotations

import json
import random
from typing import Any

from gajah._core import Position
from gajah.handicap import NO_HANDICAP, Handicap
from gajah.records.comments import Comment
from gajah.web.games.rows import StoredNode
from gajah.web.games.scratch import make_tree
from gajah.web.games.tree import ROOT, GameTree
from gajah.web.games.tree_changes import change_tree
from gajah.web.wire.errors import Refusal
from gajah.web.wire.handicaps import show_handicap
from gajah.web.wire.requests import TreeAsked
from tests.helpers import GOLD_SETUP, OPENING, SILVER_SETUP
from tests.wasm.tab import NEAR_GOAL, in_node, shapes, tried


class Gardener:
    """Grows a tree at random and notes the operations, and what the server answers to each."""

    def __init__(self, seed: int, start: Position | None, handicap: Handicap) -> None:
        self.chance = random.Random(seed)
        self.start, self.handicap = start, handicap
        self.is_study = self.chance.random() < 0.3
        self.tree = GameTree(start, handicap)
        self.operations = list[Any]()
        self.expected = list[Any]()

    def grow(self, count: int) -> None:
        """So many operations."""
        for _ in range(count):
            operation = self._operation()
            answer = tried(lambda operation=operation: self._apply(operation))
            # Before a node has gone: a restored tree would use its number again.
            restore = operation["kind"] == "play" and self.chance.random() < 0.5
            if restore:
                rows = [StoredNode(**row) for row in self.tree.rows("game")]
                self.tree = GameTree.of_rows(rows, self.start, self.handicap)
            self.operations.append(operation | {"restore": restore})
            self.expected.append(self._state(answer))

    def _state(self, answer: Any) -> Any:
        return {
            "answer": answer,
            "tree": shapes(self.tree),
            "labels": [str(node.label) for node in self.tree.played_nodes()],
            "end": self.tree.end,
            "record": [repr(node)[6:-1] for node in self.tree.copy_record().main_line],
        }

    def _operation(self) -> Any:
        chance = self.chance
        kind = chance.choices(["play", "take_back", "add", "other"], [4, 1, 6, 6])[0]
        if kind == "play" and (turn := self._turn(self.tree.end)) is not None:
            used = Comment.of(used_s=chance.randrange(10_000_000) / 1000)
            return {"kind": "play", "turn": turn, "comment": chance.choice(["", used.text])}
        if kind == "take_back" and self.tree.played:
            return {"kind": "take_back", "count": chance.randrange(1, 1 + len(self.tree.played))}
        change = self._addition() if kind == "add" else self._change()
        return {"kind": "change", "change": change, "study": self.is_study}

    def _turn(self, number: int) -> str | None:
        game = self.tree.game(number)
        if game.needs_setup:
            text = GOLD_SETUP if game.side.letter == "g" else SILVER_SETUP
            missing = [p.letter for p in self.handicap.missing(game.side)]
            kept = text.split()
            for piece in missing:
                kept.remove(next(word for word in kept if word[0] == piece))
            return " ".join(kept)
        return str(self.chance.choice(game.legal_turns()[:500])) if game.result is None else None

    def _addition(self) -> Any:
        parent = self._node()
        try:
            turn = self._turn(parent) or "Ee2n"
        except Refusal:
            turn = "Ee2n"
        words = [turn, turn.replace("x", "n"), f"{turn} Ee2n", "", "pass", f"2g {turn}", "Ed9"]
        text = self.chance.choices(words, [8, 1, 1, 1, 1, 1, 1])[0]
        return {"op": "add", "parent": parent, "turn": text}

    def _change(self) -> Any:
        chance, node = self.chance, self._node()
        words = ["", " Words. ", "a {b} [%x y]\r\n}", "[%emt 0:00:03] so", "[%cal Ge2e5]"]
        return chance.choice(
            [
                {"op": "comment", "node": node, "text": chance.choice(words)},
                {"op": "draw", "node": node, "arrows": ["Ge2e5", "Rd4d5"], "marks": []},
                {"op": "draw", "node": node, "arrows": [], "marks": chance.choice([["Bc3"], []])},
                {"op": "glyph", "node": node, "glyph": chance.choice(["", "!", "??"])},
                {"op": "promote", "node": node},
                {"op": "make_main", "node": node},
                {"op": "delete", "node": node},
            ]
        )

    def _node(self) -> int:
        return self.chance.choice([ROOT, self.tree.end, 77, *(s.id for s in self.tree.shapes())])

    def _apply(self, operation: Any) -> int | None:
        if operation["kind"] == "take_back":
            self.tree.take_back(operation["count"])
            return None
        if operation["kind"] == "play":
            game = self.tree.game(self.tree.end)
            return self.tree.play(game.play(operation["turn"]), Comment(operation["comment"]))
        asked = TreeAsked.model_validate({"change": operation["change"]})
        assert asked.change is not None
        return change_tree(self.tree, asked.change, is_study=operation["study"])


STARTS = [
    (None, NO_HANDICAP),
    (OPENING, NO_HANDICAP),
    (None, Handicap.parse("MHr")),
    (Position.parse(NEAR_GOAL), NO_HANDICAP),
]


def test_trees_grow_alike() -> None:
    gardeners = [Gardener(seed, *STARTS[seed % len(STARTS)]) for seed in range(24)]
    for gardener in gardeners:
        gardener.grow(40)
    questions = [
        {
            "ask": "grow",
            "start": g.start and g.start.short,
            "handicap": show_handicap(g.handicap),
            "operations": g.operations,
        }
        for g in gardeners
    ]
    for gardener, answer in zip(gardeners, in_node(questions), strict=True):
        expected = json.loads(json.dumps(gardener.expected))
        for step, (found, wanted) in enumerate(zip(answer, expected, strict=True)):
            assert found == wanted, gardener.operations[: step + 1]


KEPT = (
    "id",
    "parent",
    "label",
    "turn",
    "glyph",
    "comments",
    "arrows",
    "marks",
    "played",
    "children",
)


def scratches() -> list[Any]:
    """Trees that pages keep: grown ones, and bad ones."""
    asked = list[Any]()
    for seed in range(12):
        start, handicap = STARTS[seed % len(STARTS)]
        gardener = Gardener(seed + 100, start, handicap)
        gardener.grow(12)
        nodes = [{name: node[name] for name in KEPT} for node in shapes(gardener.tree)]
        place: dict[str, Any] = {
            "position": start and start.short,
            "handicap": show_handicap(handicap),
        }
        asked += [
            place | {"nodes": nodes, "change": op["change"]}
            for op in gardener.operations
            if "change" in op
        ]
        asked += [{"nodes": nodes[:3]}, place | {"nodes": nodes[::-1]}]
    gold: dict[str, Any] = dict.fromkeys(KEPT, "") | {"label": "1g", "turn": GOLD_SETUP}
    gold |= {
        "id": 1,
        "parent": 0,
        "comments": [],
        "arrows": [],
        "marks": [],
        "played": False,
        "children": [],
    }
    add = {"op": "add", "parent": 1, "turn": SILVER_SETUP}
    wrong: list[dict[str, Any]] = [
        {},
        {"turn": "nonsense"},
        {"turn": "Ee2n"},
        {"label": ""},
        {"label": "7s"},
        {"label": "nonsense"},
        {"glyph": "x"},
        {"glyph": "! $3"},
        {"parent": 1},
        {"parent": None},
        {"id": 0},
        {"turn": "takeback"},
    ]
    for changes in wrong:
        asked.append({"nodes": [gold | changes], "change": add})
    return [
        *asked,
        {"turns": [GOLD_SETUP, SILVER_SETUP]},
        {"turns": [GOLD_SETUP, GOLD_SETUP]},
        {"nodes": [gold, gold]},
        {"position": "nonsense"},
        {"position": ""},
        {"handicap": {"g": "EE"}},
        {"handicap": {"s": "m"}, "turns": [GOLD_SETUP]},
    ]


def test_trees_of_pages_are_changed_alike() -> None:
    asked = scratches()
    answers = in_node([{"ask": "scratch", "asked": each} for each in asked])
    for each, answer in zip(asked, answers, strict=True):
        made = tried(lambda each=each: make_tree(TreeAsked.model_validate(each)).model_dump())
        assert answer == json.loads(json.dumps(made)), each
