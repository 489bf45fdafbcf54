"""Engines: our own spoken to, and all kinds of them driven."""
