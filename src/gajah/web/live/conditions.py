"""Conditional turns: answers that a player gives in advance, played at once where they fit.

A line is the opponent's turn, the answer, the opponent's next turn, and so on. What counts is the
position after a turn, not how the turn was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gajah._core import Side, Turn
from gajah.game import Game
from gajah.web.games.correspondence import is_correspondence
from gajah.web.games.drafts import ExpectedTurn
from gajah.web.wire.boards import check_playing, letter, refusing
from gajah.web.wire.client import Client
from gajah.web.wire.errors import Refusal
from gajah.web.wire.table import ConditionsShown, SetConditions

if TYPE_CHECKING:
    from gajah.web.live.game import LiveGame
    from gajah.web.live.room import Room

_Line = tuple[ExpectedTurn, ...]


async def set_conditions(room: Room, client: Client, message: SetConditions) -> None:
    """Keep a player's lines in place of those before; the opponent hears nothing of them."""
    live = room.live
    if len(client.sides) != 1 or live.side in client.sides or not live.is_running:
        text = "Answers in advance are given while the opponent is to move."
        raise Refusal("no_conditions", text, status=409)
    if not is_correspondence(live.stored):
        text = "Only games with days for a turn have conditional turns."
        raise Refusal("no_conditions", text, status=409)
    side = live.side.other
    room.charge(client, sum(map(len, message.lines)) + len(live.running.game.turns))
    lines = [_read(live.running.game, line) for line in message.lines]
    _check_agreement(lines)
    _note(live, side, lines)
    await room.keep(room.store.save_draft(live.stored))
    own = [each for each in room.clients if side in each.sides]
    room.tell_all(ConditionsShown(lines=show_lines(live, side)), client, message.ref, to=own)


def show_lines(live: LiveGame, side: Side) -> list[list[str]]:
    """The lines of a side, as it has entered them."""
    return [[each.turn for each in line] for line in _lines(live, side)]


def advance(live: LiveGame) -> None:
    """Keep those lines that still apply, now that a turn was played."""
    if not live.stored.draft.conditions:
        return
    before, now = (position.short for position in live.running.game.positions[-2:])
    mover, other = live.side, live.side.other
    answers = [line for line in _lines(live, mover) if line[0].position == now]
    goes_on = [
        line[2:]
        for line in _lines(live, other)
        if (line[0].position, line[1].position) == (before, now) and line[2:]
    ]
    _note(live, mover, answers)
    _note(live, other, goes_on)


def find_answer(live: LiveGame) -> list[str] | None:
    """The steps that the side to move has decided on in advance."""
    now = live.running.game.position.short
    for line in _lines(live, live.side):
        if line[0].position == now:
            return [str(step) for step in Turn.parse(line[1].turn).steps]
    return None


def _lines(live: LiveGame, side: Side) -> tuple[_Line, ...]:
    return (live.stored.draft.conditions or {}).get(letter(side), ())


def _note(live: LiveGame, side: Side, lines: list[_Line]) -> None:
    kept = {**(live.stored.draft.conditions or {}), letter(side): tuple(lines)}
    live.note(conditions={each: found for each, found in kept.items() if found} or None)


def _read(game: Game, turns: list[str]) -> _Line:
    """A line of legal turns, each with the position after it."""
    if len(turns) % 2:
        raise Refusal("bad_conditions", "A line ends with an answer of yours.", status=422)
    after, found = game.copy(), []
    for text in turns:
        check_playing(after)
        with refusing():
            turn = after.play(text)
        found.append(ExpectedTurn(turn=str(turn), position=after.position.short))
    return tuple(found)


def _check_agreement(lines: list[_Line]) -> None:
    """Refuse two answers to the same turns."""
    answers: dict[tuple[str, ...], str] = {}
    for line in lines:
        for end in range(1, len(line), 2):
            path = tuple(each.position for each in line[:end])
            if answers.setdefault(path, line[end].position) != line[end].position:
                text = f"There are two answers to {line[end - 1].turn}."
                raise Refusal("bad_conditions", text, status=422)
