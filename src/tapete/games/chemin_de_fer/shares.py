"""Small values that acts, events and the state share: parts of an amount, cards that are due."""

from __future__ import annotations

import msgspec

from tapete.kernel import PersonId
from tapete.money import Cents


class Share(msgspec.Struct, frozen=True):
    """A person and an amount in cents: a stake, a part of the bank, what goes back to somebody."""

    person: PersonId
    amount: Cents


Shares = tuple[Share, ...]
