"""A coup from the shoe to its payment: dealing, turns, advice, withdrawals, what follows by itself, the end."""
