"""Telling players that it is their turn: by web push, and by mail."""
