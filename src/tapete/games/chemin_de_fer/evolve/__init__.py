"""Bookkeeping: what each event changes in the state. Nothing is decided here."""

from tapete.games.chemin_de_fer.evolve.table import evolve

__all__ = ["evolve"]
