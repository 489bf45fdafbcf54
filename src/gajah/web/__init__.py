"""The web app: the server, and in ``static/`` the page it serves. An edge: no rule lives here.

Its rooms, each importing only from those before it: ``wire``, ``games``, ``analysis`` and
``library``, ``lessons`` and ``live``, ``server``.
"""
