"""The speed of this checkout: the same as ``gajah bench``, with the same options."""

from __future__ import annotations

import sys

from gajah.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
