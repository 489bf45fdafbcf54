"""Keeps the game on disk while it is played, so that nothing that ends the program loses it."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from gajah.cli.play.files import (
    free_path,
    games_folder,
    holds_one_game,
    is_noted_place,
    note_place,
    save_game,
)
from gajah.cli.play.seated import SeatedGame
from gajah.cli.play.seats import options_to_resume
from gajah.cli.text import BadInput


class Keeper:
    """Where the game is kept: a file that the user named, or one in the folder of games."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._is_own = False
        self._complaint = ""
        if path is not None:
            self._note(path)

    def keep(self, seated: SeatedGame, *, under_way_s: float = 0.0) -> str:
        """Save the game; return a sentence the first time that this fails, else nothing."""
        if not seated.game.turns and seated.game.result is None:
            return ""
        try:
            save_game(seated, self._chosen(), now=datetime.now(), under_way_s=under_way_s)
        except (BadInput, RuntimeError) as error:
            # RuntimeError: the user has no home. Playing goes on without being kept.
            first, self._complaint = not self._complaint, str(error)
            return f"The game is not being kept: {error}." if first else ""
        self._complaint = ""
        return ""

    def save_as(self, seated: SeatedGame, path: Path, *, replace: bool, under_way_s: float) -> None:
        """Save into a file, and keep the game there from now on; raises BadInput."""
        before = self._path
        is_other = before is None or before.resolve() != path.resolve()
        if path.exists() and is_other and not replace:
            raise BadInput(f"the file {path} exists already; save! {path} replaces it")
        save_game(seated, path, now=datetime.now(), under_way_s=under_way_s)
        if self._is_own and before is not None and is_other:
            with suppress(OSError):
                before.unlink()
        self._path, self._is_own = path, False
        self._note(path)

    def follow(self, path: Path) -> None:
        """Keep a loaded game in its file if that was chosen for it, by the user or by us.

        A file that holds another game too is left alone.
        """
        self.forget()
        with suppress(RuntimeError, OSError):
            is_own = path.resolve().parent == games_folder(os.environ).resolve()
            if (is_own or is_noted_place(path, os.environ)) and holds_one_game(path):
                self._path, self._is_own = path, is_own

    def forget(self) -> None:
        """Give the next game a file of its own."""
        self._path = None
        self._is_own = False

    def leave(self, seated: SeatedGame, under_way_s: float) -> None:
        """Save the time that the unfinished turn has taken, when the user leaves."""
        if self._path is not None and (under_way_s or not self._path.exists()):
            self.keep(seated, under_way_s=under_way_s)

    def farewell(self, seated: SeatedGame) -> list[str]:
        """Where the game can be found, and how it is taken up again."""
        if self._complaint:
            return [f"The game is not saved: {self._complaint}."]
        if self._path is None or not seated.game.turns:
            return []
        saved = f"The game is saved in {self._path}"
        if seated.game.result is not None:
            return [saved, "Study it: gajah web, then Library and Import games"]
        words = ["gajah", "play", "--load", str(self._path), *options_to_resume(seated.seats)]
        return [saved, f"Go on with it: {shlex.join(words)}"]

    def _note(self, path: Path) -> None:
        # Without it the game would go on in another file after it is loaded; nothing is lost.
        with suppress(RuntimeError, OSError):
            note_place(path, os.environ)

    def _chosen(self) -> Path:
        if self._path is None:
            self._path = free_path(games_folder(os.environ), datetime.now())
            self._is_own = True
        return self._path
