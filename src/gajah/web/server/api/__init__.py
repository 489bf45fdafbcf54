"""HTTP under ``/api/v1``, a module for each kind of thing asked for."""
