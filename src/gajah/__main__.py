"""``python -m gajah`` is ``gajah``."""

import sys

from gajah.cli import main

sys.exit(main())
