"""Cards («cartones»): what a card is, the rank of each, strips, series and their registry.

Counts are whole numbers, chance comes from outside as a secret, and where something is called uniform it says of what.
"""

from tapete.cartones.registry import (
    CardProof as CardProof,
    Cards as Cards,
    Registry as Registry,
    cards_of as cards_of,
    check_code as check_code,
    equal_sets as equal_sets,
    is_proved as is_proved,
    read_code as read_code,
)
from tapete.cartones.series import Law as Law, Series as Series
from tapete.cartones.shape import (
    NINETY as NINETY,
    CardWarning as CardWarning,
    Grid as Grid,
    Shape as Shape,
    columns_of as columns_of,
    double_faults as double_faults,
    faults as faults,
    lines_of as lines_of,
    parts as parts,
    price as price,
    read_grid as read_grid,
    warnings as warnings,
    write_grid as write_grid,
)
from tapete.cartones.strips import (
    STRIP as STRIP,
    card_count as card_count,
    rank as rank,
    strips_of as strips_of,
    unrank as unrank,
)
