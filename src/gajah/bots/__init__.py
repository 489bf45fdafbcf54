"""Who can choose a turn: random, heuristic, minimax, and the engine."""
