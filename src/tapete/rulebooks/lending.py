"""What a rulebook lends to another game: the two-cloth game has the rules of chemin de fer, but for its adaptations.

A lending rulebook says in its section ``lends`` which sections its document lends (``general``) and whether the
banker's table is lent too (``bank_table``). Nothing else can be borrowed from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tapete.clauses import Sourced

BANK_TABLE: Final = "banker.table"
"""Name of the section that ``bank_table`` lends."""


class Lending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``general``: names of the sections that are lent; ``bank_table``: whether the banker's table is the same one."""

    general: Sourced[tuple[str, ...]]
    bank_table: Sourced[bool]


def lent_sections(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the sections that a rulebook lends; none where it does not say so."""
    if "lends" not in content:
        return ()
    lends = msgspec.convert(content["lends"], Lending)
    return (*lends.general.use(), *(BANK_TABLE for _ in (1,) if lends.bank_table.use()))
