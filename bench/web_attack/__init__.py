"""Attacks on servers of its own, on this machine alone; ``python -m bench.web_attack --help``."""
