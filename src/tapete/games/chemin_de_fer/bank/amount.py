"""The amount of the bank («banca»): announced, handed over, raised, within its limits."""

from __future__ import annotations

from tapete.clauses import Fault, against, cite, fault, first_fault, rule, with_clauses
from tapete.games.baccarat.procedure import say
from tapete.games.banked.shares import Share, share_of
from tapete.games.chemin_de_fer.acts import DeliverBank, RaiseBank
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.cards.hands import require_banker
from tapete.games.chemin_de_fer.events import BankDelivered, BankRaised, BankTaken, PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.seating import require_chips
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents, euros
from tapete.table.phases import require_phase


def require_between_coups(state: State, clause: str) -> Fault | None:
    """Return a Fault, signed with the clause of the act, unless it is done before the betting of a coup opens."""
    wrong = require_phase(state, Phase.BETWEEN)
    return None if wrong is None else with_clauses(wrong, clause)


def require_banker_between_coups(state: State, who: PersonId, clause: str) -> Fault | None:
    """Return a Fault unless the banker acts between coups, as the act's clause has it."""
    anothers = require_banker(state, who)
    return first_fault(
        require_between_coups(state, clause), None if anothers is None else with_clauses(anothers, clause)
    )


# --- limits -----------------------------------------------------------------------------------------------------------


def least_bank(state: State) -> Cents:
    return max(state.settings.bank_minimum, state.settings.minimum)


def greatest_bank(state: State) -> Cents | None:
    """Return the bank maximum of the table, in cents; ``None`` where the bank plays without one."""
    if garage.is_without_maximum(state):
        return None
    return state.book.bank.maximum_multiple.value * state.settings.minimum


@rule("CF.E2.07", neutral=None)
def require_bank_minimum(minimum: Cents, bank_minimum: Cents) -> Fault | None:
    """The bank's minimum is not below the punto minimum."""
    return fault("bank-minimum-too-low", minimum=minimum) if 0 < bank_minimum < minimum else None


def require_room_for_bank(book: Rules, minimum: Cents, bank_minimum: Cents, *, unlimited: bool) -> Fault | None:
    """Return a Fault if the least bank of a table is above the greatest: nobody could take it."""
    multiple = book.bank.maximum_multiple
    most = multiple.weigh() * minimum
    return against(multiple, "bank-above-maximum", maximum=most) if bank_minimum > most and not unlimited else None


def require_bank_within_maximum(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if the bank is above its maximum and no play without one is authorised."""
    if garage.is_without_maximum(state):
        return None
    multiple = state.book.bank.maximum_multiple
    most = multiple.weigh() * state.settings.minimum
    return against(multiple, "bank-above-maximum", maximum=most) if amount > most else None


def require_bank_at_floor(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if an amount is below what takes the bank now."""
    offer = state.offer
    if amount >= offer.floor:
        return None
    if offer.is_passed and offer.stage is not Stage.FORCED and amount >= least_bank(state):
        return against(state.book.bank.matches_passed, "bank-below-floor", floor=offer.floor)
    if amount < state.settings.minimum:
        return Fault("bank-below-floor", {"floor": offer.floor}, (cite("CF.E2.07"),))
    return fault("bank-below-floor", floor=offer.floor)


# --- announced and handed over ----------------------------------------------------------------------------------------


def announce_bank(state: State) -> tuple[Event, ...]:
    """Return the croupier's words: how much of the bank can be covered."""
    if state.bank is None or state.bank.debt:
        return ()
    return say(state, "bank-amount", amount=euros(garage.playable(state, state.bank)))


@rule("CF.B.11", neutral=lambda state, who, _amount, _chips: (BankTaken(who, state.offer.floor),))
def announcement(state: State, who: PersonId, amount: Cents, chips: Cents) -> tuple[Event, ...]:
    """Whoever is awarded the bank announces the amount that he puts at stake."""
    del state
    return (BankTaken(who, amount, amount - chips),)


def form_bank(state: State, who: PersonId, amount: Cents, chips: Cents | None = None) -> tuple[Event, ...]:
    """Return the events of a bank that is formed with ``amount`` cents, of which ``chips`` are handed over now."""
    taken = announcement(state, who, amount, amount if chips is None else min(chips, amount))
    return (*taken, *announce_bank(fold(evolve, state, taken)), PhaseOpened(Phase.BETWEEN))


@rule("CF.B.12", neutral=None)
def require_bank_delivered(bank: Bank) -> Fault | None:
    """What was announced is handed over in chips before anybody bets against it."""
    return fault("bank-not-delivered", owed=bank.debt) if bank.debt else None


def deliver(state: State, who: PersonId, what: DeliverBank) -> Decision:
    """Decide that the banker hands over what he still owes of the amount announced."""
    bank = state.bank
    wrong = require_banker_between_coups(state, who, "CF.B.12")
    if wrong or bank is None:
        return wrong or fault("no-bank")
    over = fault("more-than-announced", owed=bank.debt) if what.amount > bank.debt else None
    short = over or require_chips(state, bank.banker, what.amount)
    if short:
        return short
    event = BankDelivered(bank.banker, what.amount)
    return (event, *announce_bank(evolve(state, event)))


# --- raised, never lowered --------------------------------------------------------------------------------------------


@rule("CF.E1.20", neutral=None)
def require_bank_not_lowered(bank: Bank, amount: Cents) -> Fault | None:
    """The bank is never lowered below what was offered."""
    return fault("bank-never-lowered", bank=bank.total) if amount < bank.total else None


@rule("CF.E1.19", neutral=fault("bank-not-raisable"))
def require_bank_raised(bank: Bank, amount: Cents) -> Fault | None:
    """A bank that was awarded may be raised above the amount offered."""
    return fault("bank-not-raised", bank=bank.total) if amount == bank.total else None


def raise_bank(state: State, who: PersonId, what: RaiseBank) -> Decision:
    """Decide that the banker raises his bank to an amount."""
    bank = state.bank
    wrong = require_banker_between_coups(state, who, "CF.E1.19")
    if wrong or bank is None:
        return wrong or fault("no-bank")
    wrong = first_fault(
        require_bank_delivered(bank),
        require_bank_not_lowered(bank, what.amount),
        require_bank_raised(bank, what.amount),
        require_bank_within_maximum(state, what.amount),
    )
    raised = () if wrong else raise_to(state, bank, what.amount)
    short = wrong or require_chips(state, bank.banker, sum(one.amount for one in raised))
    if short:
        return short
    return (*raised, *announce_bank(fold(evolve, state, raised)))


def raise_to(state: State, bank: Bank, amount: Cents) -> tuple[BankRaised, ...]:
    """Return the raise to an amount: where uncovered money stays out, the banker's own of it comes back first."""
    more = max(0, amount - bank.total)
    back = min(more, share_of(bank.aside, bank.banker)) if state.book.bank.lasting_garage.use() else 0
    again = (Share(bank.banker, back),) if back else ()
    return (BankRaised(bank.banker, more - back, again),) if more else ()
