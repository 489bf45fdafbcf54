"""The two WebSockets: a live game, and analysis."""
