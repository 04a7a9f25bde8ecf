"""Parts of an amount, by owner: values that acts, events and the state share."""

from __future__ import annotations

import msgspec

from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.order import in_order


class Share(msgspec.Struct, frozen=True):
    """A person and an amount in cents: a stake, a part of the bank, what goes back to somebody."""

    person: PersonId
    amount: Cents


Shares = tuple[Share, ...]


class LiveShare(msgspec.Struct, frozen=True):
    """What plays (cents) of somebody's call; ``call`` is the kind under which he made it."""

    person: PersonId
    call: str
    amount: Cents


def share_of(shares: Shares, person: PersonId) -> Cents:
    """Return the amount of a person among shares, 0 if he has none."""
    return sum(one.amount for one in shares if one.person == person)


def as_shares(amounts: dict[PersonId, Cents]) -> Shares:
    """Return shares in order of name, which tells nothing about who was first; empty ones are left out."""
    return tuple(Share(person, amount) for person, amount in in_order(amounts) if amount)


def sum_of(*several: Shares) -> Shares:
    """Add shares by owner, in the order in which the owners first appear."""
    found: dict[PersonId, Cents] = {}
    for parts in several:
        for one in parts:
            found[one.person] = found.get(one.person, 0) + one.amount
    return tuple(Share(person, amount) for person, amount in found.items())


def negative(parts: Shares) -> Shares:
    """Return the same shares, to be taken away."""
    return tuple(Share(one.person, -one.amount) for one in parts)
