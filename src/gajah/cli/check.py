"""``gajah check``: replay files of games and say what is wrong where."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import Annotated

import typer

from gajah.cli.progress import progress
from gajah.cli.text import STDIN, JsonOption, counted, one_of, open_stdin, print_json, reason_of
from gajah.errors import NotationError, shown
from gajah.game import Game, Rules
from gajah.records.archive import ArchiveGame, iter_archive
from gajah.records.reader import Problem, iter_records
from gajah.records.record import Record
from gajah.records.replay import RefusedTurn

_RULES = tuple(rules.value for rules in Rules)
# A tab in the first line, which names the columns, is what no tagged record has there.
_SNIFFED_BYTES = 4096


@dataclass(frozen=True)
class Mistake:
    """Something wrong, at a line of a file; line 0 is the file as a whole."""

    line: int
    reason: str


@dataclass
class CheckedFile:
    """What was found in one file, by the name it goes by."""

    file: str
    games: int = 0
    mistakes: list[Mistake] = field(default_factory=list)


def check(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            show_default=False,
            help="Tagged records, or the server's archive (TSV); - is stdin.",
        ),
    ],
    rules: Annotated[
        str,
        typer.Option(metavar="|".join(_RULES), callback=one_of(*_RULES), help="Whose rules."),
    ] = _RULES[0],
    as_json: JsonOption = False,
) -> None:
    """Replay games, variations included, and say what is wrong where; if anything is, exit with 1.

    What is wrong is written as FILE:LINE: REASON.
    """
    reports = [CheckedFile("stdin" if name == STDIN else shown(name)) for name in files]
    with progress("checking", sum(map(_size, files))) as advance:
        for name, report in zip(files, reports, strict=True):
            for read in _check_file(name, report, Rules(rules)):
                advance(read)
    if as_json:
        print_json(_as_json(reports))
    else:
        _print(reports)
    if any(report.mistakes for report in reports):
        raise typer.Exit(1)


def _check_file(name: str, report: CheckedFile, rules: Rules) -> Iterator[int]:
    """Fill the report, and say after each game how many more bytes have been read."""
    try:
        if name == STDIN:
            yield from _check_games(open_stdin(), report, rules)
        else:
            with Path(name).open("rb") as file:
                yield from _check_games(file, report, rules)
    except OSError as error:
        report.mistakes.append(Mistake(0, f"cannot be read: {reason_of(error)}"))
    except NotationError as error:
        report.mistakes.append(Mistake(error.line, error.reason))


def _check_games(file: BufferedReader, report: CheckedFile, rules: Rules) -> Iterator[int]:
    if _is_event(file):
        reason = "expected records of games: those of this event are in the .txt file beside it"
        report.mistakes.append(Mistake(0, reason))
        return
    read = 0
    for game in _games(file):
        if not _is_empty(game):
            report.games += 1
            report.mistakes.extend(_check_game(game, rules))
        if file.seekable():
            yield file.tell() - read
            read = file.tell()
    if report.games == 0:
        report.mistakes.append(Mistake(0, "expected games, found none"))


def _is_event(file: BufferedReader) -> bool:
    """Whether it is the file of JSON lines that an event keeps beside its records."""
    begin = file.peek(_SNIFFED_BYTES)
    if not begin.startswith(b"{"):
        return False
    # Imported here: other files need not wait for it.
    from gajah.arena.store import HEADER_START

    return begin.startswith(HEADER_START)


def _games(file: BufferedReader) -> Iterator[ArchiveGame | Record | Problem]:
    is_archive = b"\t" in file.peek(_SNIFFED_BYTES).partition(b"\n")[0]
    return iter_archive(file) if is_archive else iter_records(file)


def _is_empty(game: ArchiveGame | Record | Problem) -> bool:
    """Whether it has neither tags nor turns, as any other text would be read."""
    return isinstance(game, Record) and not game.tags and not game.children


def _check_game(game: ArchiveGame | Record | Problem, rules: Rules) -> list[Mistake]:
    """Every mistake of a game once, although its lines share their beginnings."""
    if isinstance(game, Problem):
        return [Mistake(game.line, game.reason)]
    replays: list[Callable[..., Game]] = [game.game]
    if isinstance(game, Record):  # the archive has no variations
        main_line = game.main_line
        ends = [node for node in game.walk() if not node.children]
        replays += [partial(game.replay, end) for end in ends if end is not main_line[-1]]
    mistakes: dict[Mistake, None] = {}
    for replay in replays:
        try:
            replay(rules=rules)
        except RefusedTurn as error:
            reason = str(error).removeprefix(f"line {error.line}, ")
            mistakes[Mistake(error.line, reason)] = None
        except NotationError as error:
            mistakes[Mistake(error.line, error.reason)] = None
    return list(mistakes)


def _size(name: str) -> int:
    try:
        return os.path.getsize(name)
    except OSError:
        return 0


def _as_json(reports: list[CheckedFile]) -> object:
    return {
        "games": sum(report.games for report in reports),
        "problems": sum(len(report.mistakes) for report in reports),
        "files": [
            {
                "file": report.file,
                "games": report.games,
                "problems": [
                    {"line": mistake.line or None, "reason": mistake.reason}
                    for mistake in report.mistakes
                ],
            }
            for report in reports
        ],
    }


def _print(reports: list[CheckedFile]) -> None:
    for report in reports:
        for mistake in report.mistakes:
            where = f"{report.file}:{mistake.line}" if mistake.line else report.file
            print(f"{where}: {shown(mistake.reason)}")
    games = sum(report.games for report in reports)
    problems = sum(len(report.mistakes) for report in reports)
    print(f"{counted(games, 'game')}, {counted(problems, 'problem') if problems else 'all right'}")
