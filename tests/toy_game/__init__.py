"""Carta alta follows ``docs/how-to/add-a-game.md``: two stake the same, the higher card takes both stakes."""
