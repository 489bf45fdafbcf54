"""``gajah arena``: tournaments with a crosstable, ratings and pictures."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gajah.cli import events
from gajah.cli.text import BadInput, JsonOption, print_json

if TYPE_CHECKING:
    from gajah.arena.crosstable import Crosstable
    from gajah.arena.event import Event
    from gajah.arena.store import Finished

app = typer.Typer(
    name="arena",
    help="Tournaments: round-robin, gauntlet, ladder, with ratings and pictures.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

PlayersArgument = Annotated[
    list[str], typer.Argument(metavar="PLAYER...", show_default=False, help=events.PLAYER_HELP)
]
RoundsOption = Annotated[int, typer.Option("--rounds", "-r", min=1, help="How many rounds.")]
PairsOption = Annotated[int, typer.Option(min=1, help="Pairs of games in each meeting.")]
PlotOption = Annotated[
    Path | None, typer.Option(help="Draw the crosstable into this .svg or .png file.")
]
ProgressOption = Annotated[
    Path | None, typer.Option(help="Draw how the ratings came about into this .svg or .png file.")
]
AnchorOption = Annotated[
    str | None,
    typer.Option(metavar="LABEL[=RATING]", help="Whose rating is fixed; otherwise the average."),
]
FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", show_default=False, help="The .jsonl file of an event.")
]


def _tournament(kind: str, description: str) -> Callable[..., None]:
    """The command that plays one kind of tournament."""

    def command(
        players: PlayersArgument,
        rounds: RoundsOption = 1,
        pairs: PairsOption = 1,
        time: events.TimeOption = "none",
        concurrency: events.ConcurrencyOption = None,
        book: events.BookOption = "standard",
        seed: events.SeedOption = 0,
        out: events.OutOption = None,
        plot: PlotOption = None,
        progress_plot: ProgressOption = None,
        anchor: AnchorOption = None,
        patience: events.PatienceOption = 120.0,
        margin: events.MarginOption = 0.0,
        max_turns: events.MaxTurnsOption = 0,
        adjudicate: events.AdjudicateOption = None,
        official: events.OfficialOption = False,
        share_cores: events.ShareOption = False,
        ray: events.RayOption = None,
        logs: events.LogOption = None,
        as_json: JsonOption = False,
    ) -> None:
        terms = events.make_terms(time, patience, margin, max_turns, adjudicate, official)
        event = events.make_event(
            kind, players, terms, rounds=rounds, pairs=pairs, book=book, seed=seed
        )
        hall = events.make_hall(event, concurrency, share=share_cores, logs=logs, ray=ray)
        path = events.out_path(out, kind)
        show = _Show(plot, progress_plot, anchor, as_json)
        show.check(event)
        games = _play(event, path, hall, show)
        show.finish(event, games)

    command.__doc__ = description
    return command


app.command("round-robin")(_tournament("round-robin", "Everybody meets everybody, in every round."))
app.command("gauntlet")(_tournament("gauntlet", "The first player meets each of the others."))
app.command("ladder")(
    _tournament(
        "ladder",
        "Neighbours meet; who beats the one above takes its place. The first stands highest.",
    )
)


@app.command("table")
def table(
    file: FileArgument,
    plot: PlotOption = None,
    progress_plot: ProgressOption = None,
    anchor: AnchorOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the crosstable and ratings of an event's file, finished or not."""
    from gajah.arena.store import read_store

    event, games = events.checked(read_store, file)
    show = _Show(plot, progress_plot, anchor, as_json)
    show.check(event)
    if not as_json:
        print("\n".join(crosstable_lines(show.make_table(event, games), event, games)))
    show.finish(event, games)


@app.command("resume")
def resume(
    file: FileArgument,
    concurrency: events.ConcurrencyOption = None,
    plot: PlotOption = None,
    progress_plot: ProgressOption = None,
    anchor: AnchorOption = None,
    share_cores: events.ShareOption = False,
    ray: events.RayOption = None,
    logs: events.LogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Go on with the tournament in a file after any interruption."""
    from gajah.arena.store import read_store

    event, _ = events.checked(read_store, file)
    hall = events.make_hall(event, concurrency, share=share_cores, logs=logs, ray=ray)
    show = _Show(plot, progress_plot, anchor, as_json)
    show.check(event)
    show.finish(event, _play(event, file, hall, show))


class _Show:
    """How the outcome is to be shown."""

    def __init__(
        self, plot: Path | None, progress_plot: Path | None, anchor: str | None, as_json: bool
    ) -> None:
        self._plot, self._progress_plot = plot, progress_plot
        label, _, rating = (anchor or "").partition("=")
        self._anchor = label or None
        try:
            self._at = float(rating or 0)
        except ValueError:
            raise BadInput(f"an anchor is LABEL or LABEL=RATING, not {anchor!r}") from None
        self.as_json = as_json

    def check(self, event: Event) -> None:
        """Refuse before the first game what could not be done after the last."""
        from gajah.arena.picture import check_format

        labels = [spec.label for spec in event.players]
        if self._anchor is not None and self._anchor not in labels:
            raise BadInput(f"the anchor {self._anchor!r} is none of {', '.join(labels)}")
        for path in (self._plot, self._progress_plot):
            if path is not None:
                events.checked(check_format, path)

    def make_table(self, event: Event, games: list[Finished]) -> Crosstable:
        from gajah.arena.crosstable import make_crosstable

        return make_crosstable(event, games, anchor=self._anchor, at=self._at)

    def finish(self, event: Event, games: list[Finished]) -> None:
        """Write the pictures, and JSON if that is wanted."""
        from gajah.arena.crosstable import make_progress
        from gajah.arena.plots import crosstable_picture, progress_picture

        made = self.make_table(event, games)
        if self._plot is not None:
            title = f"{event.kind}, {len(games)} games"
            events.checked(crosstable_picture(made, title).save, self._plot)
        if self._progress_plot is not None:
            progress = make_progress(event, games, anchor=self._anchor, at=self._at)
            picture = progress_picture(progress, f"{event.kind}: ratings")
            events.checked(picture.save, self._progress_plot)
        if self.as_json:
            print_json(crosstable_json(made, event, games), indent=2)


def _play(event: Event, path: Path, hall: events.Hall, show: _Show) -> list[Finished]:
    from gajah.cli.scoreboard import Scoreboard

    store = events.open_store(path, event)
    games = store.games

    def lines() -> list[str]:
        return crosstable_lines(show.make_table(event, games), event, games)

    board = Scoreboard(lines, [path, store.record_path])
    with board.shown(quiet=show.as_json):
        events.play(store, hall, on_game=lambda _: board.update())
    return games


def crosstable_lines(made: Crosstable, event: Event, games: list[Finished]) -> list[str]:
    """The table as text: how far it is, then a line for each player, strongest first."""
    labels = made.labels
    wide = max(map(len, labels))
    cells = [[str(made.cell(one, other)) for other in labels] for one in labels]
    columns = [max(4, *(len(row[i]) for row in cells)) for i in range(len(labels))]
    head = "  ".join(f"{i + 1:>{width}}" for i, width in enumerate(columns))
    lines = [f"{event.kind}: {len(games)}/{event.games} games"]
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
        lines.append("somebody has never lost or never won: a few draws are imagined")
    return lines


def crosstable_json(made: Crosstable, event: Event, games: list[Finished]) -> dict[str, object]:
    """The table for machines; an error that is not known is null."""
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
            }
            for player in made.ratings.players
        ],
    }
