"""What one baccarat game lends to another: the two-cloth game has the rules of chemin de fer, but for its adaptations.

A lending rulebook says in its table ``lends`` which sections it lends and whether its table of the bank is one of them.
The borrowing rulebook lays its own values over them, so the same functions answer for both games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tapete.clauses import Sourced
from tapete.rulebooks.library import overlay


class Lending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``general``: names of the sections that are lent; ``bank_table``: whether the banker's table is the same one."""

    general: Sourced[tuple[str, ...]]
    bank_table: Sourced[bool]


def borrowed(lender: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a borrowing rulebook: what ``lender`` lends, with the borrower's ``own`` values over it."""
    lends = msgspec.convert(lender["lends"], Lending)
    lent: dict[str, Any] = {name: lender[name] for name in lends.general.use()}
    if lends.bank_table.use():
        lent["banker"] = {"table": lender["banker"]["table"]}
    return overlay(lent, own)
