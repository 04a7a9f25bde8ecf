"""The bank that is held: its amount, its associates, its garage."""
