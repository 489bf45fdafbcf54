"""Keeps the game on disk while it is played, so that nothing that ends the program loses it."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from gajah.cli.play.files import Place, free_path, games_folder, save_game
from gajah.cli.play.table import Table
from gajah.cli.text import BadInput


class Keeper:
    """Where the game is kept: a file that the user named, or one in the folder of games."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._is_own = False
        self._complaint = ""

    def keep(self, table: Table) -> str:
        """Save the game as it stands; what went wrong, the first time it does, or nothing."""
        if not table.game.turns and table.game.result is None:
            return ""
        try:
            save_game(table, self._chosen(), now=datetime.now())
        except (BadInput, RuntimeError) as error:
            # RuntimeError: the user has no home. Playing goes on without being kept.
            first, self._complaint = not self._complaint, str(error)
            return f"The game is not being kept: {error}." if first else ""
        self._complaint = ""
        return ""

    def save_as(self, table: Table, path: Path, *, replace: bool) -> None:
        """Save into a file, and keep the game there from now on; raises BadInput."""
        if path.exists() and path != self._path and not replace:
            raise BadInput(f"the file {path} exists already; save! {path} replaces it")
        save_game(table, path, now=datetime.now())
        if self._is_own and self._path is not None and self._path != path:
            with suppress(OSError):
                self._path.unlink()
        self._path, self._is_own = path, False

    def follow(self, place: Place) -> None:
        """A game was taken up from a file: keep it there if the file is one of ours."""
        self._path = None
        self._is_own = False
        with suppress(RuntimeError):
            if place.path.resolve().parent == games_folder(os.environ).resolve():
                self._path, self._is_own = place.path, True

    def forget(self) -> None:
        """The next game is another one, and gets a file of its own."""
        self._path = None
        self._is_own = False

    def farewell(self, table: Table) -> list[str]:
        """Where the game can be found, and how it is taken up again."""
        if self._complaint:
            return [f"The game is not saved: {self._complaint}."]
        if self._path is None or not table.game.turns:
            return []
        saved = f"The game is saved in {self._path}"
        if table.game.result is not None:
            return [saved, "Study it: gajah web, then Library and Import games"]
        return [saved, f"Go on with it: gajah play --load {shlex.quote(str(self._path))}"]

    def _chosen(self) -> Path:
        if self._path is None:
            self._path = free_path(games_folder(os.environ), datetime.now())
            self._is_own = True
        return self._path
