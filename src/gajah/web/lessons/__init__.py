"""Puzzles to solve."""
