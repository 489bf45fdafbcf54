"""The tests of a cluster need Ray, which is large and optional: ``pip install 'gajah[ray]'``."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("ray") else ["test_ray.py"]
