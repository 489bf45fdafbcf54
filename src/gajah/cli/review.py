"""``gajah review``: every turn of many games judged by the engine."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import click

from gajah._core import Stop
from gajah.analysis.annotate import annotate
from gajah.analysis.batch import in_order, work_through
from gajah.analysis.journal import Journal, JournalError
from gajah.analysis.review import TurnReview, review_game
from gajah.analysis.shapes import review_shape
from gajah.cli.games import FoundGame, GameFiles, Mistake, output
from gajah.cli.options import json_option, out_option, rules_option, with_options
from gajah.cli.progress import progress
from gajah.cli.text import STDIN, BadInput, counted, is_terminal
from gajah.cli.thinking import EngineOptions, jobs_option, limit_of, nodes_option, time_option
from gajah.engine.engine import Engine
from gajah.game import Rules
from gajah.records.json_lines import format_json_line
from gajah.records.writer import format_record

_DEFAULT_S = 0.5
_SETUPS = 2
# What a review that is not finished is kept in, beside the file that --out names.
_JOURNAL_SUFFIX = ".unfinished"

_Task = tuple[int, FoundGame]
_Answer = list[TurnReview] | Mistake


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    help="Records, the server's archive (TSV) or JSON lines.",
)
@out_option
@time_option(_DEFAULT_S, "Seconds for a position; a turn takes one or two.")
@nodes_option
@jobs_option
@with_options(engine=EngineOptions)
@rules_option
@json_option
def review(
    files: tuple[str, ...],
    out: Path | None,
    time: float | None,
    nodes: int | None,
    jobs: int,
    engine: EngineOptions,
    rules: str,
    as_json: bool,
) -> None:
    """Judge every turn of every game, and write the games with what was found.

    Behind each turn stand the score for gold and, where a turn was better, that turn:
    {[%eval 0.42] [%best Ee2n Ee3n]}. Turns that lose much get a glyph: ?!, ? or ??. With --json,
    each game is a line of JSON instead.

    With --out, the same command goes on where it stopped, however it was ended.
    """
    if STDIN in files:
        raise BadInput("a review reads its files twice: name a file instead of -")
    limits = {"time": limit_of(time, nodes, _DEFAULT_S), "nodes": nodes}
    job = _Job(files, Rules(rules), limits, engine.engines(jobs), as_json)
    if out is None:
        job.write_to(sys.stdout)
    else:
        settings = {**limits, "search": engine.search, "net": _digest(engine.net), "rules": rules}
        job.write_file(out, {**settings, "files": [_digest(Path(name)) for name in files]})
    job.games.end()


@dataclass
class _Job:
    """The review of all games of some files."""

    names: Sequence[str]
    rules: Rules
    limits: dict[str, Any]
    engines: list[Engine]
    as_json: bool

    def __post_init__(self) -> None:
        self.games = GameFiles(self.names)
        self.marks: Counter[str] = Counter()

    def write_to(self, file: IO[str]) -> None:
        """Write each game as soon as it and all before it are done."""
        with self._progress() as advance:
            answers = self._answers(enumerate(self.games), advance)
            numbered = ((number, (found, answer)) for (number, found), answer in answers)
            self._write(file, in_order(numbered))

    def write_file(self, out: Path, settings: dict[str, Any]) -> None:
        """Write the games when all are done; until then, what is done is kept beside the file."""
        path = out.with_name(out.name + _JOURNAL_SUFFIX)
        if out.exists() and not path.exists():
            raise BadInput(f"{out} exists already: remove it or name another file")
        try:
            journal = Journal(path, settings)
        except JournalError as error:
            raise BadInput(str(error)) from None
        try:
            refused = self._fill(journal)
            done = (
                (found, refused[number] if number in refused else journal[number])
                for number, found in enumerate(GameFiles(self.names, is_quiet=True))
            )
            with output(out) as file:
                self._write(file, done, is_quiet=True)
            journal.remove()
        except KeyboardInterrupt:
            kept = counted(len(journal), "game")
            print(f"{path} keeps {kept}: the same command goes on", file=sys.stderr)
            raise
        finally:
            journal.close()
        print(f"{out}: {self._summary(len(journal))}", file=sys.stderr)

    def _fill(self, journal: Journal) -> dict[int, Mistake]:
        """Review the games that the journal lacks; return those that the rules refuse."""
        refused: dict[int, Mistake] = {}
        with self._progress() as advance:
            for number in journal:
                advance(len(journal[number]))
            tasks = ((number, found) for number, found in enumerate(self.games))
            missing = (task for task in tasks if task[0] not in journal)
            for (number, found), answer in self._answers(missing, advance):
                if isinstance(answer, Mistake):
                    self.games.complain(found.file, answer)
                    refused[number] = answer
                else:
                    journal.add(number, answer)
        return refused

    def _answers(
        self, tasks: Iterator[_Task], advance: Callable[[float], None]
    ) -> Iterator[tuple[_Task, _Answer]]:
        def review_one(engine: Engine, task: _Task, stop: Stop) -> _Answer:
            game = task[1].replay(self.rules)
            if isinstance(game, Mistake):
                return game
            # Else the answer would depend on the games before it.
            engine.clear()
            seconds, nodes = self.limits["time"], self.limits["nodes"]
            reviews = []
            for review in review_game(engine, game, seconds=seconds, nodes=nodes, stop=stop):
                reviews.append(review)
                advance(1)
            return reviews

        return work_through(self.engines, tasks, review_one)

    def _write(
        self,
        file: IO[str],
        games: Iterator[tuple[FoundGame, _Answer]],
        *,
        is_quiet: bool = False,
    ) -> None:
        """Write games; one that the rules refuse as it was, but not as JSON."""
        gap = ""
        for found, answer in games:
            if isinstance(answer, Mistake) and not is_quiet:
                self.games.complain(found.file, answer)
            if text := self._text(found, answer):
                file.write(gap + text)
                file.flush()
                gap = "" if self.as_json else "\n"

    def _text(self, found: FoundGame, answer: _Answer) -> str:
        record = found.record()
        if isinstance(record, Mistake):
            return ""
        if isinstance(answer, Mistake):
            return "" if self.as_json else format_record(record)
        self.marks.update(review.mark for review in answer)
        if not self.as_json:
            annotate(record, answer)
            return format_record(record)
        game = found.game.game(rules=self.rules)
        about = {"file": found.file, "game": found.number, "tags": dict(record.tags)}
        return format_json_line({**about, "result": record.score, **review_shape(game, answer)})

    @contextmanager
    def _progress(self) -> Iterator[Callable[[float], None]]:
        """A bar that counts turns."""
        total = 0
        if is_terminal(sys.stderr):
            for found in GameFiles(self.names, is_quiet=True):
                record = found.record()
                if not isinstance(record, Mistake):
                    total += max(0, len(record.played) - _SETUPS)
        with progress("reviewing", total) as advance:
            yield advance

    def _summary(self, games: int) -> str:
        kinds = (("?!", "inaccuracy", "inaccuracies"), ("?", "mistake", ""), ("??", "blunder", ""))
        marks = (counted(self.marks[mark], one, many) for mark, one, many in kinds)
        return ", ".join([counted(games, "game"), *marks])


def _digest(path: Path | None) -> str | None:
    """The content of a file in short, to notice that it is another one."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None  # It is named when its games are read.
