"""A table where a player holds the bank: what every such game needs, whatever its cloths and its clauses.

Hands are names. One of them is the bank's, each of the others is a :class:`~tapete.games.banked.coup.Side` that plays
against it. Modules here take the names of the hands and slices of a state, cite values of the rulebook only, and know
no clause of one game: a game wraps what its clauses decide.
"""
