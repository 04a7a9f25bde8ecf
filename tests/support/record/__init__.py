"""A toy game to be recorded, and programs that write records."""
