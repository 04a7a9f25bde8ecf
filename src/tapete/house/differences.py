"""What a count finds different from the books: confirmed by the figure that was shown, with a reason, and booked.

Up to a limit of the house the second signature confirms it; above that the side that wrote the count confirms it too.
A confirmation is good for one figure: when the books move, it is given again.
"""

from __future__ import annotations

from typing import NamedTuple

from tapete.accounts import balance
from tapete.clauses import Fault, fault, rule
from tapete.house.acts import ConfirmDifference, SetDifferenceLimit, WriteSlip
from tapete.house.admission import require_house_post
from tapete.house.books import CASH, CHIPS, TIPS, VOUCHERS, is_custody, table_chips
from tapete.house.events import DifferenceLimitSet
from tapete.house.state import Slip, State
from tapete.house.terms import COUNTS, SlipKind
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class Missing(NamedTuple):
    """What the books have more than a count found, in cents; below zero: less."""

    chips: Cents = 0
    cash: Cents = 0
    vouchers: Cents = 0


def missing_of(state: State, slip: Slip) -> Missing:
    """Return what the books have more than a count found; nothing for a slip that is no count."""
    match slip.kind:
        case SlipKind.CLOSING:
            return Missing(balance(state.ledger, table_chips(slip.table)) - slip.chips)
        case SlipKind.COUNT:
            vouchers = balance(state.ledger, VOUCHERS) - slip.vouchers if slip.is_whole else 0
            chips, cash = balance(state.ledger, CHIPS) - slip.chips, balance(state.ledger, CASH) - slip.cash
            return Missing(chips, cash, vouchers)
        case _:
            return Missing()


def kept_for_others(state: State) -> Cents:
    """Return what lies at the cash desk and is not the house's, in cents: money in custody and the staff's tips."""
    return sum(held for account, held in state.ledger.items() if account == TIPS or is_custody(account))


@rule("HP.HS.count-difference", neutral=None)
def require_kept_whole(state: State, one: Slip | WriteSlip) -> Fault | None:
    """Return a Fault if a count does not find what is kept for others: the desk makes that whole, and counts again."""
    due = kept_for_others(state)
    is_asked = one.is_whole and one.kind is SlipKind.COUNT
    return fault("kept-differs", due=due, kept=one.kept_money) if is_asked and one.kept_money != due else None


def is_for_two(state: State, missing: Missing) -> bool:
    """Return True if a difference is above what one side may confirm alone."""
    return any(abs(one) > state.difference_limit for one in missing)


def is_confirmed(state: State, slip: Slip) -> bool:
    """Return True if the side that wrote a count has confirmed the difference that it has now."""
    one = slip.confirmation
    return one is not None and (one.missing_chips, one.missing_cash, one.missing_vouchers) == missing_of(state, slip)


@rule("HP.HS.count-difference", neutral=None)
def require_no_difference(state: State, slip: Slip) -> Fault | None:
    """Return a Fault if a count differs from the books: it is not signed as one that comes out."""
    missing = missing_of(state, slip)
    if not any(missing):
        return None
    chips, cash, vouchers = missing
    return fault("count-differs", missing_chips=chips, missing_cash=cash, missing_vouchers=vouchers)


@rule("HP.HS.count-difference", neutral=None)
def require_shown(state: State, slip: Slip, what: ConfirmDifference) -> Fault | None:
    """Return a Fault unless a slip is a count that differs from the books by what is confirmed."""
    missing = missing_of(state, slip)
    if slip.kind not in COUNTS or not any(missing):
        return fault("no-difference", serial=slip.serial)
    if (what.missing_chips, what.missing_cash, what.missing_vouchers) != missing:
        chips, cash, vouchers = missing
        return fault("difference-changed", missing_chips=chips, missing_cash=cash, missing_vouchers=vouchers)
    return None


@rule("HP.HS.count-difference", neutral=None)
def require_both_sides(state: State, slip: Slip) -> Fault | None:
    """Return a Fault if a difference is above the limit of the house and the first side has not confirmed it."""
    if not is_for_two(state, missing_of(state, slip)) or is_confirmed(state, slip):
        return None
    return fault("difference-needs-two", limit=state.difference_limit, first=slip.first)


def set_difference_limit(state: State, who: PersonId, what: SetDifferenceLimit) -> Decision:
    """Decide up to which difference one side's confirmation is enough, by the director."""
    if wrong := require_house_post(state, who, Role.DIRECTOR):
        return wrong
    if what.amount == state.difference_limit:
        return fault("nothing-changes")
    return (DifferenceLimitSet(what.amount),)
