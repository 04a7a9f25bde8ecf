"""The postings of the house: chips and cash are two kinds of things, and each sums to nothing by itself, in cents.

Chips lie in the safe, at the desk, on a table or in somebody's hands; cash outside, at the desk, in custody or in the
safe. What a count finds missing is booked as a difference of its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapete.accounts import DEPOSIT, Posting, move, person
from tapete.house import events as e
from tapete.house.terms import Means, SlipKind
from tapete.kernel import Event, PersonId
from tapete.money import Cents

CHIPS: Final = "chips"
"""The chips of the cash desk."""
CASH: Final = "cash"
"""The notes and coins of the cash desk."""
VOUCHERS: Final = "vouchers"
"""What the cash desk holds in cheques and card slips."""
OUTSIDE: Final = "outside"
"""The visitors' own money."""
TIPS: Final = "tips"
"""The chips of the staff, from the tables' tips."""
SAFE_CHIPS: Final = "safe-chips"
SAFE_CASH: Final = "safe-cash"
DIFFERENCE_CHIPS: Final = "difference-chips"
DIFFERENCE_CASH: Final = "difference-cash"
DIFFERENCE_VOUCHERS: Final = "difference-vouchers"

OF_CASH: Final = frozenset({CASH, VOUCHERS, OUTSIDE, SAFE_CASH, DIFFERENCE_CASH, DIFFERENCE_VOUCHERS})
"""The accounts of cash with a name of their own; all deposits are cash too, and everything else is chips."""


TABLE: Final = "table:"
"""How the accounts of tables begin."""


def table_chips(table: str) -> str:
    return f"{TABLE}{table}"


def custody(who: PersonId, means: Means) -> str:
    return f"{DEPOSIT}{means}:{who}"


def is_custody(account: str) -> bool:
    return account.startswith(DEPOSIT)


def is_cash(account: str) -> bool:
    """Return True if an account holds cash; the others hold chips."""
    return account in OF_CASH or is_custody(account)


def _paid_in(amount: Cents, means: Means) -> tuple[Posting, ...]:
    return move(amount, OUTSIDE, CASH if means is Means.CASH else VOUCHERS)


def _sold(event: e.ChipsSold) -> tuple[Posting, ...]:
    return (*_paid_in(event.amount, event.means), *move(event.amount, CHIPS, person(event.person)))


def _bought_back(event: e.ChipsBoughtBack) -> tuple[Posting, ...]:
    return (*move(event.amount, person(event.person), CHIPS), *move(event.amount, CASH, OUTSIDE))


def _deposited(event: e.DepositTaken) -> tuple[Posting, ...]:
    return move(event.amount, OUTSIDE, custody(event.person, event.means))


def _returned(event: e.DepositReturned) -> tuple[Posting, ...]:
    return move(event.amount, custody(event.person, event.means), OUTSIDE)


def _changed(event: e.DepositChanged) -> tuple[Posting, ...]:
    paid = move(event.amount, custody(event.person, event.means), CASH if event.means is Means.CASH else VOUCHERS)
    return (*paid, *move(event.amount, CHIPS, person(event.person)))


def _brought(event: e.ChipsBrought) -> tuple[Posting, ...]:
    return move(event.amount, person(event.person), table_chips(event.table))


def _deposit_brought(event: e.DepositBrought) -> tuple[Posting, ...]:
    paid = move(event.amount, custody(event.person, event.means), CASH if event.means is Means.CASH else VOUCHERS)
    return (*paid, *move(event.amount, CHIPS, table_chips(event.table)))


def _proof_called(event: e.ProofCalled) -> tuple[Posting, ...]:
    return (*_paid_in(event.amount, Means.CHEQUE), *move(event.amount, CHIPS, table_chips(event.table)))


def _taken(event: e.ChipsTaken) -> tuple[Posting, ...]:
    return move(event.amount, table_chips(event.table), person(event.person))


def _cash_brought(event: e.CashBrought) -> tuple[Posting, ...]:
    return (*_paid_in(event.amount, Means.CASH), *move(event.amount, CHIPS, table_chips(event.table)))


def _cash_paid(event: e.CashPaid) -> tuple[Posting, ...]:
    return (*move(event.amount, table_chips(event.table), CHIPS), *move(event.amount, CASH, OUTSIDE))


def _adjusted(missing: Cents, account: str, difference: str) -> tuple[Posting, ...]:
    return move(missing, account, difference) if missing >= 0 else move(-missing, difference, account)


def _signed(event: e.SlipSigned) -> tuple[Posting, ...]:
    table = table_chips(event.table)
    match event.kind:
        case SlipKind.OPENING | SlipKind.FILL:
            return move(event.chips, CHIPS, table)
        case SlipKind.CREDIT:
            return move(event.chips, table, CHIPS)
        case SlipKind.CLOSING:
            return (*_adjusted(event.shortage, table, DIFFERENCE_CHIPS), *move(event.chips, table, CHIPS))
        case SlipKind.TIPS:
            return move(event.chips, table, TIPS)
        case SlipKind.TIPS_PAID:
            return (*move(event.chips, TIPS, CHIPS), *move(event.chips, CASH, OUTSIDE))
        case SlipKind.SUPPLY:
            return (*move(event.chips, SAFE_CHIPS, CHIPS), *move(event.cash, SAFE_CASH, CASH))
        case SlipKind.RETURN:
            return (*move(event.chips, CHIPS, SAFE_CHIPS), *move(event.cash, CASH, SAFE_CASH))
        case SlipKind.COUNT:
            chips = _adjusted(event.shortage, CHIPS, DIFFERENCE_CHIPS)
            return (*chips, *_adjusted(event.missing_cash, CASH, DIFFERENCE_CASH))
        case SlipKind.BUY_BACK | SlipKind.DEPOSIT_RETURN | SlipKind.DEPOSIT_CHANGE:
            return ()  # what was paid is an event of its own


def _difference_booked(event: e.DifferenceBooked) -> tuple[Posting, ...]:
    counted = table_chips(event.table) if event.kind is SlipKind.CLOSING else CHIPS
    chips = _adjusted(event.missing_chips, counted, DIFFERENCE_CHIPS)
    cash = _adjusted(event.missing_cash, CASH, DIFFERENCE_CASH)
    return (*chips, *cash, *_adjusted(event.missing_vouchers, VOUCHERS, DIFFERENCE_VOUCHERS))


def _day_closed(event: e.DayClosed) -> tuple[Posting, ...]:
    money = (*move(event.cash, CASH, SAFE_CASH), *move(event.vouchers, VOUCHERS, SAFE_CASH))
    return (*move(event.chips, CHIPS, SAFE_CHIPS), *money)


POSTINGS: Final[Mapping[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    e.ChipsSold: _sold,
    e.ChipsBoughtBack: _bought_back,
    e.DepositTaken: _deposited,
    e.DepositReturned: _returned,
    e.DepositChanged: _changed,
    e.ChipsBrought: _brought,
    e.ChipsTaken: _taken,
    e.CashBrought: _cash_brought,
    e.CashPaid: _cash_paid,
    e.DepositBrought: _deposit_brought,
    e.ProofCalled: _proof_called,
    e.SlipSigned: _signed,
    e.DifferenceBooked: _difference_booked,
    e.DayClosed: _day_closed,
}
"""The legs of each event that moves chips or cash."""


def postings(event: Event) -> tuple[Posting, ...]:
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)
