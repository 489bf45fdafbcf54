"""Games as text to download."""

from __future__ import annotations

import time

from gajah._core import Turn
from gajah.analysis.annotate import annotate_turn
from gajah.records.record import Record
from gajah.records.tree import format_turn
from gajah.web.games.rows import StoredGame
from gajah.web.games.tree import GameTree


def make_record(game: StoredGame, tree: GameTree) -> Record:
    """The whole game as a record: tags, variations, comments, times, what a review said."""
    record = tree.copy_record()
    for name, value in _tags(game).items():
        record.tags[name] = value
    if game.result is not None:
        record.set_result(game.result)
    else:
        record.score = game.score
    for node, number in zip(record.main_line, tree.played, strict=False):
        judged = (game.review or {}).get(number)
        if judged is not None:
            best = None if judged.best is None else Turn.parse(judged.best)
            annotate_turn(node, judged.score, best, judged.mark)
    return record


def make_moves(game: StoredGame, tree: GameTree) -> str:
    """The turns that were played, one a line, and nothing else."""
    lines = [f"{node.label} {format_turn(node.turn)}" for node in tree.played_nodes()]
    if game.start is not None:
        lines.insert(0, f"# from {game.start}")
    return "\n".join(lines) + "\n"


def _tags(game: StoredGame) -> dict[str, str]:
    """The tags it came with, then what is known here."""
    tags = dict(game.tags or {})
    tags.setdefault("Event", game.event or "Casual")
    tags["Gold"] = game.gold.name
    tags["Silver"] = game.silver.name
    tags.setdefault("Date", time.strftime("%Y.%m.%d", time.gmtime(game.created)))
    if game.control:
        tags["TimeControl"] = game.control
    if game.start:
        tags["Position"] = game.start
    if game.detail:
        tags["Termination"] = game.detail
    return tags
