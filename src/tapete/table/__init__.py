"""One table: its places, the people at it, its staff, and windows in which people call at once."""
