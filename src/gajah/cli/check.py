"""``gajah check``: replay files of games and say what is wrong where."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gajah.cli.progress import progress
from gajah.cli.text import (
    STDIN,
    JsonOption,
    counted,
    one_of,
    open_stdin,
    print_json,
    reason_of,
)
from gajah.errors import NotationError, shown
from gajah.game import Rules

if TYPE_CHECKING:
    from gajah.records import ArchiveGame, Node, Problem, Record

_RULES = tuple(rules.value for rules in Rules)
# A tab in the first line, which names the columns, is what no tagged record has there.
_SNIFFED_BYTES = 4096


@dataclass(frozen=True)
class Finding:
    """Something wrong, at a line of a file; line 0 is the file as a whole."""

    line: int
    reason: str


@dataclass
class Report:
    """What was found in one file, by the name it goes by."""

    file: str
    games: int = 0
    findings: list[Finding] = field(default_factory=list)


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
    reports = [Report("stdin" if name == STDIN else shown(name)) for name in files]
    with progress("checking", sum(map(_size, files))) as advance:
        for name, report in zip(files, reports, strict=True):
            for read in _check_file(name, report, Rules(rules)):
                advance(read)
    if as_json:
        print_json(_as_json(reports))
    else:
        _print(reports)
    if any(report.findings for report in reports):
        raise typer.Exit(1)


def _check_file(name: str, report: Report, rules: Rules) -> Iterator[int]:
    """Fill the report, and say after each game how many more bytes have been read."""
    try:
        if name == STDIN:
            yield from _check_games(open_stdin(), report, rules)
        else:
            with Path(name).open("rb") as file:
                yield from _check_games(file, report, rules)
    except OSError as error:
        report.findings.append(Finding(0, f"cannot be read: {reason_of(error)}"))
    except NotationError as error:
        report.findings.append(Finding(error.line, error.reason))


def _check_games(file: BufferedReader, report: Report, rules: Rules) -> Iterator[int]:
    if _is_event(file):
        reason = "expected records of games: those of this event are in the .txt file beside it"
        report.findings.append(Finding(0, reason))
        return
    read = 0
    for game in _games(file):
        if not _is_empty(game):
            report.games += 1
            report.findings.extend(_check_game(game, rules))
        if file.seekable():
            yield file.tell() - read
            read = file.tell()
    if report.games == 0:
        report.findings.append(Finding(0, "expected games, found none"))


def _is_event(file: BufferedReader) -> bool:
    """Whether it is the file of JSON lines that an event keeps beside its records."""
    begin = file.peek(_SNIFFED_BYTES)
    if not begin.startswith(b"{"):
        return False
    # Imported here: other files need not wait for it.
    from gajah.arena.store import HEADER_START

    return begin.startswith(HEADER_START)


def _games(file: BufferedReader) -> Iterator[ArchiveGame | Record | Problem]:
    from gajah.records import iter_archive, iter_records

    if b"\t" in file.peek(_SNIFFED_BYTES).partition(b"\n")[0]:
        yield from iter_archive(file)
    else:
        yield from iter_records(file)


def _is_empty(game: ArchiveGame | Record | Problem) -> bool:
    """Whether it is what is left of a text that has nothing to do with games."""
    from gajah.records import Record

    return isinstance(game, Record) and not game.tags and not game.children


def _check_game(game: ArchiveGame | Record | Problem, rules: Rules) -> list[Finding]:
    """Each thing that is wrong once, although the lines of a game share their beginnings."""
    from gajah.records import ArchiveGame, Problem, RefusedTurn

    if isinstance(game, Problem):
        return [Finding(game.line, game.reason)]
    findings: dict[Finding, None] = {}
    for line_of_play in (None, *_variation_ends(game)):
        try:
            record = game.record if isinstance(game, ArchiveGame) else game
            if line_of_play is None:
                record.game(rules=rules)
            else:
                record.replay(line_of_play, rules=rules)
        except RefusedTurn as error:
            reason = str(error).removeprefix(f"line {error.line}, ")
            findings[Finding(error.line, reason)] = None
        except NotationError as error:
            findings[Finding(error.line, error.reason)] = None
    return list(findings)


def _variation_ends(game: ArchiveGame | Record) -> list[Node]:
    """The last node of every variation. The archive has none."""
    from gajah.records import Record

    if not isinstance(game, Record):
        return []
    main_line = game.main_line
    ends = [node for node in game.walk() if not node.children]
    return [node for node in ends if node is not main_line[-1]]


def _size(name: str) -> int:
    try:
        return os.path.getsize(name)
    except OSError:
        return 0


def _as_json(reports: list[Report]) -> object:
    return {
        "games": sum(report.games for report in reports),
        "problems": sum(len(report.findings) for report in reports),
        "files": [
            {
                "file": report.file,
                "games": report.games,
                "problems": [
                    {"line": finding.line or None, "reason": finding.reason}
                    for finding in report.findings
                ],
            }
            for report in reports
        ],
    }


def _print(reports: list[Report]) -> None:
    for report in reports:
        for finding in report.findings:
            where = f"{report.file}:{finding.line}" if finding.line else report.file
            print(f"{where}: {shown(finding.reason)}")
    games = sum(report.games for report in reports)
    problems = sum(len(report.findings) for report in reports)
    print(f"{counted(games, 'game')}, {counted(problems, 'problem') if problems else 'all right'}")
