"""A played game as a record: every turn with its time, and why it ended."""

from __future__ import annotations

from collections.abc import Mapping

from gajah.game import Game
from gajah.match.play import Played
from gajah.match.referee import Terms
from gajah.records.comments import Comment
from gajah.records.record import Record


def make_record(played: Played, terms: Terms, tags: Mapping[str, str] | None = None) -> Record:
    """The record of a game played under these terms; ``tags`` come first.

    The tag ``Termination`` says more about the end than its code does, where there is more to say.
    """
    game = Game(start=played.start, rules=terms.rules)
    for turn in played.turns:
        game.play(turn.text)
    if game.result is None:
        game.end(played.result)
    all_tags = {**(tags or {}), "Gold": played.gold, "Silver": played.silver}
    if terms.control is not None:
        all_tags["TimeControl"] = str(terms.control)
    if played.detail:
        all_tags["Termination"] = played.detail
    record = Record.from_game(game, all_tags)
    for node, turn in zip(record.main_line, played.turns, strict=False):
        node.comments.append(Comment.of(used_s=turn.used_s, clock_s=turn.reserve_s))
    return record
