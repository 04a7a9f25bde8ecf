"""Exact chances of the games, in whole numbers: counted by asking the functions that decide at the table."""
