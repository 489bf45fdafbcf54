"""Exact answers about captures: every distinct turn of a side is gone through, none is guessed."""

from gajah._core import CaptureThreat, capture_threats, capturing_turns, passed

__all__ = ["CaptureThreat", "capture_threats", "capturing_turns", "passed"]
