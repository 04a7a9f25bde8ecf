"""The bank («banca»): its amount, its associates, its garage."""

from __future__ import annotations

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.procedure import say
from tapete.games.banked.coup import Share, Shares, share_of
from tapete.games.banked.people import chips_of, require_chips
from tapete.games.chemin_de_fer import acts as a, events as e
from tapete.games.chemin_de_fer.cards import require_banker
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.chemin_de_fer.state import Bank, State
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import HOUSE, Decision, Event, PersonId, fold
from tapete.money import Cents, euros, shares
from tapete.table.acts import CashedOut, CashOut
from tapete.table.phases import require_phase

# Of the obligatory and the improper garage nothing is remembered: they are measured again in each coup. What the banker
# takes out of play themselves lies at the croupier's right until the bank leaves, or until they say «todo va».


@rule("CF.E2.08", neutral=False)
def is_maximum_waived() -> bool:
    """At the casino's request the bank may be authorised to play without a maximum."""
    return True


def is_without_maximum(state: State) -> bool:
    return is_maximum_waived.where(state.settings.no_bank_max) or False


@rule("CF.E3.05", neutral=lambda _most, total: total)
def playable_part(most: Cents, _total: Cents) -> Cents:
    """What exceeds one hundred times the punto minimum cannot be put in play (improper garage)."""
    return most


def playable(state: State, bank: Bank) -> Cents:
    most = cut_to_maximum(state, bank.total)
    return playable_part.where(most < bank.total, most, bank.total) or bank.total


def cut_to_maximum(state: State, amount: Cents) -> Cents:
    if is_without_maximum(state):
        return amount
    multiple = state.book.bank.maximum_multiple
    most = multiple.weigh() * state.settings.minimum
    if amount > most:
        multiple.rest()
    return min(amount, most)


@rule("CF.E3.04", neutral=0)
def uncovered_part(bank: Bank, covered: Cents) -> Cents:
    """In each coup the part of the bank that exceeds the accepted stakes is kept out of play (obligatory garage)."""
    return bank.total - covered


@rule("CF.E3.06", neutral=False)
def is_nothing_set_aside() -> bool:
    """After «todo va» nothing is set aside."""
    return True


def divide(state: State, bank: Bank, amount: Cents) -> Shares:
    """Return an amount divided among the owners of the bank by their parts; nobody bears more than their part.

    The associates' parts are rounded by the rulebook's rule and the rest is the banker's; what exceeds the banker's
    part by the roundings goes on to the next owner who still has room.
    """
    rounding = state.book.bank.associate_rounding.use()
    found = list(shares(amount, tuple(part.amount for part in bank.parts), rounding))
    over = 0
    for n, part in enumerate(bank.parts):
        held = found[n] + over
        over = max(0, held - part.amount)
        found[n] = held - over
    return tuple(Share(part.person, one) for part, one in zip(bank.parts, found, strict=True))


def form_improper_garage(state: State, bank: Bank) -> tuple[Event, ...]:
    """Return what stands out of play before anybody bets: what the bank holds above its maximum."""
    over = bank.total - playable(state, bank)
    return (e.GarageFormed(divide(state, bank, over)),) if over > 0 else ()


def form_garage(state: State, covered: Cents) -> tuple[Event, ...]:
    """Return the garage of a coup with so many ``covered`` cents; an earlier one of the coup goes back first."""
    bank = state.bank
    if bank is None:
        return ()
    out = 0 if is_nothing_set_aside.where(bank.is_garage_waived) else uncovered_part(bank, covered)
    new = (e.GarageFormed(divide(state, bank, out)),) if out > 0 else ()
    return (*return_garage(bank), *new)


def return_garage(bank: Bank) -> tuple[Event, ...]:
    return (e.GarageReturned(bank.garage),) if bank.garage else ()


