"""What changes the tables of a database from one version to the next: a file a version.

`upgrade` runs them, and `rows` has the tables of the newest version. A file says what its version
was, so it stays as it is when the tables change again.
"""
