"""``gajah check``: replay files of games and say what is wrong where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import click
from click.exceptions import Exit

from gajah.cli.games import Mistake, file_name, find_games, replayed, size_of
from gajah.cli.options import games_argument, json_option, rules_option
from gajah.cli.progress import progress
from gajah.cli.text import counted, print_json
from gajah.game import Game, Rules
from gajah.records.archive import ArchiveGame
from gajah.records.record import Record


@dataclass
class CheckedFile:
    """What was found in one file, by the name it goes by."""

    file: str
    games: int = 0
    mistakes: list[Mistake] = field(default_factory=list)


@click.command()
@games_argument
@rules_option
@json_option
def check(files: tuple[str, ...], rules: str, as_json: bool) -> None:
    """Replay games, variations included, and say what is wrong where; if anything is, exit with 1.

    What is wrong is written as FILE:LINE: REASON.
    """
    with progress("checking", sum(map(size_of, files))) as advance:
        reports = [_check_file(name, Rules(rules), advance) for name in files]
    if as_json:
        print_json(_as_json(reports))
    else:
        _print(reports)
    if any(report.mistakes for report in reports):
        raise Exit(1)


def _check_file(name: str, rules: Rules, advance: Callable[[int], None]) -> CheckedFile:
    report = CheckedFile(file_name(name))
    for found in find_games(name, advance):
        if isinstance(found, Mistake):
            report.games += bool(found.game)
            report.mistakes.append(found)
        else:
            report.games += 1
            report.mistakes += _check_game(found.game, rules)
    return report


def _check_game(game: ArchiveGame | Record, rules: Rules) -> list[Mistake]:
    """Every mistake of a game once, although its lines share their beginnings."""
    replays: list[Callable[..., Game]] = [game.game]
    if isinstance(game, Record):  # the archive has no variations
        main_line = game.main_line
        ends = [node for node in game.walk() if not node.children]
        replays += [partial(game.replay, end) for end in ends if end is not main_line[-1]]
    results = (replayed(replay, rules) for replay in replays)
    return list(dict.fromkeys(result for result in results if isinstance(result, Mistake)))


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
            print(mistake.told(report.file))
    games = sum(report.games for report in reports)
    problems = sum(len(report.mistakes) for report in reports)
    print(f"{counted(games, 'game')}, {counted(problems, 'problem') if problems else 'all right'}")
