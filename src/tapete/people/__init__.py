"""People: accounts of the staff with two factors, their sessions, and the pseudonyms of players.

Nothing of this is in a record: there people have pseudonyms, and who bears one is told here and can be erased. The
clock is given from outside, in seconds; tokens come from the operating system and are kept as digests alone.
"""
