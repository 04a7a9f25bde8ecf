"""What a count finds different from the books: confirmed by the figure that was shown, with a reason, and booked.

Up to a limit of the house the second signature confirms it; above that the side that wrote the count confirms it too.
A confirmation is good for one figure: when the books move, it is given again.
"""

from __future__ import annotations

from tapete.accounts import balance
from tapete.clauses import Fault, fault, rule
from tapete.house.books import CASH, CHIPS, table_chips
from tapete.house.events import DifferenceLimitSet
from tapete.house.posts import require_house_post
from tapete.house.slip_acts import ConfirmDifference, SetDifferenceLimit
from tapete.house.state import Slip, State
from tapete.house.terms import COUNTS, SlipKind
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table.staff import Role


def missing_of(state: State, slip: Slip) -> tuple[Cents, Cents]:
    """Return the chips and the cash, in cents, that the books have more than a count found."""
    match slip.kind:
        case SlipKind.CLOSING:
            return balance(state.ledger, table_chips(slip.table)) - slip.chips, 0
        case SlipKind.COUNT:
            return balance(state.ledger, CHIPS) - slip.chips, balance(state.ledger, CASH) - slip.cash
        case _:
            return 0, 0


def is_for_two(state: State, missing: tuple[Cents, Cents]) -> bool:
    """Return True if a difference is above what one side may confirm alone."""
    return any(abs(one) > state.difference_limit for one in missing)


def is_confirmed(state: State, slip: Slip) -> bool:
    """Return True if the side that wrote a count has confirmed the difference that it has now."""
    one = slip.confirmation
    return one is not None and (one.missing_chips, one.missing_cash) == missing_of(state, slip)


@rule("HP.HS.count-difference", neutral=None)
def require_no_difference(state: State, slip: Slip) -> Fault | None:
    """Return a Fault if a count differs from the books: it is not signed as one that comes out."""
    missing, cash = missing_of(state, slip)
    return fault("count-differs", missing_chips=missing, missing_cash=cash) if missing or cash else None


@rule("HP.HS.count-difference", neutral=None)
def require_shown(state: State, slip: Slip, what: ConfirmDifference) -> Fault | None:
    """Return a Fault unless a slip is a count that differs from the books by what is confirmed."""
    missing, cash = missing_of(state, slip)
    if slip.kind not in COUNTS or not (missing or cash):
        return fault("no-difference", serial=slip.serial)
    if (what.missing_chips, what.missing_cash) != (missing, cash):
        return fault("difference-changed", missing_chips=missing, missing_cash=cash)
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
