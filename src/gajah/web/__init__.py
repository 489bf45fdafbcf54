"""The web app: the server, and in ``static/`` the page it serves. An edge: no rule lives here."""
