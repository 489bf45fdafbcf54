"""The versions, each a revision of Alembic."""
