"""``gajah stats``: what the games of files add up to."""

from __future__ import annotations

import click

from gajah.analysis.statistics import GameStatistics, Outcomes
from gajah.cli.games import GameFiles, Mistake, size_of
from gajah.cli.options import Integer, games_argument, json_option, rules_option
from gajah.cli.progress import progress
from gajah.cli.text import aligned, print_json
from gajah.game import Rules

_TITLES = {
    "endings": "how it ended",
    "lengths": "turns of a side",
    "first_captures": "first capture by",
    "leads": "ahead at the end",
    "controls": "time control",
    "gold_setups": "gold's setup",
    "silver_setups": "silver's setup",
}
# Groups of which there may be thousands.
_LONG = ("controls", "gold_setups", "silver_setups")


@click.command()
@games_argument
@click.option(
    "--top",
    type=Integer(min=1),
    default=10,
    help="How many setups and time controls to show.",
)
@rules_option
@json_option
def stats(files: tuple[str, ...], top: int, rules: str, as_json: bool) -> None:
    """Count games: results by ending, length, first capture, material, setup and time.

    Mirrored setups are counted together; a setup is its front row and its back row. JSON has all
    of them.
    """
    found = GameStatistics()
    with progress("counting", sum(map(size_of, files))) as advance:
        games = GameFiles(files, advance=advance)
        for each in games:
            record, game = each.record(), each.replay(Rules(rules))
            if isinstance(record, Mistake):
                games.complain(each.file, record)
            elif isinstance(game, Mistake):
                games.complain(each.file, game)
            else:
                found.add(record, game)
    if as_json:
        print_json(found.shape())
    elif found.all.games:
        _print(found, top)
    games.end()


def _print(found: GameStatistics, top: int) -> None:
    head = ("games", "gold", "silver", "drawn", "unknown", "gold's share")
    gap = ("",) * len(head)
    rows: list[tuple[str, ...]] = [("", *head), _row("all games", found.all)]
    for name, title in _TITLES.items():
        groups = getattr(found, name).sorted()
        shown = groups[:top] if name in _LONG else groups
        rows += [("", *gap), (title, *head)]
        rows += [_row(f"  {key}", outcomes) for key, outcomes in shown]
        if len(groups) > len(shown):
            rows.append((f"  and {len(groups) - len(shown)} others", *gap))
    rows.append(("", *gap))
    print("\n".join(line.rstrip() for line in aligned(rows)))
    for name, times in sorted(found.times.items()):
        shape = times.shape()
        print(
            f"time of a turn, {name}: mean {shape['mean']} s, median {shape['median']} s, "
            f"longest {shape['longest']} s ({shape['turns']} turns)"
        )


def _row(name: str, outcomes: Outcomes) -> tuple[str, ...]:
    share = "" if outcomes.gold_share is None else f"{outcomes.gold_share:.0%}"
    counts = (outcomes.games, outcomes.gold, outcomes.silver, outcomes.drawn, outcomes.unknown)
    return (name, *map(str, counts), share)
