"""Cards («cartones»): what a card is, the rank of each, strips, series and their registry.

Counts are whole numbers, chance comes from outside as a secret, and where something is called uniform it says of what.
"""

from tapete.cartones.checks import Warning as CardWarning, double_faults, faults, parts, price, warnings
from tapete.cartones.codes import check_code, read_code
from tapete.cartones.digest import CardProof, is_proved
from tapete.cartones.ranks import card_count, rank, unrank
from tapete.cartones.registry import Cards, Registry, cards_of, equal_sets
from tapete.cartones.series import Law, Series
from tapete.cartones.shape import NINETY, Grid, Shape, columns_of, lines_of
from tapete.cartones.strips import STRIP, strips_of
from tapete.cartones.writing import read_grid, write_grid

__all__ = [
    "NINETY",
    "STRIP",
    "CardProof",
    "CardWarning",
    "Cards",
    "Grid",
    "Law",
    "Registry",
    "Series",
    "Shape",
    "card_count",
    "cards_of",
    "check_code",
    "columns_of",
    "double_faults",
    "equal_sets",
    "faults",
    "is_proved",
    "lines_of",
    "parts",
    "price",
    "rank",
    "read_code",
    "read_grid",
    "strips_of",
    "unrank",
    "warnings",
    "write_grid",
]