def end_garage_of_coup(state: State, bank: Bank) -> tuple[Event, ...]:
    """Return the garage to a bank that survived the coup, unless this house lets it stay out."""
    if not state.book.bank.lasting_garage.use() or not bank.garage:
        return return_garage(bank)
    return (e.GarageKept(bank.garage),)


def require_enough_winnings(state: State, bank: Bank) -> Fault | None:
    multiple = state.book.bank.garage_multiple
    more_than = multiple.use() * state.settings.minimum
    return against(multiple, "winnings-too-small", more_than=more_than) if bank.winnings <= more_than else None


@rule("CF.E3.02", neutral=fault("no-garage"))
def require_only_winnings(bank: Bank, amount: Cents) -> Fault | None:
    """The banker may exclude winnings from play; what they put up stays."""
    left = bank.winnings - bank.excluded_winnings
    return fault("only-winnings", winnings=left) if amount > left else None


@rule("CF.E3.06", neutral=None, names_a_pass=False)
def require_garage_not_waived(bank: Bank) -> Fault | None:
    """After «todo va» nothing of that bank is set aside in the coup for which it was said."""
    return fault("todo-va-said") if bank.is_garage_waived else None


@rule("CF.E3.06", neutral=fault("no-todo-va"))
def require_may_waive_garage(state: State, bank: Bank) -> Fault | None:
    """«Todo va» is for a bank that plays without a maximum."""
    if bank.is_garage_waived:
        return fault("todo-va-said")
    return None if is_without_maximum(state) else fault("todo-va-not-authorised")


def require_between_coups(state: State, clause: str) -> Fault | None:
    """Return a Fault, signed with the clause of the act, unless it is done before the betting of a coup opens."""
    wrong = require_phase(state, Phase.BETWEEN)
    return None if wrong is None else with_clauses(wrong, clause)


def require_banker_between_coups(state: State, who: PersonId, clause: str) -> Fault | None:
    anothers = require_banker(state, who)
    return first_fault(
        require_between_coups(state, clause), None if anothers is None else with_clauses(anothers, clause)
    )


def bank_between_coups(state: State, who: PersonId, clause: str) -> Bank | Fault:
    """Return the bank with which its banker may do between coups what a clause lets them."""
    return require_banker_between_coups(state, who, clause) or state.bank or fault("no-bank")


def least_bank(state: State) -> Cents:
    return max(state.settings.bank_minimum, state.settings.minimum)


def greatest_bank(state: State) -> Cents | None:
    if is_without_maximum(state):
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
    if is_without_maximum(state):
        return None
    multiple = state.book.bank.maximum_multiple
    most = multiple.weigh() * state.settings.minimum
    return against(multiple, "bank-above-maximum", maximum=most) if amount > most else None


def require_bank_at_floor(state: State, amount: Cents) -> Fault | None:
    offer = state.offer
    if amount >= offer.floor:
        return None
    if offer.is_passed and offer.stage is not Stage.FORCED and amount >= least_bank(state):
        return against(state.book.bank.matches_passed, "bank-below-floor", floor=offer.floor)
    if amount < state.settings.minimum:
        return Fault("bank-below-floor", {"floor": offer.floor}, (cite("CF.E2.07"),))
    return fault("bank-below-floor", floor=offer.floor)


def announce_bank(state: State) -> tuple[Event, ...]:
    if state.bank is None or state.bank.debt:
        return ()
    return say(state, "bank-amount", amount=euros(playable(state, state.bank)))


@rule("CF.B.11", neutral=lambda state, who, _amount, _chips: (e.BankTaken(who, state.offer.floor),))
def announcement(_state: State, who: PersonId, amount: Cents, chips: Cents) -> tuple[Event, ...]:
    """Whoever is awarded the bank announces the amount that they put at stake."""
    return (e.BankTaken(who, amount, amount - chips),)


def form_bank(state: State, who: PersonId, amount: Cents, chips: Cents | None = None) -> tuple[Event, ...]:
    taken = announcement(state, who, amount, amount if chips is None else min(chips, amount))
    return (*taken, *announce_bank(fold(evolve, state, taken)), e.PhaseOpened(Phase.BETWEEN))


