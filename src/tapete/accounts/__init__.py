"""Accounts: every movement of money is a balanced posting between named accounts.

Names are paths: ``person:ana`` (chips at the table), ``deposit:ana`` (what they left at the cash desk for a bank),
``stakes``, ``bank``, ``associates:bea``, ``garage``, ``cagnotte``, ``house``, ``tips``, ``prizes``, ``cash-desk``,
``unrecorded`` (chips of an observed table that nobody keys).
"""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.kernel import Breach, PersonId, breach
from tapete.money import Cents

CASH_DESK = "cash-desk"
HOUSE = "house"
STAKES = "stakes"
BANK = "bank"
GARAGE = "garage"
CAGNOTTE = "cagnotte"
TIPS = "tips"
UNRECORDED = "unrecorded"

FIXED = frozenset({CASH_DESK, HOUSE, STAKES, BANK, GARAGE, CAGNOTTE, TIPS, UNRECORDED})

Ledger = Map[str, Cents]
"""Balance of each account, in cents; accounts at zero are left out."""

EMPTY: Ledger = Map()


class Posting(msgspec.Struct, frozen=True):
    """One leg: ``amount`` cents enter ``account`` (negative: they leave it)."""

    account: str
    amount: Cents


class UnbalancedError(ValueError):
    """The legs of one event do not sum to zero."""


PERSON, ASSOCIATES, DEPOSIT = "person:", "associates:", "deposit:"
"""How the accounts of people begin: of chips at the table, of what a banker may use, of what the cash desk keeps."""


def person(who: PersonId) -> str:
    return f"{PERSON}{who}"


def associate(who: PersonId) -> str:
    return f"{ASSOCIATES}{who}"


def deposit(who: PersonId) -> str:
    return f"{DEPOSIT}{who}"


def move(amount: Cents, source: str, target: str) -> tuple[Posting, ...]:
    if amount < 0:
        raise ValueError("an amount moves forwards")
    if amount == 0 or source == target:
        return ()
    return (Posting(source, -amount), Posting(target, amount))


def move_change(change: Cents, source: str, target: str) -> tuple[Posting, ...]:
    """Return the two legs that change ``target`` by ``change`` at the cost of ``source``; backwards below nought."""
    return move(change, source, target) if change >= 0 else move(-change, target, source)


def reverse(legs: tuple[Posting, ...]) -> tuple[Posting, ...]:
    return tuple(Posting(leg.account, -leg.amount) for leg in legs)


def post(ledger: Ledger, legs: tuple[Posting, ...]) -> Ledger:
    """Book balanced legs; raise :class:`UnbalancedError` when they do not sum to zero."""
    if not legs:
        return ledger
    if sum(leg.amount for leg in legs):
        raise UnbalancedError(str(legs))
    changes = ledger.mutate()
    for leg in legs:
        balance = changes.get(leg.account, 0) + leg.amount
        if balance:
            changes[leg.account] = balance
        elif leg.account in changes:
            del changes[leg.account]
    return changes.finish()


def balance(ledger: Ledger, account: str) -> Cents:
    return ledger.get(account, 0)


def problems(ledger: Ledger) -> tuple[Breach, ...]:
    """Return what is wrong with a ledger: a sum that is not zero, a person below zero."""
    found = []
    if sum(ledger.values()):
        found.append(breach("accounts-unbalanced", total=sum(ledger.values())))
    found += [
        breach("account-overdrawn", account=name, held=held)
        for name, held in ledger.items()
        if held < 0 and name.startswith((PERSON, ASSOCIATES, DEPOSIT))
    ]
    if balance(ledger, STAKES) < 0:
        found.append(breach("stakes-overdrawn", held=balance(ledger, STAKES)))
    return tuple(found)
