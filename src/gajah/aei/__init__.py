"""AEI, the Arimaa Engine Interface: ``serve`` speaks it, ``popen`` drives an engine with it."""

from gajah.aei.driver import EngineDriver, EngineResigned, popen
from gajah.aei.link import EngineFailure
from gajah.aei.server import serve

__all__ = ["EngineDriver", "EngineFailure", "EngineResigned", "popen", "serve"]
