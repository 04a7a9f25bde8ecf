"""Options of the banco: one player against the whole bank, on both cloths."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tapete.clauses import Sourced


class Callers(StrEnum):
    """Who may call banco, or bid for the bank."""

    ALL = "all"
    SEATED = "seated"
    PRESENT = "present"
    """Whoever is at the table: another wording of everybody."""


class BancoRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The banco.

    ``free_on``: two-card totals on which its player does as he likes; ``needs_director``: only if the director said so
    beforehand. ``times``: how often it may be called before the first coup of a shoe. ``both_cloths``: it cannot be
    limited to one. ``second_hand_after_first``: the second cloth's cards are looked at when the first was played.
    ``repeats_when_void``: further coups after a void one. ``excludes_stakes``: no ordinary stake lies beside it.
    ``lots_between_cloths``: calls on both cloths draw lots. ``holds_both``: whoever calls it holds the cards of both
    cloths, seated or standing. ``in_free_bank``: it may be called against an open bank.
    """

    free_on: Sourced[tuple[int, ...]]
    needs_director: Sourced[bool]
    callers: Sourced[Callers]
    times: Sourced[int]
    both_cloths: Sourced[bool]
    second_hand_after_first: Sourced[bool]
    repeats_when_void: Sourced[int]
    excludes_stakes: Sourced[bool]
    lots_between_cloths: Sourced[bool]
    holds_both: Sourced[bool]
    in_free_bank: Sourced[bool]
