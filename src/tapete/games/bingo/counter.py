"""Accounts: a person brings money to his own and takes it out, by himself or over the counter of the cashier.

Over the counter he asks for it, and the cashier books it when he has taken the money, or gives it: that amount and no
other. Which it is says the hall manager, before a sale.
"""

from __future__ import annotations

from tapete.accounts import balance, person
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import (
    CASHIER,
    MANAGER,
    require_duty,
    require_no_own_account,
    require_other_purse,
    require_person,
)
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import MoneyWish, Phase
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase


def require_chips(state: State, who: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if less lies in a person's account than he takes out."""
    chips = balance(state.ledger, person(who))
    return fault("not-enough-chips", chips=chips) if chips < amount else None


def buy_in(state: State, who: PersonId, what: a.BuyIn) -> Decision:
    """Decide that a person brings money to his account, or asks the cashier to take it."""
    wrong = require_person(who) or require_no_own_account(state, who)
    if wrong or not state.has_counter:
        return wrong or (e.BoughtIn(who, what.amount),)
    return ask(state, who, MoneyWish(what.amount, is_paid_in=True))


def cash_out(state: State, who: PersonId, what: a.CashOut) -> Decision:
    """Decide that a person takes money from his account, or asks the cashier to give it."""
    wrong = first_fault(require_person(who), require_no_own_account(state, who), require_chips(state, who, what.amount))
    if wrong or not state.has_counter:
        return wrong or (e.CashedOut(who, what.amount),)
    return ask(state, who, MoneyWish(what.amount, is_paid_in=False))


def ask(state: State, who: PersonId, wish: MoneyWish) -> Decision:
    """Return the event by which somebody asks the cashier, in the place of what he asked before."""
    if state.money_asked.get(who) == wish:
        return fault("nothing-changes")
    return (e.MoneyAsked(who, wish.amount, wish.is_paid_in),)


@rule("HP.BG.counter", neutral=None)
def require_asked(state: State, who: PersonId, wish: MoneyWish) -> Fault | None:
    """Return a Fault unless somebody asks for just this now."""
    return None if state.money_asked.get(who) == wish else fault("money-not-asked", person=who)


@rule("HP.BG.counter", neutral=None)
def require_no_house(state: State) -> Fault | None:
    """Return a Fault in a house: its cash desk has taken the money already, or pays it."""
    return fault("counter-in-house") if state.is_in_house else None


@rule("HP.BG.counter", neutral=None)
def require_no_link_given(state: State, who: PersonId, player: PersonId) -> Fault | None:
    """Return a Fault if whoever would pay has given that player a link: the word of the asker could be the payer's."""
    return fault("link-was-yours", person=player) if (player, who) in state.given_links else None


def note_link(state: State, who: PersonId, what: a.NoteLink) -> Decision:
    """Decide that it is written down who gave a player a link."""
    return fault("not-your-post", needs=["house"]) if who != HOUSE else (e.LinkGiven(what.person, what.by),)


def settle(state: State, who: PersonId, what: a.SettleMoney) -> Decision:
    """Decide that the cashier has taken or given what somebody asked for; or that nothing comes of it, by either."""
    is_own = who == what.person and not what.is_done
    wrong = first_fault(
        None if is_own else require_duty(state, who, CASHIER),
        require_asked(state, what.person, MoneyWish(what.amount, what.is_paid_in)),
    )
    if wrong or not what.is_done:
        return wrong or (e.MoneyAsked(what.person, 0, what.is_paid_in),)
    wrong = require_no_house(state) or require_other_purse(who, what.person)
    if what.is_paid_in:
        return wrong or (e.BoughtIn(what.person, what.amount),)
    wrong = wrong or require_no_link_given(state, who, what.person)
    return wrong or require_chips(state, what.person, what.amount) or (e.CashedOut(what.person, what.amount),)


def set_counter(state: State, who: PersonId, what: a.SetCounter) -> Decision:
    """Decide whether money of accounts goes over the counter."""
    wrong = first_fault(
        require_duty(state, who, MANAGER),
        require_phase(state, Phase.CHECKS, Phase.READY),
        require_no_house(state) if what.is_on else None,
        fault("nothing-changes") if state.is_counter_open is what.is_on else None,
    )
    return wrong or (e.CounterSet(what.is_on, who),)
