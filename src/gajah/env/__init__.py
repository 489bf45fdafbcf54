"""Arimaa for the libraries of others that learn: PettingZoo, Gymnasium and OpenSpiel.

Each module needs its library: ``gajah.env.arimaa_v0`` and ``gajah.env.duels`` those of
``gajah[rl]``, ``gajah.env.python_arimaa`` that of ``gajah[openspiel]``. Actions and planes are
those of ``gajah.actions``.
"""
