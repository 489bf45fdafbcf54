"""The running game, and games with players good and bad."""
