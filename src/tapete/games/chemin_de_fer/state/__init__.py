"""The state of one table: an immutable value, folded from events and never stored."""

from tapete.games.chemin_de_fer.state.table import CarriedOver, Settings, Shoe, State, carry_over

__all__ = ["CarriedOver", "Settings", "Shoe", "State", "carry_over"]
