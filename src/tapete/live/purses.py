"""The chips that a visitor of a house has about him, as the table knows them at which he would change them.

Chips of a house come from its cash desk: at a table nobody brings more than he has in his purse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from tapete.house.admission import chips_of, is_on_duty, left_at_tables, require_may_play
from tapete.house.events import ChipsBoughtBack, DepositChanged, DepositReturned
from tapete.house.state import State
from tapete.kernel import Amount, Offer, PersonId
from tapete.money import Cents
from tapete.record.codec import tag_of
from tapete.table.acts import BuyIn

BUY_IN = tag_of(BuyIn)
PAID = frozenset(map(tag_of, (ChipsBoughtBack, DepositReturned, DepositChanged)))
"""Events of what a signature pays: they name whom."""


def purse(house: State, who: PersonId) -> Cents | None:
    """Return the chips that a visitor has about him, in cents; ``None`` for staff, who have none."""
    return None if is_on_duty(house, who) else chips_of(house, who)


def most_to_bring(house: State, who: PersonId) -> Cents | None:
    """Return how many of his chips a visitor may bring to a table today, in cents; ``None`` for staff."""
    held, left = purse(house, who), left_at_tables(house.visitor(who))
    if held is None:
        return None
    if require_may_play(house, who):
        return 0
    return held if left is None else min(held, left)


def within_purse(offers: Iterable[Offer], held: Cents) -> Iterator[Offer]:
    """Yield offers with no more chips to be brought to the table than ``held``; none where that is too few."""
    for offer in offers:
        field = offer.fields.get("amount")
        if offer.act != BUY_IN or not isinstance(field, Amount):
            yield offer
        elif held >= (field.minimum or 1):
            most = held if field.maximum is None else min(field.maximum, held)
            yield replace(offer, fields={**offer.fields, "amount": replace(field, maximum=most)})


def person_named(act: Mapping[str, Any], events: Iterable[Mapping[str, Any]] = ()) -> PersonId | None:
    """Return whom an act in the house's record names, or pays by a signature: his purse may have changed by it."""
    who = next((one["person"] for one in events if one["event"] in PAID), act["what"].get("person"))
    return PersonId(who) if isinstance(who, str) else None
