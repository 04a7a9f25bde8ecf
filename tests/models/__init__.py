"""Models beside the code: slow and plain readings of the register, which the games are compared with.

They are written from the clauses and import nothing of a game.
"""
