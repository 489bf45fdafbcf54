"""Trees that pages keep themselves: the server changes them, and stores nothing."""

from __future__ import annotations

import time

from gajah.notation import Arrow, Mark
from gajah.records.comments import Comment
from gajah.records.writer import format_record
from gajah.web.games.rows import StoredNode
from gajah.web.games.tree import ROOT, GameTree
from gajah.web.games.tree_changes import change_tree
from gajah.web.wire.boards import refusing, replay
from gajah.web.wire.errors import Refusal
from gajah.web.wire.handicaps import read_handicap
from gajah.web.wire.requests import KeptNode, TreeAsked, TreeMade


def make_tree(asked: TreeAsked) -> TreeMade:
    """Change the page's tree, and write it as a record."""
    handicap = read_handicap(asked.handicap)
    start = replay(asked.position, (), handicap).position if asked.position else None
    with refusing():
        tree = GameTree.of_rows(_rows(asked.nodes), start, handicap)
    node = ROOT
    for turn in asked.turns:
        node = tree.add(node, turn)
    if asked.change is not None:
        node = change_tree(tree, asked.change, is_study=False)
    shapes = tree.shapes()
    tree.record.tags["Event"] = "Analysis"
    tree.record.tags["Date"] = time.strftime("%Y.%m.%d", time.gmtime())
    return TreeMade(tree=shapes, node=node, record=format_record(tree.record))


def _drawing(node: KeptNode) -> list[str]:
    arrows, marks = map(Arrow.parse, node.arrows), map(Mark.parse, node.marks)
    text = Comment.of(arrows=arrows, marks=marks).text
    return [text] if text else []


def _rows(nodes: list[KeptNode]) -> list[StoredNode]:
    rank = {child: place for node in nodes for place, child in enumerate(node.children)}
    if len({node.id for node in nodes}) < len(nodes):
        raise Refusal("bad_request", "Two nodes have the same id.", status=422)
    return [
        StoredNode(
            game_id="",
            id=node.id,
            parent=None if node.id == ROOT else node.parent,
            rank=rank.get(node.id, 0),
            label=node.label,
            turn=node.turn,
            glyphs=node.glyph,
            comments=[*node.comments, *_drawing(node)],
            played=node.played,
        )
        for node in nodes
    ]
