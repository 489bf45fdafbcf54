"""A referee: two players, a clock, a result, a record."""
