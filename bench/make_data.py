"""Write the data of ``gajah bench`` from an archive of games.

    python bench/make_data.py tests/data/arimaa-games-2026-02.tsv [FOLDER]

One position is taken from each game: from the start of the first, from the end of the last, and
from as far along as the game's place in the file in between. So the choice needs no seed, and
all phases of the game are measured.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

from gajah._core import Position, Setup
from gajah.notation import TurnLabel, parse_turn_body, split_label

BESIDE_THE_CODE = Path(__file__).parent.parent / "src" / "gajah" / "bench"


def positions_of(movelist: str) -> list[tuple[TurnLabel, Position]]:
    """The positions after both setups at which a turn was played, with the turn's label."""
    played: list[tuple[TurnLabel, str]] = []
    for line in movelist.split("\\n"):
        label, text = split_label(line)
        if text == "takeback":
            played.pop()
        elif label and text and text not in ("resigns", "lost"):
            played.append((label, text))
    position = Position()
    positions = []
    for label, text in played:
        turn = parse_turn_body(text)
        if isinstance(turn, Setup):
            position = position.place(turn)
        else:
            positions.append((label, position))
            position = position.play(turn)
    return positions


def main(archive: Path, folder: Path = BESIDE_THE_CODE) -> None:
    """Write positions.txt and games.tsv.gz into the folder."""
    columns, *rows = [line.split("\t") for line in archive.read_text("utf-8").splitlines()]
    lines = [
        f"# One position from each game of {archive.name}, chosen by bench/make_data.py:",
        "# the game's number on the server, the turn to be played, the position.",
    ]
    for index, row in enumerate(rows):
        game = dict(zip(columns, row, strict=True))
        positions = positions_of(game["movelist"])
        label, position = positions[index * (len(positions) - 1) // (len(rows) - 1)]
        lines.append(f"{game['id']} {label} {position.short}")
    (folder / "positions.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    # No time stamp, so that the same games give the same file.
    packed = gzip.compress(archive.read_bytes(), mtime=0)
    (folder / "games.tsv.gz").write_bytes(packed)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
