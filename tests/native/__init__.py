"""The engine as a program of its own, gajah-aei."""
