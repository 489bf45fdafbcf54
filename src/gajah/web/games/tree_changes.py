"""What a page may do to a game's tree."""

from __future__ import annotations

from gajah.web.games.tree import GameTree
from gajah.web.wire import requests as r


def change_tree(tree: GameTree, change: r.TreeChange, *, is_study: bool) -> int:
    """Change the tree; the number of the changed node. A Refusal leaves it as it was.

    A study, a record of no finished game, may lose any turn; its first line is the game.
    """
    number = _change(tree, change, is_study=is_study)
    if is_study:
        tree.note_main_as_played()
    return number


def _change(tree: GameTree, change: r.TreeChange, *, is_study: bool) -> int:
    match change:
        case r.AddTurn():
            return tree.add(change.parent, change.turn)
        case r.SetComment():
            tree.comment(change.node, change.text)
        case r.SetDrawing():
            tree.draw(change.node, change.arrows, change.marks)
        case r.SetGlyph():
            tree.glyph(change.node, change.glyph)
        case r.Promote():
            tree.promote(change.node)
        case r.MakeMain():
            tree.make_main(change.node)
        case r.DeleteNode():
            return tree.delete(change.node, spare_played=not is_study)
    return change.node
