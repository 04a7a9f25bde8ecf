"""What of a stake plays, where it lies, and what of it a limited bank covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from tapete.clauses import Fault, against, fault, rule
from tapete.games.banked.priority import Rank
from tapete.games.dos_panos.rules import AcrossLine, BetweenCloths, OddTest, PriorityRules, StakeRules
from tapete.games.dos_panos.terms import CLOTHS, Hand, Spot, other_cloth
from tapete.kernel import PersonId
from tapete.money import Cents, portion

if TYPE_CHECKING:
    from tapete.games.dos_panos.state import LaidStake


class ClothStake(msgspec.Struct, frozen=True):
    person: PersonId
    cloth: Hand
    amount: Cents


ClothStakes = tuple[ClothStake, ...]

Ranks = Mapping[Hand, Mapping[PersonId, Rank]]


def on_cloth(stakes: ClothStakes, cloth: Hand) -> Cents:
    return sum(one.amount for one in stakes if one.cloth is cloth)


def stake_of(stakes: ClothStakes, person: PersonId, cloth: Hand | None = None) -> Cents:
    return sum(one.amount for one in stakes if one.person == person and cloth in (None, one.cloth))


def cloth_stakes(parts: Mapping[tuple[PersonId, Hand], Cents]) -> ClothStakes:
    """Return stakes in order of cloth and name, which tells nothing about who was first; empty ones are left out."""
    ordered = sorted(parts.items(), key=lambda one: (CLOTHS.index(one[0][1]), one[0][0]))
    return tuple(ClothStake(person, cloth, amount) for (person, cloth), amount in ordered if amount)


def cover_by_priority(stakes: ClothStakes, bank: Cents, ranks: Ranks, rules: PriorityRules) -> ClothStakes:
    """Return what plays against a bank that answers with what it holds, in cents."""
    is_short = sum(one.amount for one in stakes) > bank
    cut = cut_by_priority.where(is_short, stakes, bank, ranks, rules)
    return stakes if cut is None else cut


@rule("DP.E2.05", neutral=lambda stakes, bank, ranks, rules: stakes)
def cut_by_priority(stakes: ClothStakes, bank: Cents, ranks: Ranks, rules: PriorityRules) -> ClothStakes:
    """A limited bank answers with what lies on the table: what is above it does not play, weakest priority first."""
    match rules.between_cloths.use():
        case BetweenCloths.FIRST_CLOTH:
            return cloth_stakes(_taken(by_priority(stakes, ranks), bank))
        case BetweenCloths.PRO_RATA:
            whole = sum(one.amount for one in stakes)
            second = bank * on_cloth(stakes, Hand.SEGUNDO) // whole
            rooms = {Hand.PRIMERO: bank - second, Hand.SEGUNDO: second}
            found: dict[tuple[PersonId, Hand], Cents] = {}
            for cloth in CLOTHS:
                here = tuple(one for one in stakes if one.cloth is cloth)
                found |= _taken(by_priority(here, ranks), rooms[cloth])
            return cloth_stakes(found)


@rule("DP.B.10", neutral=lambda stakes, _ranks: sorted(stakes, key=lambda one: one.person, reverse=True))
def by_priority(stakes: ClothStakes, ranks: Ranks) -> Sequence[ClothStake]:
    """Stakes are taken in the order of priority on their cloth, those of the first cloth before those of the second."""
    return sorted(stakes, key=lambda one: (CLOTHS.index(one.cloth), ranks[one.cloth][one.person]))


def _taken(ordered: Sequence[ClothStake], room: Cents) -> dict[tuple[PersonId, Hand], Cents]:
    found: dict[tuple[PersonId, Hand], Cents] = {}
    for one in ordered:
        part = min(one.amount, room)
        found[one.person, one.cloth] = part
        room -= part
    return found


Parts = dict[Hand, Cents]
"""Cents that play on each cloth."""


def parts_at_risk(rules: StakeRules, laid: Iterable[LaidStake], unit: Cents) -> ClothStakes:
    found: dict[tuple[PersonId, Hand], Cents] = {}
    for one in laid:
        for cloth, part in playing_parts(rules, one.spot, one.cloth, one.amount, unit).items():
            key = (one.person, cloth)
            found[key] = found.get(key, 0) + part
    return cloth_stakes(found)


def playing_parts(rules: StakeRules, spot: Spot, cloth: Hand, amount: Cents, unit: Cents) -> Parts:
    match spot:
        case Spot.LINE:
            return {cloth: portion(amount, rules.line_plays.use(), rules.half_rounding.use())}
        case Spot.ACROSS:
            return parts_across(rules, amount, unit)
        case Spot.OTHER_CLOTH:
            return {other_cloth(cloth): amount}
        case _:
            return {cloth: amount}


def parts_across(rules: StakeRules, amount: Cents, unit: Cents) -> Parts:
    """Return the parts of a stake across the line: whole units, the larger part on the first cloth."""
    match rules.across_odd_test.use():
        case OddTest.WHOLE:
            units = amount // unit
            first = (units + 1) // 2 * unit
        case OddTest.HALF:
            first = (amount + 1) // 2
    return {Hand.PRIMERO: first, Hand.SEGUNDO: amount - first}


def require_spot(rules: StakeRules, spot: Spot) -> Fault | None:
    if rules.forbidden_spots.has_member(str(spot)):
        return against(rules.forbidden_spots, "forbidden-spot", spot=str(spot))
    if spot is Spot.OTHER_CLOTH and not rules.other_cloth_area.use():
        return fault("no-such-spot", spot=str(spot))
    if spot is Spot.ACROSS and AcrossLine.BETWEEN_CLOTHS not in rules.across_lines.use():
        return fault("no-such-spot", spot=str(spot))
    return fault("no-such-spot", spot=str(spot)) if spot.endswith(("-left", "-right")) else None


def require_units(rules: StakeRules, spot: Spot, amount: Cents, unit: Cents) -> Fault | None:
    """Return a Fault if a stake across the line is no whole number of units, or too few to be parted."""
    if spot is not Spot.ACROSS or rules.across_odd_test.weigh() is OddTest.HALF:
        return None
    if amount % unit:
        return against(rules.across_odd_test, "not-whole-units", unit=unit, amount=amount)
    return against(rules.across_odd_test, "too-small-to-part", least=2 * unit) if amount < 2 * unit else None


@rule("DP.E2.01", neutral=None, names_a_pass=False)
def require_stake_within(amount: Cents, elsewhere: Cents, least: Cents, most: Cents) -> Fault | None:
    """Each stake keeps to the minimum of the authorisation, and all that one punter stakes in a coup to its maximum,
    wherever it lies: each stake counts whole. ``elsewhere``: what they have on other spots; a maximum of 0 is none.
    """
    if amount < least:
        return fault("below-minimum", minimum=least, amount=amount)
    whole = amount + elsewhere
    return fault("above-maximum", maximum=most, amount=whole) if most and whole > most else None