@rule("CF.B.12", neutral=None)
def require_bank_delivered(bank: Bank) -> Fault | None:
    """What was announced is handed over in chips before anybody bets against it."""
    return fault("bank-not-delivered", owed=bank.debt) if bank.debt else None


@a.decides(a.DeliverBank)
def deliver(state: State, who: PersonId, what: a.DeliverBank) -> Decision:
    bank = bank_between_coups(state, who, "CF.B.12")
    if isinstance(bank, Fault):
        return bank
    over = fault("more-than-announced", owed=bank.debt) if what.amount > bank.debt else None
    if short := over or require_chips(state, bank.banker, what.amount):
        return short
    event = e.BankDelivered(bank.banker, what.amount)
    return (event, *announce_bank(evolve(state, event)))


@rule("CF.E1.20", neutral=None)
def require_bank_not_lowered(bank: Bank, amount: Cents) -> Fault | None:
    """The bank is never lowered below what was offered."""
    return fault("bank-never-lowered", bank=bank.total) if amount < bank.total else None


@rule("CF.E1.19", neutral=fault("bank-not-raisable"))
def require_bank_raised(bank: Bank, amount: Cents) -> Fault | None:
    """A bank that was awarded may be raised above the amount offered."""
    return fault("bank-not-raised", bank=bank.total) if amount == bank.total else None


@a.decides(a.RaiseBank)
def raise_bank(state: State, who: PersonId, what: a.RaiseBank) -> Decision:
    bank = bank_between_coups(state, who, "CF.E1.19")
    if isinstance(bank, Fault):
        return bank
    wrong = first_fault(
        require_bank_delivered(bank),
        require_bank_not_lowered(bank, what.amount),
        require_bank_raised(bank, what.amount),
        require_bank_within_maximum(state, what.amount),
    )
    raised = () if wrong else raise_to(state, bank, what.amount)
    if short := wrong or require_chips(state, bank.banker, sum(one.amount for one in raised)):
        return short
    return (*raised, *announce_bank(fold(evolve, state, raised)))


def raise_to(state: State, bank: Bank, amount: Cents) -> tuple[e.BankRaised, ...]:
    """Return the raise to an amount: where uncovered money stays out, the banker's own of it comes back first."""
    more = max(0, amount - bank.total)
    back = min(more, share_of(bank.aside, bank.banker)) if state.book.bank.lasting_garage.use() else 0
    again = (Share(bank.banker, back),) if back else ()
    return (e.BankRaised(bank.banker, more - back, again),) if more else ()


@rule("CF.E1.14", neutral=fault("passed-the-hand"))
def require_may_join_acquirer() -> Fault | None:
    """Whoever passed the hand may associate with the player who then acquired it."""
    return None


@a.decides(a.OfferShare)
@rule("CF.E1.03", neutral=lambda _state, _who, _what: fault("no-associates"))
def offer_share(state: State, who: PersonId, what: a.OfferShare) -> Decision:
    """Any player, seated or standing, may put a definite amount at the banker's disposal, if the banker accepts."""
    bank = state.bank
    return first_fault(
        require_between_coups(state, "CF.E1.03"),
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        fault("already-in-bank") if bank and (who == bank.banker or bank.is_associate(who)) else None,
        require_may_join_acquirer.where(state.offer.is_passed and who == state.offer.former_banker),
        require_bank_within_maximum(state, what.amount + (bank.total + bank.debt if bank else 0)),
        require_chips(state, who, what.amount),
        fault("nothing-changes") if bank and bank.join_offers.get(who) == what.amount else None,
    ) or (e.ShareOffered(who, what.amount),)


