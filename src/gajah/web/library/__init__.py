"""Games in and out as text."""
