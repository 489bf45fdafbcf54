"""The Arimaa workshop."""

from gajah._core import Position, Setup, Side, Square, Step, Turn
