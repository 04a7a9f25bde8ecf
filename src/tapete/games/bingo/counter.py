"""Money at the counter: accounts, takings of sellers, debts."""

from __future__ import annotations

from tapete.accounts import balance, person
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, duties as d, events as e
from tapete.games.bingo.books import TILL, owed, till
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import DRAWING, MoneyWish, Phase, TakingsCount, refunds
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.money import Cents
from tapete.table.state import in_order


def require_chips(state: State, who: PersonId, amount: Cents) -> Fault | None:
    chips = balance(state.ledger, person(who))
    return fault("not-enough-chips", chips=chips) if chips < amount else None


@d.decides(a.BuyIn, "HP.BG.counter")
def buy_in(state: State, who: PersonId, what: a.BuyIn) -> Decision:
    wrong = d.require_person(who) or d.require_no_own_account(state, who)
    if wrong or not state.has_counter:
        return wrong or (e.BoughtIn(who, what.amount),)
    return ask(state, who, MoneyWish(what.amount, is_paid_in=True))


@d.decides(a.CashOut, "HP.BG.counter")
def cash_out(state: State, who: PersonId, what: a.CashOut) -> Decision:
    wrong = first_fault(
        d.require_person(who), d.require_no_own_account(state, who), require_chips(state, who, what.amount)
    )
    if wrong or not state.has_counter:
        return wrong or (e.CashedOut(who, what.amount),)
    return ask(state, who, MoneyWish(what.amount, is_paid_in=False))


def ask(state: State, who: PersonId, wish: MoneyWish) -> Decision:
    if state.money_asked.get(who) == wish:
        return fault("nothing-changes")
    return (e.MoneyAsked(who, wish.amount, wish.is_paid_in),)


@rule("HP.BG.counter", neutral=None)
def require_asked(state: State, who: PersonId, wish: MoneyWish) -> Fault | None:
    return None if state.money_asked.get(who) == wish else fault("money-not-asked", person=who)


@rule("HP.BG.counter", neutral=None)
def require_no_house(state: State) -> Fault | None:
    """Return a Fault in a house: its cash desk has taken the money already, or pays it."""
    return fault("counter-in-house") if state.is_in_house else None


@rule("HP.BG.counter", neutral=None)
def require_no_link_given(state: State, who: PersonId, player: PersonId) -> Fault | None:
    """Return a Fault if whoever would pay has given that player a link: the word of the asker could be the payer's."""
    return fault("link-was-yours", person=player) if (player, who) in state.given_links else None


@d.decides(a.NoteLink, "HP.BG.counter")
def note_link(state: State, who: PersonId, what: a.NoteLink) -> Decision:
    return fault("not-your-post", needs=["house"]) if who != HOUSE else (e.LinkGiven(what.person, what.by),)


@d.decides(a.SettleMoney, "HP.BG.counter")
def settle(state: State, who: PersonId, what: a.SettleMoney) -> Decision:
    is_own = who == what.person and not what.is_done
    wrong = first_fault(
        None if is_own else d.require_duty(state, who, d.CASHIER),
        require_asked(state, what.person, MoneyWish(what.amount, what.is_paid_in)),
    )
    if wrong or not what.is_done:
        return wrong or (e.MoneyAsked(what.person, 0, what.is_paid_in),)
    wrong = require_no_house(state) or d.require_other_purse(who, what.person)
    if what.is_paid_in:
        return wrong or (e.BoughtIn(what.person, what.amount),)
    wrong = wrong or require_no_link_given(state, who, what.person)
    return wrong or require_chips(state, what.person, what.amount) or (e.CashedOut(what.person, what.amount),)


@d.decides(a.SetCounter, "HP.BG.counter", Phase.CHECKS, Phase.READY, by=d.on_duty(d.MANAGER))
def set_counter(state: State, who: PersonId, what: a.SetCounter) -> Decision:
    wrong = first_fault(
        require_no_house(state) if what.is_on else None,
        fault("nothing-changes") if state.is_counter_open is what.is_on else None,
    )
    return wrong or (e.CounterSet(what.is_on, who),)


# What nobody fetches: after some sessions the table chief decides what becomes of it, for a reason that stands in the
# record. Until then, and without such a decision, a prize and a price stay owed to whoever comes.


def require_waited(state: State, since: int, sessions: int) -> Fault | None:
    """Return a Fault unless something has waited for so many sessions after the one in which it was left."""
    waited = state.hall.session - since
    return fault("waits-still", sessions=sessions, waited=waited) if waited < sessions else None


def require_decidable(state: State, reason: str) -> Fault | None:
    return fault("game-not-over") if state.phase in DRAWING else d.require_reason(reason)


@d.decides(a.DecideUncollected, "IV.28", by=d.on_duty(d.CHIEF, d.MANAGER))
def decide_uncollected(state: State, who: PersonId, what: a.DecideUncollected) -> Decision:
    account = owed(what.game, what.prize, what.card)
    left, amount = state.left_prizes.get(account), balance(state.ledger, account)
    is_unsold, waits = state.game.is_of_unsold(account), state.book.payment.not_collected.use()
    if (left is None and not is_unsold) or not amount:
        return require_decidable(state, what.reason) or fault("prize-not-left", card=what.card)
    wrong = require_decidable(state, what.reason)
    if not is_unsold and left is not None:
        wrong = wrong or require_waited(state, left.session, waits)
    return wrong or (e.UncollectedDecided(what.game, what.prize, what.card, amount, what.fate, what.reason, who),)


