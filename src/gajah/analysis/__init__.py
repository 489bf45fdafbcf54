"""Study of positions and games: puzzles, and who has solved them."""
