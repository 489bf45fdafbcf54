"""The live score of an event: redrawn in place on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import math
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from time import monotonic
from typing import TYPE_CHECKING

from gajah._core import Side
from gajah.cli.text import aligned, counted, moves_cursor
from gajah.errors import shown
from gajah.game import Reason

if TYPE_CHECKING:
    from gajah.arena.event import Event
    from gajah.arena.faults import Fault
    from gajah.arena.sprt import Sprt
    from gajah.arena.tally import Tally
    from gajah.arena.trials import Trials

# Between two lines where the score is not redrawn in place, and between two redraws.
_PAUSE_S = 10.0
_REDRAW_S = 0.2


class Scoreboard:
    """Shows what ``lines`` gives: on a terminal all the time, elsewhere at the end.

    Its first line is the score, which is repeated meanwhile where there is no terminal. ``go_on``
    is the command that resumes the event after an interruption.
    """

    def __init__(self, lines: Callable[[], list[str]], files: Sequence[Path], go_on: str) -> None:
        self._lines = lines
        self._files = files
        self._go_on = go_on
        self._redraw: Callable[[], None] = lambda: None

    def update(self) -> None:
        """A game has finished."""
        self._redraw()

    @contextmanager
    def shown(self, *, quiet: bool = False) -> Iterator[None]:
        """Show the score while this lasts, and the whole table when it ends, however it ends."""
        if quiet:
            yield
            return
        print("games go to " + " and ".join(map(str, self._files)), flush=True)
        try:
            with self._table():
                yield
        except KeyboardInterrupt:
            print(f"Go on with it: {self._go_on}", flush=True)
            raise

    @contextmanager
    def _table(self) -> Iterator[None]:
        try:
            if moves_cursor(sys.stdout):
                with self._live():
                    yield
            else:
                self._redraw = _at_most_every(_PAUSE_S, lambda: print(self._lines()[0], flush=True))
                yield
        finally:
            print("\n".join(self._lines()), flush=True)

    @contextmanager
    def _live(self) -> Iterator[None]:
        area = _Redrawn()
        area.draw(self._lines())
        self._redraw = _at_most_every(_REDRAW_S, lambda: area.draw(self._lines()))
        try:
            yield
        finally:
            area.draw([])


class _Redrawn:
    """Lines at the end of what a terminal shows, which give way to the next ones."""

    def __init__(self) -> None:
        self._height = 0

    def draw(self, lines: Iterable[str]) -> None:
        """Show these lines in place of the last, folded and cut where the terminal is small."""
        columns, rows = shutil.get_terminal_size()
        # A full line would make some terminals begin the next.
        width = max(1, columns - 1)
        folded = [
            part for line in lines for part in wrap(line, width, break_on_hyphens=False) or [""]
        ][: max(1, rows - 1)]
        up = f"\x1b[{self._height}A" if self._height else ""
        text = "".join(f"{line}\n" for line in folded)
        # What is typed meanwhile, such as ^C, may stand where the cursor was.
        print(f"\r{up}\x1b[J{text}", end="", flush=True)
        self._height = len(folded)


def _at_most_every(pause_s: float, action: Callable[[], None]) -> Callable[[], None]:
    """The action, limited to once in ``pause_s``."""
    last = monotonic()

    def act() -> None:
        nonlocal last
        if monotonic() - last >= pause_s:
            last = monotonic()
            action()

    return act


def tally_lines(
    tally: Tally, event: Event, test: Sprt | None, faults: Iterable[Fault]
) -> list[str]:
    """The score of a match: one line for it all, then the details."""
    # Some may have been played when the match was to be longer.
    played = f"{tally.games}/{max(event.games, tally.games)}"
    score = f"{tally.score:g}-{tally.games - tally.score:g}"
    share = f" ({tally.score / tally.games:.1%})" if tally.games else ""
    found = tally.estimate
    head = f"{played}  {tally.player} {score} {tally.opponent}{share}"
    if tally.games:
        head += f"  Elo {found}  LOS {found.superiority:.1%}"
    if test is not None:
        head += "  " + _sprt_text(tally, test)
    lines = [head, *aligned(_wins_rows(tally))]
    counts = " ".join(f"{count:g}" for count in tally.pairs.counts)
    lines.append(f"pairs with 0, 1/2, 1, 1 1/2, 2 points: {counts}")
    if tally.games:
        lines.append(f"turns a game: {tally.turns / tally.games:.1f}")
    return lines + fault_lines(faults)


def _sprt_text(tally: Tally, test: Sprt) -> str:
    low, high = test.bounds
    ratio = test.ratio(tally.pairs)
    verdict = test.verdict(tally.pairs).value
    return f"SPRT {test}: LLR {ratio:+.2f} in ({low:.2f}, {high:.2f}), {verdict}"


def trial_lines(trials: Trials) -> list[str]:
    """How the test of each two players stands."""
    return [
        f"{tally.player} - {tally.opponent}: {_sprt_text(tally, trials.test)}"
        for tally in trials.tallies
    ]


def trials_json(trials: Trials) -> list[dict[str, object]]:
    """The same for machines."""
    return [
        {"players": [tally.player, tally.opponent], **_sprt_json(tally, trials.test)}
        for tally in trials.tallies
    ]


def _wins_rows(tally: Tally) -> list[list[str]]:
    """Each player's wins by side and by reason; of a reason, those as gold + those as silver."""
    reasons = [reason for reason in Reason if any(key[2] is reason for key in tally.endings)]
    titles = ["", "wins", "as gold", "as silver", *(_WORDS[reason] for reason in reasons)]
    rows = [[*titles, "lost on time"]]
    for is_player, label in ((True, tally.player), (False, tally.opponent)):
        as_side = [tally.wins_as(side, of_player=is_player) for side in Side]
        by_reason = [
            "+".join(str(tally.endings[is_player, side, reason]) for side in Side)
            for reason in reasons
        ]
        flags = tally.faults(by_player=is_player, reason=Reason.TIME)
        rows.append([label, str(sum(as_side)), *map(str, as_side), *by_reason, str(flags)])
    return rows


