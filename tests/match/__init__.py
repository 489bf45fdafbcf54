"""The referee: its decisions, and games with players good and bad."""