@a.decides(a.AcceptShare)
def accept_share(state: State, who: PersonId, what: a.AcceptShare) -> Decision:
    bank = bank_between_coups(state, who, "CF.E1.03")
    if isinstance(bank, Fault):
        return bank
    amount = bank.join_offers.get(what.person, 0)
    if wrong := first_fault(
        None if amount else fault("no-such-offer", person=what.person),
        None if state.seats.is_at_table(what.person) else fault("not-at-table", person=what.person),
        require_bank_within_maximum(state, amount + bank.total + bank.debt),
        fault("offer-not-covered", person=what.person) if require_chips(state, what.person, amount) else None,
    ):
        return wrong
    joined = e.ShareAccepted(what.person, amount)
    return (joined, *announce_bank(evolve(state, joined)))


def promises(state: State) -> dict[PersonId, Cents]:
    """Return who has offered or pledged a part that is not in a bank yet, in cents."""
    pledged = {who: one.amount for who, one in state.offer.pledges.items()}
    return {**pledged, **(state.bank.join_offers if state.bank else {})}


@a.decides(CashOut)
def cash_out(state: State, who: PersonId, what: CashOut) -> Decision:
    """Decide that somebody changes chips back; a part that the rest does not cover is offered no longer."""
    left = chips_of(state.ledger, who) - what.amount
    back = (e.ShareOfferWithdrawn(who),) if promises(state).get(who, 0) > left else ()
    return require_chips(state, who, what.amount) or (*back, CashedOut(who, what.amount))


@a.decides(a.WithdrawShare)
def withdraw(state: State, who: PersonId, what: a.WithdrawShare) -> Decision:
    """Decide that somebody takes their offer back, or asks to leave the bank; for another the house alone does so."""
    bank, whose = state.bank, what.person or who
    if whose != who and who != HOUSE:
        return fault("not-yours")
    if whose in promises(state):
        return (e.ShareOfferWithdrawn(whose),)
    wrong = first_fault(
        None if bank is not None and bank.is_associate(who) else fault("no-such-offer", person=who),
        require_between_coups(state, "HP.CF.associate-leaves"),
        fault("release-asked") if bank is not None and who in bank.leavers else None,
    )
    rest_on(cite("HP.CF.associate-leaves"))
    return wrong or (e.ShareReleaseAsked(who),)


@a.decides(a.TakeOverShare)
def take_over(state: State, who: PersonId, what: a.TakeOverShare) -> Decision:
    """Decide that the banker takes over an associate's part: the bank stays what it was, so nobody is short of it."""
    bank = bank_between_coups(state, who, "HP.CF.associate-leaves")
    if isinstance(bank, Fault):
        return bank
    part = share_of(bank.parts, what.person)
    wrong = first_fault(
        None if what.person in bank.leavers else fault("no-such-offer", person=what.person),
        require_bank_delivered(bank),
        require_chips(state, bank.banker, part),
    )
    rest_on(cite("HP.CF.associate-leaves"))
    return wrong or (e.ShareTakenOver(what.person, bank.banker, part, share_of(bank.aside, what.person)),)


@a.decides(a.GarageWinnings)
def garage_winnings(state: State, who: PersonId, what: a.GarageWinnings) -> Decision:
    bank = bank_between_coups(state, who, "CF.E3.02")
    if isinstance(bank, Fault):
        return bank
    if wrong := first_fault(
        require_garage_not_waived(bank), require_enough_winnings(state, bank), require_only_winnings(bank, what.amount)
    ):
        return wrong
    out = e.WinningsGaraged(divide(state, bank, what.amount))
    return (out, *announce_bank(evolve(state, out)))


@a.decides(a.AllGoes)
def decline_garage(state: State, who: PersonId, _what: a.AllGoes) -> Decision:
    bank = bank_between_coups(state, who, "CF.E3.06")
    if isinstance(bank, Fault):
        return bank
    if wrong := require_may_waive_garage(state, bank):
        return wrong
    waived = e.AllGoesSaid(bank.banker, bank.aside)
    return (waived, *say(state, "todo-va"), *announce_bank(evolve(state, waived)))
