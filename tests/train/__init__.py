"""Learning by self-play, small enough for a CPU."""
