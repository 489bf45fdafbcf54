"""The tests of gajah. ``tests/rules`` proves the rules, the rest mirrors ``src/gajah``."""
