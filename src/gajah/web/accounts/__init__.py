"""Accounts: names with a password, and the browsers that are logged in."""
