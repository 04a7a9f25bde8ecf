"""Carta alta: a small game that follows ``docs/how-to/add-a-game.md`` step by step, outside of the source.

Two players stake the same, the croupier gives each a card from a sealed shoe, the higher one takes both stakes. Nothing
in ``src`` knows it: :data:`tests.toy_game.entry.CARTA_ALTA` is put into the catalogue for as long as a test lasts.
"""
