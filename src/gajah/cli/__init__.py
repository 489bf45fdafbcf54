"""The command line: ``gajah ...``. An edge: it reads, asks the library, and shows.

``app`` lists the commands and is the one place that turns errors into sentences and exit codes;
``text`` reads what users name and prints what machines read; every other module holds commands.
"""

from gajah.cli.app import main

__all__ = ["main"]
