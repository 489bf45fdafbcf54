"""What page and server say to each other: shapes, messages, refusals, and the socket itself."""
