"""Playing on a server from elsewhere: an engine under the account of a bot."""
