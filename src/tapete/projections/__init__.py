"""What a hall works out of its entries beside the state: never asked by a decision, made anew from zero at any time."""

from tapete.projections.missing_numbers import CardIndex, MissingNumbers, SoldRange, Touched

__all__ = ["CardIndex", "MissingNumbers", "SoldRange", "Touched"]
