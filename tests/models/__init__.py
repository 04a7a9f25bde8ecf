"""Models beside the code: plain readings of the register, written from the clauses, that import nothing of a game."""
