"""Which stakes a limited bank covers: by priority, over both cloths together; what is above it goes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from tapete.clauses import rule
from tapete.games.banked.priority import Rank
from tapete.games.dos_panos.rules.table import BetweenCloths, PriorityRules
from tapete.games.dos_panos.terms import CLOTHS, Hand
from tapete.kernel import PersonId
from tapete.money import Cents


class ClothStake(msgspec.Struct, frozen=True):
    """What plays of somebody's stakes on one cloth, in cents."""

    person: PersonId
    cloth: Hand
    amount: Cents


ClothStakes = tuple[ClothStake, ...]

Ranks = Mapping[Hand, Mapping[PersonId, Rank]]
"""The rank of everybody on each cloth."""


def on_cloth(stakes: ClothStakes, cloth: Hand) -> Cents:
    return sum(one.amount for one in stakes if one.cloth is cloth)


def stake_of(stakes: ClothStakes, person: PersonId, cloth: Hand | None = None) -> Cents:
    """Return what plays of a person's, on one cloth or on both."""
    return sum(one.amount for one in stakes if one.person == person and cloth in (None, one.cloth))


def cloth_stakes(parts: Mapping[tuple[PersonId, Hand], Cents]) -> ClothStakes:
    """Return stakes in order of cloth and name, which tells nothing about who was first; empty ones are left out."""
    ordered = sorted(parts.items(), key=lambda one: (CLOTHS.index(one[0][1]), one[0][0]))
    return tuple(ClothStake(person, cloth, amount) for (person, cloth), amount in ordered if amount)


def cover_by_priority(stakes: ClothStakes, bank: Cents, ranks: Ranks, rules: PriorityRules) -> ClothStakes:
    """Return what plays of stakes against a bank that answers with what it holds, in cents: all of them where it covers
    them.
    """
    is_short = sum(one.amount for one in stakes) > bank
    cut = cut_by_priority.where(is_short, stakes, bank, ranks, rules)
    return stakes if cut is None else cut


@rule("DP.E2.05", neutral=lambda stakes, bank, ranks, rules: stakes)
def cut_by_priority(stakes: ClothStakes, bank: Cents, ranks: Ranks, rules: PriorityRules) -> ClothStakes:
    """The banker of a limited bank answers with what lies on the table: what is above it does not play, the weakest
    priority first.
    """
    match rules.between_cloths.use():
        case BetweenCloths.FIRST_CLOTH:
            return cloth_stakes(_taken(in_order(stakes, ranks), bank))
        case BetweenCloths.PRO_RATA:
            whole = sum(one.amount for one in stakes)
            second = bank * on_cloth(stakes, Hand.SEGUNDO) // whole
            rooms = {Hand.PRIMERO: bank - second, Hand.SEGUNDO: second}
            found: dict[tuple[PersonId, Hand], Cents] = {}
            for cloth in CLOTHS:
                here = tuple(one for one in stakes if one.cloth is cloth)
                found |= _taken(in_order(here, ranks), rooms[cloth])
            return cloth_stakes(found)


@rule("DP.B.10", neutral=lambda stakes, _ranks: sorted(stakes, key=lambda one: one.person, reverse=True))
def in_order(stakes: ClothStakes, ranks: Ranks) -> Sequence[ClothStake]:
    """Stakes are taken in the order of priority on their cloth, those of the first cloth before those of the second."""
    return sorted(stakes, key=lambda one: (CLOTHS.index(one.cloth), ranks[one.cloth][one.person]))


def _taken(ordered: Sequence[ClothStake], room: Cents) -> dict[tuple[PersonId, Hand], Cents]:
    found: dict[tuple[PersonId, Hand], Cents] = {}
    for one in ordered:
        part = min(one.amount, room)
        found[one.person, one.cloth] = part
        room -= part
    return found
