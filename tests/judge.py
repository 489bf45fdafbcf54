"""The independent judge: pyrimaa's rules, asked about our positions.

Boards travel as pyrimaa's tuples of bitboards, since it is the slower of the two.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import pyrimaa.board as pyrimaa

from gajah._core import Direction, Position, Side, Step
from tests.helpers import board_of
from tests.samples import sample_positions
from tests.strategies import legal_board

# pyrimaa ships no types: its positions are whatever it says they are.
Theirs = Any
Bitboards = tuple[int | None, ...]

_DELTA = {Direction.NORTH: 8, Direction.EAST: 1, Direction.SOUTH: -8, Direction.WEST: -1}
# The characters of the short form, h8 first and a1 last: the bits of a word from the top.
_TOP_DOWN = itemgetter(*(row + column for row in range(0, 64, 8) for column in range(7, -1, -1)))
_ONE_LETTER = {
    letter: {code: "1" if code == ord(letter) else "0" for code in map(ord, " RCDHMErcdhme")}
    for letter in " RCDHMErcdhme"
}


def theirs(position: Position) -> Theirs:
    """A position between two turns as pyrimaa sees it."""
    color = pyrimaa.Color.GOLD if position.side is Side.GOLD else pyrimaa.Color.SILVER
    return pyrimaa.parse_short_pos(color, 4, f"[{board_of(position)}]")


def bitboards(position: Position) -> Bitboards:
    """Our board in pyrimaa's form: a word for the empty squares, then one for each piece."""
    bits = "".join(_TOP_DOWN(board_of(position)))
    return tuple(
        None if letter == "x" else int(bits.translate(_ONE_LETTER[letter]), 2)
        for letter in pyrimaa.Piece.PCHARS
    )


def their_step(step: Step) -> tuple[int, int]:
    """A step as pyrimaa writes it: from one index to another."""
    return step.square.index, step.square.index + _DELTA[step.direction]


def our_boards(position: Position) -> set[Bitboards]:
    """Every board that we can leave behind."""
    return {bitboards(position.play(turn)) for turn in position.legal_turns()}


def their_boards(position: Position) -> set[Bitboards]:
    """Every board that pyrimaa can leave behind, from a position between two turns."""
    return {move.bitBoards for move in theirs(position).get_moves()}


@dataclass(frozen=True)
class Both:
    """A partly played turn, ours and theirs, and the board with which it began."""

    ours: Position
    judge: Theirs
    start: Bitboards

    @classmethod
    def at_turn_start(cls, position: Position) -> Both:
        """The same position for both."""
        judge = theirs(position)
        return cls(position, judge, judge.bitBoards)

    def after(self, step: Step) -> Both:
        """One more step, played by both."""
        return Both(self.ours.after(step), self.judge.do_step(their_step(step)), self.start)

    def our_steps(self) -> set[tuple[int, int]]:
        """The steps that we allow now."""
        return {their_step(step) for step in self.ours.steps()}

    def their_steps(self) -> set[tuple[int, int]]:
        """The steps that pyrimaa allows now, but for a last one that undoes the turn."""
        last = self.judge.stepsLeft == 1
        return {
            step
            for step, after in self.judge.get_steps()
            if not (last and after.bitBoards == self.start)
        }

    def their_boards(self) -> set[Bitboards]:
        """Every board that pyrimaa's steps can make of what is left of the turn."""
        found: set[Bitboards] = set()
        seen = {self.judge}
        waiting = [self.judge]
        while waiting:
            here = waiting.pop()
            if not here.inpush:
                found.add(here.bitBoards)
            for _, after in here.get_steps():
                if after.color != self.judge.color:
                    found.add(after.bitBoards)
                elif after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return found - {self.start}


def random_walks(start: Position, seed: int) -> Iterator[Both]:
    """Every partly played turn of a random game played step by step, without end."""
    rng = random.Random(seed)
    position = start
    while True:
        both = Both.at_turn_start(position)
        if position.verdict() is not None:
            position = start
            continue
        for _ in range(rng.randint(1, 4)):
            yield both
            steps = both.ours.steps()
            if not steps:
                break
            both = both.after(rng.choice(steps))
        while both.ours.why_not_end() is not None and both.ours.steps():
            both = both.after(rng.choice(both.ours.steps()))
        # A turn that has run into a dead end (it may only be undone) is begun again.
        if both.ours.why_not_end() is None:
            position = both.ours.end_turn()


def randomly_played(start: Position, turns: int, rng: random.Random) -> Position:
    """The position after at most ``turns`` random turns, all distinct ones equally likely."""
    position = start
    for _ in range(turns):
        if position.verdict() is not None:
            break
        position = position.play(rng.choice(position.legal_turns()))
    return position


def thinned(position: Position, pieces: int, rng: random.Random) -> Position:
    """At most ``pieces`` pieces of a position, chosen at random, and either side to move."""
    kept = rng.sample(sorted(position.pieces.items()), k=min(pieces, len(position.pieces)))
    return Position(legal_board(dict(kept)), rng.choice((Side.GOLD, Side.SILVER)))


def assorted_positions(start: Position, rng: random.Random) -> Iterator[Position]:
    """Positions of real games, of random play, and thinned ones, by turns and without end."""
    while True:
        yield rng.choice(sample_positions())
        yield randomly_played(start, rng.randint(1, 40), rng)
        yield thinned(rng.choice(sample_positions()), rng.randint(4, 14), rng)
