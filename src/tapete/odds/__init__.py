"""Exact chances of the games, in whole numbers: counted by asking the functions that decide at the table.

The rules stand in :mod:`tapete.games` only. What is here lays every possible run of cards before them, with the exact
number of ways in which it can leave the shoe.
"""
