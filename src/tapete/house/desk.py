"""The cash desk: chips sold and bought back, and money in custody."""

from __future__ import annotations

from msgspec.structs import astuple

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house.acts import BringDeposit, BuyBackChips, ChangeDeposit, NoteCode, ReturnDeposit, SellChips, TakeDeposit
from tapete.house.admission import (
    chips_of,
    has_money,
    require_admitted,
    require_house_post,
    require_may_play,
    require_no_duty,
    require_not_barred,
    require_not_excluded,
    require_within_loss_limit,
)
from tapete.house.books import CASH, CHIPS, custody
from tapete.house.events import ChipsBoughtBack, ChipsSold, CodeGiven, DepositChanged, DepositReturned, DepositTaken
from tapete.house.state import State
from tapete.house.terms import PAYMENT_LIMIT
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table import staff
from tapete.table.staff import Role

Payment = BuyBackChips | ReturnDeposit | ChangeDeposit
"""What the desk pays somebody who has chips or money here."""


@rule("HP.HS.cash-desk", neutral=None)
def require_chips_at_desk(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if the cash desk has fewer chips than it is to hand out."""
    held = balance(state.ledger, CHIPS)
    return fault("desk-lacks-chips", held=held, amount=amount) if amount > held else None


@rule("HP.HS.cash-desk", neutral=None)
def require_cash_at_desk(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if the cash desk has less cash than it is to pay."""
    held = balance(state.ledger, CASH)
    return fault("desk-lacks-cash", held=held, amount=amount) if amount > held else None


@rule("HP.HS.own-purse", neutral=None)
def require_other_purse(who: PersonId, customer: PersonId) -> Fault | None:
    """Return a Fault if whoever is at the cash desk would be his own customer."""
    return staff.require_other_purse(who, customer)


def require_chips(state: State, who: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if a person has fewer chips about him than he is to give."""
    held = chips_of(state, who)
    return fault("customer-lacks-chips", held=held, amount=amount) if amount > held else None


def require_deposit(state: State, what: ReturnDeposit | ChangeDeposit | BringDeposit) -> Fault | None:
    """Return a Fault if less of a person's money is in custody."""
    held, amount = balance(state.ledger, custody(what.person, what.means)), what.amount
    return fault("not-deposited", held=held, amount=amount) if amount > held else None


def customers(state: State) -> tuple[PersonId, ...]:
    """Return the people with whom the desk has to do: those who may play, and those who have chips or money here."""
    return tuple(one for one in sorted(state.visitors) if require_may_play(state, one) is None or has_money(state, one))


def sell_chips(state: State, who: PersonId, what: SellChips) -> Decision:
    """Decide a sale of chips."""
    wrong = first_fault(
        require_house_post(state, who, Role.CASHIER),
        require_may_play(state, what.person),
        require_within_loss_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )
    return wrong or (ChipsSold(what.person, what.amount, what.means),)


def take_deposit(state: State, who: PersonId, what: TakeDeposit) -> Decision:
    """Decide that money is taken into custody: of nobody who may do nothing with it."""
    wrong = first_fault(
        require_house_post(state, who, Role.CASHIER),
        require_no_duty(state, what.person),
        require_not_barred(state, what.person),
        require_not_excluded(state, what.person),
    )
    return wrong or (DepositTaken(what.person, what.amount, what.means),)


def note_code(state: State, who: PersonId, what: NoteCode) -> Decision:
    """Decide that a way back was given out."""
    return (CodeGiven(what.person, what.by),)


def payment_event(what: Payment, *signers: PersonId) -> Event:
    made: dict[type, type[Event]] = {BuyBackChips: ChipsBoughtBack, ReturnDeposit: DepositReturned}
    return made.get(type(what), DepositChanged)(*astuple(what), signers)


def require_held(state: State, what: Payment) -> Fault | None:
    """Return a Fault if somebody has less than is to be paid."""
    if isinstance(what, BuyBackChips):
        return require_chips(state, what.person, what.amount)
    return require_deposit(state, what)


def require_payable(state: State, what: Payment) -> Fault | None:
    """Return a Fault unless what is to be paid is there. Everybody is paid, also somebody who may no longer play; a
    deposit that becomes chips is a sale, within the same limits.
    """
    wrong = require_held(state, what)
    if wrong or not isinstance(what, ChangeDeposit):
        return wrong or (require_cash_at_desk(state, what.amount) if isinstance(what, BuyBackChips) else None)
    return first_fault(
        require_may_play(state, what.person),
        require_within_loss_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )


@rule("HP.HS.payment-word", neutral=None)
def require_word_enough(state: State, what: Payment) -> Fault | None:
    """Return a Fault if the director signs in the place of a player who is not in the house or may not come, has a new
    way back, or would be paid out more than the limit of a day. What is changed into chips stays with its owner.
    """
    if isinstance(what, ChangeDeposit):
        return None
    one = state.visitor(what.person)
    if require_admitted(state, what.person) is not None:
        return fault("payment-to-absent", person=what.person)
    if require_not_barred(state, what.person) or require_not_excluded(state, what.person):
        return fault("payment-to-excluded", person=what.person)
    if one.code_by:
        return fault("payment-after-code", person=what.person, by=one.code_by)
    out = ("chips-bought-back", "deposit-returned")
    said = (one for one in one.movements if one.day == state.day and one.event in out and not one.signers)
    left = max(0, PAYMENT_LIMIT - sum(one.amount or 0 for one in said))
    return fault("payment-above-limit", limit=PAYMENT_LIMIT, left=left) if what.amount > left else None
