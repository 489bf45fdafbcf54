"""One of gajah's bots as an AEI engine: ``python -m gajah.aei NAME``.

Matches so talk to every player in the same way, a bot that fails takes nothing with it, and as
many think at once as there are cores.
"""

from __future__ import annotations

import sys

from gajah.aei.served import NamedBot
from gajah.aei.server import converse

if __name__ == "__main__":
    converse(NamedBot(sys.argv[1]))