def fault_lines(faults: Iterable[Fault]) -> list[str]:
    """A line for each thing that a player loses games by and not at the board."""
    return [
        f"{fault.label}: {counted(fault.games, 'game')} lost {_LOST[fault.reason]}"
        + (f" ({shown(fault.detail)})" if fault.detail else "")
        for fault in faults
    ]


def fault_json(fault: Fault) -> dict[str, object]:
    """The same for machines."""
    return {"code": fault.reason.value, "games": fault.games, "last_detail": fault.detail}


_LOST = {
    Reason.TIME: "on time",
    Reason.ILLEGAL: "by an illegal turn",
    Reason.FORFEIT: "by forfeit",
}
_WORDS = {
    Reason.GOAL: "goal",
    Reason.ELIMINATION: "rabbits",
    Reason.IMMOBILIZATION: "immobile",
    Reason.TIME: "time",
    Reason.RESIGNATION: "resigned",
    Reason.ILLEGAL: "illegal",
    Reason.SCORE: "scored",
    Reason.FORFEIT: "forfeit",
    Reason.ABANDONED: "abandoned",
    Reason.REPETITION: "repetition",
    Reason.NO_RABBITS: "no rabbits",
}


def tally_json(tally: Tally, test: Sprt | None, faults: Iterable[Fault]) -> dict[str, object]:
    """The score of a match for machines; a number that does not exist is null."""
    found = tally.estimate
    value: dict[str, object] = {
        "players": [tally.player, tally.opponent],
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": list(tally.pairs.counts),
        "elo": _finite(found.elo),
        "elo_low": _finite(found.low),
        "elo_high": _finite(found.high),
        "los": found.superiority,
        "turns": tally.turns,
        "endings": [
            {
                "winner": tally.player if won else tally.opponent,
                "side": side.letter,
                "code": reason.value,
                "games": count,
            }
            for (won, side, reason), count in sorted(
                tally.endings.items(), key=lambda item: (-item[1], item[0][2].value)
            )
        ],
        "faults": [{"player": fault.label, **fault_json(fault)} for fault in faults],
    }
    if test is not None:
        value["sprt"] = _sprt_json(tally, test)
    return value


def _sprt_json(tally: Tally, test: Sprt) -> dict[str, object]:
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "llr": test.ratio(tally.pairs),
        "bounds": list(test.bounds),
        "verdict": test.verdict(tally.pairs).name,
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
