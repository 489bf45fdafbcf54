"""Import and export of games as text."""
