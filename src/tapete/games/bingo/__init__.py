"""Bingo: a hall with its sessions, and in each session games of single or double cartones, from the sale to the end.

One table is one hall. What lasts longer than a game (machine, sets of balls, series, the book) stands apart in the
state (:class:`tapete.games.bingo.state.Hall`) and is written by events of its own.
"""
