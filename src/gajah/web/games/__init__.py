"""Games that outlive the process: the database, the tree of turns, seats."""
