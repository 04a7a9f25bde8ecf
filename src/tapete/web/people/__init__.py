"""Pages about people in a house with accounts: log-in of the staff, accounts, players with names and ways back.

No right of the staff opens a player's place: a session for a place begins with its player's own word alone.
"""
