"""Thinking, from Python: the engine, what limits it, and what it answers."""

from gajah._core import Stop, Weights
from gajah.engine.analysis import Analysis, AnalysisLine
from gajah.engine.engine import Device, Engine, SearchKind
from gajah.engine.limits import UNLIMITED, Limits
from gajah.engine.score import Score

__all__ = [
    "UNLIMITED",
    "Analysis",
    "AnalysisLine",
    "Device",
    "Engine",
    "Limits",
    "Score",
    "SearchKind",
    "Stop",
    "Weights",
]
