"""Games being played: rooms with their pages, clocks, bots."""
