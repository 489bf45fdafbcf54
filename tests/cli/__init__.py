"""The command line, by running the real program in a process of its own."""
