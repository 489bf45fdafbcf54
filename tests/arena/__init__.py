"""Many games: schedules, files, statistics, and whole events."""
