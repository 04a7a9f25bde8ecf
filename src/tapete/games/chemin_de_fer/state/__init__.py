"""The state of one table: an immutable value, folded from events and never stored."""

from tapete.games.chemin_de_fer.state.table import Memory, Settings, Shoe, State, remember

__all__ = ["Memory", "Settings", "Shoe", "State", "remember"]
