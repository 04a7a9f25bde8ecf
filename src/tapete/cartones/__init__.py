"""Cards («cartones»): what a card is, the rank of each, strips, series and their registry.

Counts are whole numbers, chance comes from outside as a secret, and where something is called uniform it says of what.
"""

from tapete.cartones.registry import CardProof, Cards, Registry, cards_of, check_code, equal_sets, is_proved, read_code
from tapete.cartones.series import Law, Series
from tapete.cartones.shape import (
    NINETY,
    Grid,
    Shape,
    Warning as CardWarning,
    columns_of,
    double_faults,
    faults,
    lines_of,
    parts,
    price,
    read_grid,
    warnings,
    write_grid,
)
from tapete.cartones.strips import STRIP, card_count, rank, strips_of, unrank

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
