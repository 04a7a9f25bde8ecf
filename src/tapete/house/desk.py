"""The cash desk: chips sold and bought back, and money in custody."""

from __future__ import annotations

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house.acts import BringDeposit, BuyBackChips, ChangeDeposit, ReturnDeposit, SellChips, TakeDeposit
from tapete.house.admission import (
    chips_of,
    has_money,
    require_may_play,
    require_no_duty,
    require_not_barred,
    require_not_excluded,
    require_within_loss_limit,
)
from tapete.house.books import CASH, CHIPS, custody
from tapete.house.events import ChipsBoughtBack, ChipsSold, DepositChanged, DepositReturned, DepositTaken
from tapete.house.posts import require_house_post
from tapete.house.state import State
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table import staff
from tapete.table.staff import Role


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


def buy_back_chips(state: State, who: PersonId, what: BuyBackChips) -> Decision:
    """Decide that the desk pays for chips. Everybody is paid, also somebody who may no longer play."""
    wrong = first_fault(
        require_house_post(state, who, Role.CASHIER),
        require_other_purse(who, what.person),
        require_chips(state, what.person, what.amount),
        require_cash_at_desk(state, what.amount),
    )
    return wrong or (ChipsBoughtBack(what.person, what.amount),)


def take_deposit(state: State, who: PersonId, what: TakeDeposit) -> Decision:
    """Decide that money is taken into custody: of nobody who may do nothing with it."""
    wrong = first_fault(
        require_house_post(state, who, Role.CASHIER),
        require_no_duty(state, what.person),
        require_not_barred(state, what.person),
        require_not_excluded(state, what.person),
    )
    return wrong or (DepositTaken(what.person, what.amount, what.means),)


def return_deposit(state: State, who: PersonId, what: ReturnDeposit) -> Decision:
    """Decide that money in custody goes back."""
    wrong = first_fault(
        require_house_post(state, who, Role.CASHIER),
        require_other_purse(who, what.person),
        require_deposit(state, what),
    )
    return wrong or (DepositReturned(what.person, what.amount, what.means),)


def change_deposit(state: State, who: PersonId, what: ChangeDeposit) -> Decision:
    """Decide that money in custody becomes chips: it is a sale, within the same limits."""
    wrong = first_fault(
        require_house_post(state, who, Role.CASHIER),
        require_deposit(state, what),
        require_may_play(state, what.person),
        require_within_loss_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )
    return wrong or (DepositChanged(what.person, what.amount, what.means),)
