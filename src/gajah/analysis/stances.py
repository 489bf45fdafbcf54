"""How pieces stand: hostages, frames and undefended traps, as docs/coach.md defines them."""

from gajah._core import defenders, frames, hostages, open_traps

__all__ = ["defenders", "frames", "hostages", "open_traps"]
