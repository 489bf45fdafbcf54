"""``gajah convert``: games from one format into another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from gajah.cli.games import FoundGame, GameFiles, Mistake, output
from gajah.cli.options import OneOf, games_argument, out_option
from gajah.cli.text import counted
from gajah.errors import NotationError
from gajah.records.archive import ArchiveGame, format_row
from gajah.records.archive_rows import (
    COLUMNS,
    archive_columns,
    full_record,
    is_whole_in_archive,
)
from gajah.records.games import Format
from gajah.records.json_lines import format_json_line, game_to_json
from gajah.records.record import Record
from gajah.records.writer import format_record

_FORMATS = tuple(each.value for each in Format)
_SUFFIXES = {
    **dict.fromkeys((".txt", ".agf", ".pgn"), Format.RECORDS),
    ".tsv": Format.ARCHIVE,
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), Format.JSON),
}


@click.command()
@games_argument
@click.option(
    "--to",
    type=OneOf(_FORMATS),
    help="The format to write; without it, what the name of --out says.",
)
@out_option
def convert(files: tuple[str, ...], to: str | None, out: Path | None) -> None:
    """Write games in another format: records, the server's archive (TSV), or JSON lines.

    JSON lines hold everything. Records hold all but the server's log of an archive; an archive
    holds no comments, glyphs or variations. A game that cannot be read is named on stderr, the
    others are written, and the exit code is 1.
    """
    wanted = _format(to, out)
    games = GameFiles(files)
    with output(out) as file:
        file.writelines(_converted(games, wanted))
    games.end()


def _format(to: str | None, out: Path | None) -> Format:
    if to is not None:
        return Format(to)
    if out is None:
        raise click.BadParameter(f"--to is needed: {' or '.join(_FORMATS)}")
    if (found := _SUFFIXES.get(out.suffix.lower())) is None:
        raise click.BadParameter(f"the name {out.name} does not say the format; give --to")
    return found


def _converted(games: GameFiles, wanted: Format) -> Iterator[str]:
    writers = {Format.RECORDS: _records, Format.ARCHIVE: _rows, Format.JSON: _json_lines}
    return writers[wanted](games)


def _json_lines(games: GameFiles) -> Iterator[str]:
    for _, game in _readable(games):
        yield format_json_line(game_to_json(game))


def _records(games: GameFiles) -> Iterator[str]:
    for number, (_, game) in enumerate(_readable(games)):
        record = full_record(game) if isinstance(game, ArchiveGame) else game
        yield "\n" * bool(number) + format_record(record)


def _rows(games: GameFiles) -> Iterator[str]:
    columns: tuple[str, ...] | None = None
    lost = 0
    for found, game in _readable(games):
        if isinstance(game, Record):
            lost += not is_whole_in_archive(game)
            try:
                row = archive_columns(game)
            except NotationError as error:
                games.complain(found.file, Mistake(error.line, error.reason, found.number))
                continue
        else:
            row = dict(game.columns)
        if columns is None:
            columns = tuple(row) if isinstance(game, ArchiveGame) else COLUMNS
            yield format_row(columns)
        lost += bool(set(row) - set(columns))
        yield format_row(row.get(column, "") for column in columns)
    if lost:
        what = "comments, glyphs, variations or tags that an archive does not hold"
        print(f"{counted(lost, 'game')} had {what}", file=sys.stderr)


def _readable(games: GameFiles) -> Iterator[tuple[FoundGame, Record | ArchiveGame]]:
    """The games whose turns can be read; the columns of an archive may hold anything."""
    for found in games:
        record = found.record()
        if isinstance(record, Mistake):
            games.complain(found.file, record)
        else:
            yield found, found.game
