"""What a page may do to a game's tree."""

from __future__ import annotations

from gajah.web import requests as r
from gajah.web.tree import GameTree


def change_tree(tree: GameTree, change: r.TreeChange) -> int:
    """Do it; the number of the node that is meant afterwards. Refused, nothing has changed."""
    match change:
        case r.AddTurn():
            return tree.add(change.parent, change.turn)
        case r.SetComment():
            tree.comment(change.node, change.text)
        case r.SetGlyph():
            tree.glyph(change.node, change.glyph)
        case r.Promote():
            tree.promote(change.node)
        case r.DeleteNode():
            return tree.delete(change.node)
    return change.node
