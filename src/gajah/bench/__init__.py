"""How fast gajah is: measurements on positions from real games, printed by ``gajah bench``."""
