"""``gajah arena``: tournaments with a crosstable, ratings and pictures."""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gajah.cli import events
from gajah.cli.group import Group
from gajah.cli.options import JSON, PATH, Integer, option, with_options
from gajah.cli.text import BadInput, print_json

if TYPE_CHECKING:
    from gajah.arena.crosstable import Crosstable
    from gajah.arena.event import Event
    from gajah.arena.hall import Hall
    from gajah.arena.store import Finished
    from gajah.arena.trials import Trials

_file_argument = click.argument("file", type=PATH, help="The .jsonl file of an event.")


@click.group(cls=Group)
def arena() -> None:
    """Tournaments: round-robin, gauntlet, ladder, with ratings and pictures."""


@dataclass(frozen=True)
class ShowOptions:
    """How the outcome of a tournament is shown."""

    plot: Path | None = option(
        "--plot", type=PATH, help="Draw the crosstable into this .svg or .png file."
    )
    progress_plot: Path | None = option(
        "--progress-plot",
        type=PATH,
        help="Draw how the ratings came about into this .svg or .png file.",
    )
    anchor: str | None = option(
        "--anchor",
        metavar="LABEL[=RATING]",
        help="Whose rating is fixed; otherwise the average.",
    )
    as_json: bool = option("--json", default=False, **JSON)

    def check(self, event: Event) -> None:
        """Refuse an anchor or a picture that could not be used after the last game."""
        from gajah.arena.picture import check_format

        label, labels = self._fixed[0], [spec.label for spec in event.players]
        if label is not None and label not in labels:
            raise click.BadParameter(f"the anchor {label!r} is none of {', '.join(labels)}")
        for path in (self.plot, self.progress_plot):
            if path is not None:
                events.valid(check_format, path)
                if not path.parent.is_dir():
                    raise BadInput(f"there is no folder {path.parent} for the picture {path.name}")

    def make_table(self, event: Event, games: list[Finished]) -> Crosstable:
        """The table of the games so far."""
        from gajah.arena.crosstable import make_crosstable

        anchor, at = self._fixed
        return make_crosstable(event, games, anchor=anchor, at=at)

    def finish(self, event: Event, games: list[Finished], trials: Trials | None = None) -> None:
        """Write the pictures, and JSON if that is wanted."""
        from gajah.arena.crosstable import make_progress
        from gajah.arena.plots import crosstable_picture, progress_picture

        made = self.make_table(event, games)
        if self.plot is not None:
            crosstable_picture(made, f"{event.kind}, {len(games)} games").save(self.plot)
        if self.progress_plot is not None:
            anchor, at = self._fixed
            progress = make_progress(event, games, anchor=anchor, at=at)
            progress_picture(progress, f"{event.kind}: ratings").save(self.progress_plot)
        if self.as_json:
            from gajah.cli.scoreboard import trials_json

            tested = {} if trials is None else {"sprt": trials_json(trials)}
            print_json({**crosstable_json(made, event, games), **tested}, indent=2)

    @property
    def _fixed(self) -> tuple[str | None, float]:
        """The player whose rating is fixed, and at what."""
        label, _, rating = (self.anchor or "").partition("=")
        try:
            at = float(rating or 0)
        except ValueError:
            at = math.nan
        if not math.isfinite(at):
            raise click.BadParameter(f"an anchor is LABEL or LABEL=RATING, not {self.anchor!r}")
        return label or None, at


def _add_tournament(kind: str, description: str) -> None:
    """Add the command that plays one kind of tournament."""

    @arena.command(kind, help=description)
    @click.argument(
        "players", nargs=-1, required=True, metavar="PLAYER...", help=events.PLAYER_HELP
    )
    @click.option("--rounds", "-r", type=Integer(min=1), default=1, help="How many rounds.")
    @click.option(
        "--pairs",
        type=Integer(min=1),
        default=1,
        help="Pairs of games in each meeting.",
    )
    @with_options(options=events.GameOptions, tables=events.TableOptions)
    @events.sprt_option
    @with_options(show=ShowOptions)
    def command(
        players: tuple[str, ...],
        rounds: int,
        pairs: int,
        options: events.GameOptions,
        tables: events.TableOptions,
        sprt: str | None,
        show: ShowOptions,
    ) -> None:
        from gajah.arena.schedule import Schedule

        games = events.valid(Schedule, kind, len(players), pairs).count_games(rounds)
        event = events.make_event(kind, players, options, games=games, pairs=pairs)
        _trials(sprt, event)
        event, hall = tables.seat(event)
        show.check(event)
        _play(event, options.path(kind), hall, show, sprt)


