"""How often do the levels play what a person played?

    python bench/people.py --positions 400
    python bench/people.py gajah:level=3 gajah:nodes=30 --positions 400

Every player chooses a turn in the same positions of real games. Counted are the turns that leave
the board that the person left, and those that begin with a step of the person's; by the person's
rating. Only turns of people count, and none with a win at hand.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from gajah._core import Turn
from gajah.bots import make_bot
from gajah.game import Game
from gajah.records import read_archive

ARCHIVE = Path(__file__).parents[1] / "tests/data/arimaa-games-2026-02.tsv"
_RATINGS = (1500, 1700, 1900)
_OPENING = 4  # turns, the setups counted, that are left out
_PLAYERS = [f"gajah:level={level}" for level in range(1, 9)] + ["gajah:nodes=8", "gajah:nodes=30"]


@dataclass(frozen=True)
class Choice:
    """What a person played, and where."""

    turns: tuple[str, ...]
    turn: str
    rating: int

    @property
    def bracket(self) -> str:
        """By rating."""
        limits = ["0", *map(str, _RATINGS), ""]
        at = sum(self.rating >= limit for limit in _RATINGS)
        return f"{limits[at]}-{limits[at + 1]}"


def choices() -> list[Choice]:
    """All turns of people in the sample games, but for those of the opening."""
    found = []
    for archived in read_archive(ARCHIVE):
        row, game = archived.columns, Game()
        for turn in archived.record.game().turns:
            letter = "w" if game.side.letter == "g" else "b"
            is_free = len(game.turns) >= _OPENING and not game.position.find_win()
            if is_free and isinstance(turn, Turn) and row[f"{letter}type"] == "h":
                played = tuple(str(each) for each in game.turns)
                found.append(Choice(played, str(turn), int(float(row[f"{letter}rating"]))))
            game.play(turn)
    return found


def agrees(player: str, numbered: tuple[int, Choice]) -> tuple[bool, bool]:
    """Whether the player leaves the same board, and begins with a step of the person's."""
    number, choice = numbered
    game = Game()
    for turn in choice.turns:
        game.play(turn)
    person = Turn.parse(choice.turn)
    chosen = make_bot(player, seed=number).choose(game)
    assert isinstance(chosen, Turn)
    same = game.position.play(chosen) == game.position.play(person)
    return same, bool(chosen) and chosen[0] in list(person)


def main() -> None:
    """Prints a table: players by ratings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="*", default=_PLAYERS)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--parts", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen = random.Random(options.seed).sample(choices(), options.positions)
    counts = Counter(choice.bracket for choice in chosen)
    print("turns:", dict(sorted(counts.items())), flush=True)
    with get_context("spawn").Pool(options.parts) as pool:
        for player in options.players:
            found = pool.map(partial(agrees, player), list(enumerate(chosen)), 8)
            for what, which in (("turn", 0), ("first step", 1)):
                right = Counter(
                    choice.bracket
                    for choice, each in zip(chosen, found, strict=True)
                    if each[which]
                )
                shares = {name: f"{right[name] / counts[name]:.3f}" for name in sorted(counts)}
                print(f"{player}, {what}: {right.total() / len(chosen):.3f} {shares}", flush=True)


if __name__ == "__main__":
    main()
