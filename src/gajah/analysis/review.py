"""A whole game judged: what each turn was worth, what was better, and which were mistakes.

What a turn has lost is the mover's chance to win with the best turn found, less the chance with
the turn played, both looked at for the same time. Comparing the scores before and after a turn
would not do: a search that ends behind one's own turn is always too optimistic, so every turn
would seem to lose something.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gajah._core import Kind, Setup, Side, Stop, Turn
from gajah.analysis.captures import captured_kinds
from gajah.engine.engine import Engine
from gajah.engine.score import Score
from gajah.game import Game

#: What stands behind a turn, as in records; nothing behind one that was good enough.
Mark = Literal["", "?!", "?", "??"]

#: The turn lost a twentieth of the chance to win, or more.
INACCURACY: Mark = "?!"
#: It lost a tenth or more.
MISTAKE: Mark = "?"
#: It lost a fifth or more.
BLUNDER: Mark = "??"
# From how much lost chance to win on a turn gets its mark. Games are lost slowly in Arimaa: of some
# fifty turns a beginner's ten lose 0.05 or more, and none of a strong player's (lab/web.md).
_MARKS: tuple[tuple[float, Mark], ...] = ((0.20, BLUNDER), (0.10, MISTAKE), (0.05, INACCURACY))
# What 0.05 is in centi-rabbits where both sides' chances are even. In a decided game a camel costs
# next to no chances, but a player wants to know.
_NOTED_CR = 71
_NOTED = (Kind.CAMEL, Kind.HORSE)
_WON = Score.win_in(0)


@dataclass(frozen=True)
class Look:
    """What the engine thinks of a turn in its position, for ``side``, who played it."""

    side: Side
    best: Turn
    best_score: Score
    played_score: Score


@dataclass(frozen=True)
class TurnReview:
    """A turn judged: ``score`` is gold's after it, ``best`` what was better, if anything.

    ``number`` counts the game's turns from 0, setups included. ``loss`` is in chances to win,
    0 to 1; ``mark`` is empty for a turn that was good enough. A turn that cost the camel or a
    horse for too little is marked however the game stands.
    """

    number: int
    score: Score
    best: Turn | None
    loss: float
    mark: Mark


def look_at(
    engine: Engine,
    before: Game,
    played: Turn | Setup,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> Look:
    """Think about a position and about the turn played there: ``seconds`` or ``nodes`` for each."""
    found = engine.search(before, time=seconds, nodes=nodes, stop=stop)
    if played == found.turn:
        return Look(before.side, found.turn, found.score, found.score)
    after = before.copy()
    after.play(played)
    if after.result is not None:
        score = _WON if after.result.winner is before.side else -_WON
    else:
        reply = engine.search(after, time=seconds, nodes=nodes, stop=stop)
        score = -reply.score
    return Look(before.side, found.turn, found.score, score)


class Review:
    """A game under review: give it a look at each of ``stages`` in order.

    A stage is the game before a turn, and the turn; setups are none.
    """

    def __init__(self, game: Game) -> None:
        self.stages: list[tuple[Game, Turn]] = []
        self._last: Look | None = None
        self._setup_count = 0
        self._judged_count = 0
        before = Game(start=game.start, rules=game.rules, handicap=game.handicap)
        for turn in game.turns:
            if isinstance(turn, Turn):
                self.stages.append((before, turn))
                before = before.copy()
            else:
                self._setup_count += 1
            before.play(turn)

    def add(self, look: Look) -> TurnReview | None:
        """The turn of the stage before, which this look completes."""
        done = None if self._last is None else self._judge(self._last, look.best_score)
        self._last = look
        return done

    def finish(self) -> TurnReview | None:
        """The last turn."""
        return None if self._last is None else self._judge(self._last, None)

    def _judge(self, look: Look, reply: Score | None) -> TurnReview:
        stage = self._judged_count
        self._judged_count += 1
        loss = look.best_score.win_probability - look.played_score.win_probability
        # The turn played may turn out better than what was found best.
        loss = round(max(0.0, loss), 4)
        mark: Mark = next((mark for least, mark in _MARKS if loss >= least), "")
        if not mark and look.best_score - look.played_score >= _NOTED_CR and self._is_noted(stage):
            mark = INACCURACY
        score = _between(look.played_score, reply)
        for_gold = score.seen_by(Side.GOLD, mover=look.side)
        best = look.best if loss or mark else None
        return TurnReview(self._setup_count + stage, for_gold, best, loss, mark)

    def _is_noted(self, stage: int) -> bool:
        """Whether the turn after that of a stage captures the camel or a horse."""
        if stage + 1 >= len(self.stages):
            return False
        before, reply = self.stages[stage + 1]
        return any(kind in captured_kinds(before.position, reply) for kind in _NOTED)


def _between(played: Score, reply: Score | None) -> Score:
    """The mover's view and the opponent's, both optimistic, balanced; a proof needs no balance."""
    if reply is None or played.is_win or played.is_loss:
        return played
    if reply.is_win or reply.is_loss:
        return -reply
    return Score.between(played, -reply)


def review_game(
    engine: Engine,
    game: Game,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
) -> Iterator[TurnReview]:
    """Every turn of a game judged, by two searches of ``seconds`` or ``nodes``; setups are not.

    Once ``stop`` is set, it ends without the turns that are left.
    """
    review = Review(game)
    for before, turn in review.stages:
        look = look_at(engine, before, turn, seconds=seconds, nodes=nodes, stop=stop)
        if stop is not None and stop.is_set:
            return
        if done := review.add(look):
            yield done
    if last := review.finish():
        yield last
