"""What sellers have taken: the cashier counts it and takes it over, and gives back what was too much.

An equal count is booked at once. Another one waits until a second person confirms it, with a reason: a confirmation is
good for that one count, and when the seller has sold on since, or it is counted anew, there is nothing to confirm.
"""

from __future__ import annotations

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.books import TILL, till
from tapete.games.bingo.duties import CASHIER, CHIEF, MANAGER, require_duty, require_other_purse, require_reason
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase, TakingsCount
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table.order import in_order


def takings_of(state: State, seller: PersonId) -> Cents:
    """Return what a seller has taken and not handed over; below zero: what he handed over too much."""
    return -balance(state.ledger, till(seller))


def sellers_with_takings(state: State) -> tuple[PersonId, ...]:
    """Return the sellers whose till is not empty, those of earlier games among them."""
    return tuple(
        PersonId(name.removeprefix(TILL)) for name, held in in_order(state.ledger) if name.startswith(TILL) and held
    )


def waiting_counts(state: State) -> tuple[TakingsCount, ...]:
    """Return the counts that wait for a second person, by seller."""
    return tuple(one for _, one in in_order(state.takings_counts))


@rule("HP.BG.takings-count", neutral=None)
def require_within_takings(taken: Cents, amount: Cents) -> Fault | None:
    """Return a Fault if a count differs from the takings by more than they are: it is a slip of the pen."""
    is_far = abs(amount - taken) > abs(taken)
    return fault("count-beyond-takings", amount=amount, taken=taken) if is_far else None


@rule("HP.BG.takings-count", neutral=None)
def require_waiting(state: State, serial: int) -> Fault | None:
    """Return a Fault unless this count waits for a confirmation, and no later one in its place."""
    waits = any(one.serial == serial for one in waiting_counts(state))
    return None if waits else fault("count-gone", serial=serial)


@rule("HP.BG.takings-count", neutral=None)
def require_second_person(who: PersonId, count: TakingsCount) -> Fault | None:
    """Return a Fault if somebody would confirm a count that he made, or that is of his own takings."""
    is_party = who in (count.seller, count.by)
    return fault("count-needs-another", counter=count.by, seller=count.seller) if is_party else None


@rule("HP.BG.takings-count", neutral=None)
def require_counts_confirmed(state: State) -> Fault | None:
    """Return a Fault while a count that differs waits: the session is not closed with it."""
    for one in waiting_counts(state):
        return fault("count-waits", person=one.seller, amount=one.amount, difference=one.difference)
    return None


@rule("HP.BG.takings", neutral=None)
def require_takings_handed_over(state: State) -> Fault | None:
    """Return a Fault while a seller has in his till what he took: he hands it over before the session ends."""
    for seller in sellers_with_takings(state):
        if (taken := takings_of(state, seller)) > 0:
            return fault("takings-in-till", person=seller, amount=taken)
    return None


@rule("HP.BG.takings", neutral=None)
def require_owed_to_seller(seller: PersonId, amount: Cents, owed: Cents) -> Fault | None:
    """Return a Fault unless a seller handed over just as much too much."""
    return None if amount == owed else fault("takings-not-owed", seller=seller, owed=owed)


def hand_over(state: State, who: PersonId, what: a.HandOverTakings) -> Decision:
    """Decide that the cashier takes over what a seller has taken; a count that differs is not booked yet."""
    taken = takings_of(state, what.seller)
    wrong = first_fault(
        require_duty(state, who, CASHIER),
        fault("wrong-window", window=str(state.phase)) if state.phase is Phase.SALE else None,
        None if taken or what.amount else fault("nothing-changes"),
        require_within_takings(taken, what.amount),
    )
    if wrong:
        return wrong
    if what.amount == taken:
        return (e.TakingsHandedOver(what.seller, what.amount, 0),)
    counted = (what.seller, what.amount, what.amount - taken, who)
    if any((one.seller, one.amount, one.difference, one.by) == counted for one in waiting_counts(state)):
        return fault("nothing-changes")
    return (e.TakingsCounted(state.last_count + 1, *counted),)


def give_back(state: State, who: PersonId, what: a.GiveBackTakings) -> Decision:
    """Decide that a seller has back what he handed over too much: no more and no less, and not by himself."""
    owed = max(0, -takings_of(state, what.seller))
    wrong = first_fault(
        require_duty(state, who, CASHIER),
        require_other_purse(who, what.seller),
        require_owed_to_seller(what.seller, what.amount, owed),
    )
    return wrong or (e.TakingsGivenBack(what.seller, what.amount),)


def confirm(state: State, who: PersonId, what: a.ConfirmTakings) -> Decision:
    """Decide that a second person stands by a count that differs: it is booked with its difference."""
    wrong = require_duty(state, who, CHIEF, MANAGER) or require_waiting(state, what.serial)
    if wrong:
        return wrong
    one = next(one for one in waiting_counts(state) if one.serial == what.serial)
    wrong = require_second_person(who, one) or require_reason(what.reason)
    return wrong or (e.TakingsHandedOver(one.seller, one.amount, one.difference, one.by, who, what.reason),)
