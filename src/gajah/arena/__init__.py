"""Many games and what they tell: matches, tournaments, ratings with error bars, SPRT."""
