"""Amounts at one touch, for the pages of every game: within an offer, and what somebody can pay (cents)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from tapete.money import Cents
from tapete.record.codec import tag_of
from tapete.table.acts import BuyIn, CashOut
from tapete.web.action_buttons import Action, QuickAmount
from tapete.words import label

Usual = Callable[[Cents, Cents | None], Iterable[tuple[Cents, str]]]
"""Returns the usual amounts of a button, each with the code of its name, from its least and its greatest amount."""

MOST: Final = 5
"""Amounts beside one button."""

EXACT: Final = frozenset({"bank", "rest", "half", "all", "least"})
"""Amounts that are what they are called, to the cent."""

PURSE_NAMES: Final = {tag_of(BuyIn): "bring-chips", tag_of(CashOut): "take-chips"}
"""Where a house has a cash desk nobody buys at a table: the names of the acts by which chips come there and go."""

PURCHASES: Final = (20, 50, 100, 200)
"""What people usually buy, in minima of the table."""


def with_usual_amounts(action: Action, usual: Usual, lang: str) -> Action:
    """Return a button with the amounts that make sense now."""
    field = next((one for one in action.fields if one.kind == "money"), None)
    if field is None:
        return action
    least, most = field.minimum or 1, field.maximum
    found: dict[int, str] = {}
    for amount, name in usual(least, most):
        if name not in EXACT and amount not in (least, most):
            amount -= amount % (500 if amount >= 5_000 else 100)  # chips, not cents
        if amount >= least and (most is None or amount <= most):
            found.setdefault(amount, label("quick", name, lang) if name else "")
    chosen = tuple(QuickAmount(amount, found[amount]) for amount in sorted(found)[:MOST])
    fields = tuple(msgspec.structs.replace(one, quick=chosen) if one is field else one for one in action.fields)
    return msgspec.structs.replace(action, fields=fields)


def amounts_at_cash_desk(tag: str, minimum: Cents, most: Cents | None) -> Iterator[tuple[Cents, str]]:
    """Return what people usually change at the cash desk: chips bought or given back; nothing for another button."""
    if tag == tag_of(BuyIn):
        yield from ((times * minimum, "") for times in PURCHASES)
    elif tag == tag_of(CashOut) and most:
        yield from ((most // 2, "half"), (most, "all"))