_add_tournament("round-robin", "All meet each other, in every round.")
_add_tournament("gauntlet", "The first player meets each of the others.")
_add_tournament(
    "ladder",
    "Neighbours meet; the winner over the one above takes its place. The first stands highest.",
)


@arena.command()
@_file_argument
@with_options(show=ShowOptions)
def table(file: Path, show: ShowOptions) -> None:
    """Show the crosstable and ratings of an event's file, finished or not."""
    event, games = events.read_event(file)
    show.check(event)
    if not show.as_json:
        print("\n".join(crosstable_lines(show.make_table(event, games), event, games)))
    show.finish(event, games)


@arena.command()
@_file_argument
@with_options(tables=events.TableOptions, show=ShowOptions)
@events.sprt_option
def resume(file: Path, tables: events.TableOptions, show: ShowOptions, sprt: str | None) -> None:
    """Go on with the tournament in a file after any interruption."""
    event, _ = events.read_event(file)
    show.check(event)
    _trials(sprt, event)
    _play(event, file, tables.hall(event), show, sprt)


def _trials(sprt: str | None, event: Event) -> Trials | None:
    """The tests of an event, if there are any."""
    from gajah.arena.sprt import Sprt
    from gajah.arena.trials import Trials

    return None if sprt is None else events.valid(Trials, events.valid(Sprt.parse, sprt), event)


def _play(event: Event, path: Path, hall: Hall, show: ShowOptions, sprt: str | None) -> None:
    from gajah.cli.scoreboard import trial_lines

    trials = _trials(sprt, event)

    def lines(games: list[Finished]) -> list[str]:
        table = crosstable_lines(show.make_table(event, games), event, games)
        return table if trials is None else [*table, *trial_lines(trials)]

    again = "" if sprt is None else f" --sprt {shlex.quote(sprt)}"
    games = events.play(
        event,
        path,
        hall,
        lines=lines,
        go_on=f"gajah arena resume {shlex.quote(str(path))}{again}",
        quiet=show.as_json,
        on_game=trials.add if trials else lambda _: None,
        should_skip=trials.is_needless if trials else lambda _: False,
    )
    show.finish(event, games, trials)


def crosstable_lines(made: Crosstable, event: Event, games: list[Finished]) -> list[str]:
    """The table as text: how far it is, then a line for each player, strongest first."""
    from gajah.cli.scoreboard import fault_lines

    labels = made.labels
    wide = max(map(len, labels))
    cells = [[str(made.cell(one, other)) for other in labels] for one in labels]
    columns = [max(4, *(len(row[i]) for row in cells)) for i in range(len(labels))]
    head = "  ".join(f"{i + 1:>{width}}" for i, width in enumerate(columns))
    lines = [f"{event.kind}: {len(games)}/{max(event.games, len(games))} games"]
    lines.append(f"{'':>3} {'':<{wide}} {'rating':>7} {'±':>5} {'games':>6} {'score':>6}  {head}")
    for i, player in enumerate(made.ratings.players):
        row = "  ".join(
            f"{'' if i == j else cell:>{columns[j]}}" for j, cell in enumerate(cells[i])
        )
        lines.append(
            f"{i + 1:>3} {player.label:<{wide}} {player.rating:>+7.0f} {player.error:>5.0f}"
            f" {player.games:>6} {player.share:>6.1%}  {row}"
        )
    if not made.ratings.is_exact and games:
        lines.append("a player has never lost or never won: a few draws are added")
    return lines + fault_lines(made.faults)


def crosstable_json(made: Crosstable, event: Event, games: list[Finished]) -> dict[str, object]:
    """The table for machines; an error that is not known is null."""
    from gajah.cli.scoreboard import fault_json

    return {
        "kind": event.kind,
        "games": len(games),
        "planned": event.games,
        "is_exact": made.ratings.is_exact,
        "players": [
            {
                "label": player.label,
                "rating": player.rating,
                "error": player.error if math.isfinite(player.error) else None,
                "games": player.games,
                "points": player.points,
                "against": {
                    other: {"points": cell.points, "games": cell.games}
                    for other in made.labels
                    if (cell := made.cell(player.label, other)).games
                },
                "faults": [
                    fault_json(fault) for fault in made.faults if fault.label == player.label
                ],
            }
            for player in made.ratings.players
        ],
    }
