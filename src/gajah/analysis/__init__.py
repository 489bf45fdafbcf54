"""Study of positions and games: reviews, proofs and puzzles."""
