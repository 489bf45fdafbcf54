"""Thinking for pages: the queue for the cores, endless analysis, reviews of games."""
