"""Puzzles as the pages solve them."""
