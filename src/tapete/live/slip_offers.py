"""What a house offers of slips that take chips off a table: no more than its hall knows to be left of its players'."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from tapete.house.acts import SignSlip, WriteSlip
from tapete.house.slips import left_for_slips
from tapete.house.state import State
from tapete.house.terms import FROM_TABLE
from tapete.kernel import Amount, FixedValue, Offer
from tapete.money import Cents
from tapete.record.codec import tag_of


def within_debts(offers: Iterable[Offer], state: State, debt_at: Callable[[str], Cents | None]) -> Iterator[Offer]:
    """Yield offers with no more chips to leave a table than it may give; none where it may give none."""
    for offer in offers:
        if offer.act == tag_of(WriteSlip) and _value(offer, "kind") in FROM_TABLE:
            table, field = str(_value(offer, "table")), offer.fields["chips"]
            assert isinstance(field, Amount)
            left = left_for_slips(state, table, debt_at(table))
            if left:
                yield replace(offer, fields={**offer.fields, "chips": replace(field, maximum=left)})
        elif offer.act != tag_of(SignSlip) or _may_leave(state, int(_value(offer, "serial")), debt_at):
            yield offer


def _may_leave(state: State, serial: int, debt_at: Callable[[str], Cents | None]) -> bool:
    slip = state.slips[serial]
    return slip.kind not in FROM_TABLE or slip.chips <= left_for_slips(state, slip.table, debt_at(slip.table))


def _value(offer: Offer, name: str) -> Any:
    field = offer.fields[name]
    assert isinstance(field, FixedValue)
    return field.value
