"""``gajah play``: the game in a terminal.

``command`` holds the options and ``opening`` seats the players; ``session`` is the loop and
``commands`` what can be typed. ``seated`` with ``setup_draft`` and ``entry`` knows no terminal,
``view``, ``board`` and ``looks`` only make lines of text, ``console`` alone reads and writes.
"""

from gajah.cli.play.command import play

__all__ = ["play"]
