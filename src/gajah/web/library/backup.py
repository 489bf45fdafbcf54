"""Backups that a page without a server writes: a server takes the games. docs/formats.md."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from gajah.analysis.review import Mark
from gajah.engine.score import Score
from gajah.errors import NotationError
from gajah.web.games.rows import TurnJudgement
from gajah.web.games.show import read_score
from gajah.web.wire.shapes import ScoreShape, TurnText

_VERSION = 1
_BEGINNING_CHARS = 200
_BEGINNING = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"format"\s*:\s*"gajah-backup"')

_DAMAGES = {"version": "it does not say its version", "games": "it has no list of games"}


def _read_score(shape: Any) -> Score:
    return read_score(ScoreShape.model_validate(shape))


class BackupJudgement(BaseModel):
    """What a review said about a turn."""

    score: Annotated[Score, BeforeValidator(_read_score)]
    best: TurnText | None
    loss: Annotated[float, Field(ge=0, le=1)]
    mark: Mark


class BackupGame(BaseModel):
    """A game: its record, and what a record cannot hold. Other fields are for pages."""

    record: str
    created: Annotated[float, Field(ge=0, lt=2**40)]
    review: list[BackupJudgement | None] | None = None

    def judgements(self, numbers: Sequence[int]) -> dict[int, TurnJudgement] | None:
        """The review by the nodes of the turns that were played; ``None`` without one."""
        if self.review is None:
            return None
        return {
            number: TurnJudgement(said.score, said.best, said.loss, said.mark)
            for number, said in zip(numbers, self.review, strict=False)
            if said is not None
        }


class Backup(BaseModel):
    """The file, as far as a server reads it."""

    version: int
    games: list[Any]


def is_backup(source: str | bytes) -> bool:
    """Whether a text is such a file, perhaps a damaged one, and not a text of games."""
    start = source[:_BEGINNING_CHARS]
    return (
        _BEGINNING.match(start.encode(errors="replace") if isinstance(start, str) else start)
        is not None
    )


def read_backup(source: str | bytes) -> list[Any]:
    """Its games, to be read one by one; a NotationError if the file is damaged or too new."""
    text = source.encode(errors="replace") if isinstance(source, str) else source
    try:
        file = Backup.model_validate_json(text.removeprefix(codecs.BOM_UTF8))
    except ValidationError as error:
        place = error.errors()[0]["loc"]
        why = _DAMAGES.get(str(place[0]) if place else "", "it cannot be read to its end")
        raise NotationError(f"the backup is damaged: {why}", line=0) from None
    if file.version > _VERSION:
        raise NotationError("the backup is of a newer version of gajah", line=0)
    return file.games


def read_backup_game(game: Any) -> BackupGame:
    """One of them; a NotationError names what is damaged."""
    try:
        return BackupGame.model_validate(game)
    except ValidationError as error:
        place = error.errors()[0]["loc"]
        raise NotationError(f"its {place[0] if place else 'record'} is damaged") from None
