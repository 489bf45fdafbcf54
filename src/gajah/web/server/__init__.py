"""The server itself: the application, its addresses, its guard and its settings file."""
