"""Associates of the banker («asociados»): they join before betting opens, share what the bank wins and loses, and never
play.
"""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.banked.shares import share_of
from tapete.games.chemin_de_fer.acts import AcceptShare, OfferShare, TakeOverShare, WithdrawShare
from tapete.games.chemin_de_fer.bank.amount import (
    announce_bank,
    require_bank_delivered,
    require_bank_within_maximum,
    require_banker_between_coups,
    require_between_coups,
)
from tapete.games.chemin_de_fer.events import (
    ShareAccepted,
    ShareOffered,
    ShareOfferWithdrawn,
    ShareReleaseAsked,
    ShareTakenOver,
)
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.seating import require_chips
from tapete.games.chemin_de_fer.state import State
from tapete.kernel import HOUSE, Decision, PersonId


@rule("CF.E1.14", neutral=fault("passed-the-hand"))
def require_may_join_acquirer() -> Fault | None:
    """Whoever passed the hand may associate with the player who then acquired it."""
    return None


@rule("CF.E1.03", neutral=lambda _state, _who, _what: fault("no-associates"))
def offer_share(state: State, who: PersonId, what: OfferShare) -> Decision:
    """Any player, seated or on his feet, may put a definite amount at the banker's disposal, if the banker accepts."""
    bank = state.bank
    wrong = first_fault(
        require_between_coups(state, "CF.E1.03"),
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        fault("already-in-bank") if bank and (who == bank.banker or bank.is_associate(who)) else None,
        require_may_join_acquirer.where(state.offer.is_passed and who == state.offer.former_banker),
        require_bank_within_maximum(state, what.amount + (bank.total + bank.debt if bank else 0)),
        require_chips(state, who, what.amount),
        fault("nothing-changes") if bank and bank.join_offers.get(who) == what.amount else None,
    )
    return wrong or (ShareOffered(who, what.amount),)


def accept_share(state: State, who: PersonId, what: AcceptShare) -> Decision:
    """Decide that the banker accepts an associate."""
    bank = state.bank
    wrong = require_banker_between_coups(state, who, "CF.E1.03")
    if wrong or bank is None:
        return wrong or fault("no-bank")
    amount = bank.join_offers.get(what.person, 0)
    wrong = first_fault(
        None if amount else fault("no-such-offer", person=what.person),
        None if state.seats.is_at_table(what.person) else fault("not-at-table", person=what.person),
        require_bank_within_maximum(state, amount + bank.total + bank.debt),
        require_chips(state, what.person, amount),
    )
    if wrong:
        return wrong
    joined = ShareAccepted(what.person, amount)
    return (joined, *announce_bank(evolve(state, joined)))


def promises(state: State) -> dict[PersonId, object]:
    """Return who has offered or pledged a part that is not in a bank yet."""
    return {**state.offer.pledges, **(state.bank.join_offers if state.bank else {})}


def withdraw(state: State, who: PersonId, what: WithdrawShare) -> Decision:
    """Decide that somebody takes his offer back, or asks to leave the bank; for another the house alone does so."""
    bank, whose = state.bank, what.person or who
    if whose != who != HOUSE:
        return fault("not-yours")
    if whose in promises(state):
        return (ShareOfferWithdrawn(whose),)
    wrong = first_fault(
        None if bank is not None and bank.is_associate(who) else fault("no-such-offer", person=who),
        require_between_coups(state, "HP.CF.associate-leaves"),
        fault("release-asked") if bank is not None and who in bank.leavers else None,
    )
    rest_on(cite("HP.CF.associate-leaves"))
    return wrong or (ShareReleaseAsked(who),)


def take_over(state: State, who: PersonId, what: TakeOverShare) -> Decision:
    """Decide that the banker takes over an associate's part: the bank stays what it was, so nobody is short of it."""
    bank = state.bank
    wrong = require_banker_between_coups(state, who, "HP.CF.associate-leaves")
    if wrong or bank is None:
        return wrong or fault("no-bank")
    part = share_of(bank.parts, what.person)
    wrong = first_fault(
        None if what.person in bank.leavers else fault("no-such-offer", person=what.person),
        require_bank_delivered(bank),
        require_chips(state, bank.banker, part),
    )
    rest_on(cite("HP.CF.associate-leaves"))
    return wrong or (ShareTakenOver(what.person, bank.banker, part, share_of(bank.aside, what.person)),)
