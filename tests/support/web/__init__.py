"""A house for the pages: a hall with tables of both games, and a client."""
