"""Games between players, and the one running game that matches, terminal and web play through.

``play`` plays one game. The parts: ``terms`` (what is agreed), ``running`` (turns, clock, draft,
takeback, result), ``record`` (records of it), ``playing`` (two players led to a result).
"""

from gajah.match.playing import Opening, Played, play
from gajah.match.terms import Adjudication, Terms

__all__ = ["Adjudication", "Opening", "Played", "Terms", "play"]