@d.decides(a.EndRefunds, "V.03", by=d.on_duty(d.CHIEF, d.MANAGER))
def end_refunds(state: State, who: PersonId, what: a.EndRefunds) -> Decision:
    refund, amount = state.refunds.get(what.game), balance(state.ledger, refunds(what.game))
    if refund is None or not amount:
        return require_decidable(state, what.reason) or fault("nothing-refunded")
    waits = state.book.void.pending.use()
    wrong = require_decidable(state, what.reason) or require_waited(state, refund.session, waits)
    return wrong or (e.RefundsEnded(what.game, amount, what.reason, who),)


# An equal count is booked at once. Another one waits until a second person confirms it, with a reason: a confirmation
# is good for that one count, and when the seller has sold on since, or it is counted again, there is nothing to
# confirm.


def takings_of(state: State, seller: PersonId) -> Cents:
    """Return what a seller has taken and not handed over; below zero: what they handed over too much."""
    return -balance(state.ledger, till(seller))


def sellers_with_takings(state: State) -> tuple[PersonId, ...]:
    return tuple(
        PersonId(name.removeprefix(TILL)) for name, held in in_order(state.ledger) if name.startswith(TILL) and held
    )


def waiting_counts(state: State) -> tuple[TakingsCount, ...]:
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
    """Return a Fault if somebody would confirm a count that they made, or that is of their own takings."""
    is_party = who in (count.seller, count.by)
    return fault("count-needs-another", counter=count.by, seller=count.seller) if is_party else None


@rule("HP.BG.takings-count", neutral=None)
def require_counter_kept(state: State, count: TakingsCount) -> Fault | None:
    """Return a Fault if whoever counted is cashier no more: whoever is counts again."""
    return None if state.staff.get(d.CASHIER) == count.by else fault("first-word-gone", person=count.by)


@rule("HP.BG.takings-count", neutral=None)
def require_counts_confirmed(state: State) -> Fault | None:
    """Return a Fault while a count that differs waits: the session is not closed with it."""
    for one in waiting_counts(state):
        return fault("count-waits", person=one.seller, amount=one.amount, difference=one.difference)
    return None


@rule("HP.BG.takings", neutral=None)
def require_takings_handed_over(state: State) -> Fault | None:
    """Return a Fault while a seller has in their till what they took: they hand it over before the session ends."""
    for seller in sellers_with_takings(state):
        if (taken := takings_of(state, seller)) > 0:
            return fault("takings-in-till", person=seller, amount=taken)
    return None


@rule("HP.BG.takings", neutral=None)
def require_owed_to_seller(seller: PersonId, amount: Cents, owed: Cents) -> Fault | None:
    """Return a Fault unless a seller handed over just as much too much."""
    return None if amount == owed else fault("takings-not-owed", seller=seller, owed=owed)


@d.decides(a.HandOverTakings, "HP.BG.takings", by=d.on_duty(d.CASHIER))
def hand_over(state: State, who: PersonId, what: a.HandOverTakings) -> Decision:
    taken = takings_of(state, what.seller)
    if wrong := first_fault(
        fault("wrong-window", window=str(state.phase)) if state.phase is Phase.SALE else None,
        None if taken or what.amount else fault("nothing-changes"),
        require_within_takings(taken, what.amount),
    ):
        return wrong
    if what.amount == taken:
        return (e.TakingsHandedOver(what.seller, what.amount, 0),)
    counted = (what.seller, what.amount, what.amount - taken, who)
    if any((one.seller, one.amount, one.difference, one.by) == counted for one in waiting_counts(state)):
        return fault("nothing-changes")
    return (e.TakingsCounted(state.last_count + 1, *counted),)


@d.decides(a.GiveBackTakings, "HP.BG.takings", by=d.on_duty(d.CASHIER))
def give_back(state: State, who: PersonId, what: a.GiveBackTakings) -> Decision:
    owed = max(0, -takings_of(state, what.seller))
    wrong = d.require_other_purse(who, what.seller) or require_owed_to_seller(what.seller, what.amount, owed)
    return wrong or (e.TakingsGivenBack(what.seller, what.amount),)


@d.decides(a.ConfirmTakings, "HP.BG.takings-count", by=d.on_duty(d.CHIEF, d.MANAGER))
def confirm(state: State, who: PersonId, what: a.ConfirmTakings) -> Decision:
    if wrong := require_waiting(state, what.serial):
        return wrong
    one = next(one for one in waiting_counts(state) if one.serial == what.serial)
    wrong = require_second_person(who, one) or require_counter_kept(state, one) or d.require_reason(what.reason)
    return wrong or (e.TakingsHandedOver(one.seller, one.amount, one.difference, one.by, who, what.reason),)
