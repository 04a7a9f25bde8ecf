"""How the house gives somebody the bank: it announces him, grants a purchase, or gives on a bank that was given up."""

from __future__ import annotations

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.banked.people import require_at_table, require_player
from tapete.games.banked.shares import Share
from tapete.games.dos_panos.acts import AcceptBank, AnnounceBank, BuyBank, WithdrawWish
from tapete.games.dos_panos.bank.ending import require_shoe_left
from tapete.games.dos_panos.bank.proof import require_proof
from tapete.games.dos_panos.bank.terms import (
    award_to,
    require_awarder,
    require_candidate,
    require_not_annulled,
    require_not_barred,
    require_shoe_first,
    require_term,
    require_way,
    span_of,
)
from tapete.games.dos_panos.events import BankSought, WishWithdrawn
from tapete.games.dos_panos.order import require_window
from tapete.games.dos_panos.people.cloths import cloth_of, ranks
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Hand, Phase
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table.staff import Role

# --- announced or bought ----------------------------------------------------------------------------------------------


def announce(state: State, who: PersonId, what: AnnounceBank) -> Decision:
    """Decide the announcement of banker and amount, by the post that the rulebook names; of a bank that was given up,
    by the one that offers it.
    """
    if state.phase is Phase.REOFFER:
        return give_on(state, who, what)
    opens = Role(state.book.opening.announced_by.use())
    way = way_of(state, what)
    wrong = first_fault(
        require_awarder(state, who, opens, what.days),
        require_shoe_first(state),
        require_window(state, "DP.B.08", Phase.OPENING),
        require_asked(state, what) if way is AwardWay.ANNOUNCED else None,
        require_way(state, way),
        require_shoe_left(state, anew=True),
        require_candidate(state, what.person, what.amount),
        require_term(state, who, what),
    )
    return wrong or award_to(what.person, what.amount, way, span_of(what))


def way_of(state: State, what: AnnounceBank) -> AwardWay:
    """Return how whoever is announced came by the bank: he bought it where he asked for it at this amount."""
    bought = Share(what.person, what.amount) in state.seekers
    return AwardWay.BOUGHT if bought else AwardWay.ANNOUNCED


def require_asked(state: State, what: AnnounceBank) -> Fault | None:
    """Return a Fault if a bank that is only sold would go to somebody who did not ask for it, or not at this amount."""
    ways = state.book.award.ways
    known = ways.weigh()
    if AwardWay.ANNOUNCED in known or AwardWay.BOUGHT not in known:
        return None
    wanted = next((one.amount for one in state.seekers if one.person == what.person), None)
    if wanted is None:
        return against(ways, "bank-not-wanted", person=what.person)
    return against(ways, "bank-wanted-at", person=what.person, amount=wanted, found=what.amount)


def buy(state: State, who: PersonId, what: BuyBank) -> Decision:
    """Decide that a player would buy the bank beforehand: the house grants it by announcing him."""
    wrong = first_fault(
        require_shoe_first(state),
        require_window(state, "DP.B.08", Phase.OPENING),
        require_way(state, AwardWay.BOUGHT),
        require_shoe_left(state, anew=True),
        require_candidate(state, who, what.amount),
        require_new_wish(state, who, what.amount),
    )
    return wrong or (BankSought(who, what.amount),)


def require_new_wish(state: State, who: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if somebody has asked for the bank at this amount already."""
    return fault("nothing-changes") if Share(who, amount) in state.seekers else None


def withdraw_wish(state: State, who: PersonId, what: WithdrawWish) -> Decision:
    """Decide that somebody would no longer have the bank that he asked for: until it is his, nobody holds him to it."""
    del what
    wrong = first_fault(
        require_window(state, "HP.DP.no-deposit", Phase.OPENING, Phase.REOFFER, Phase.DEPOSIT), require_wish(state, who)
    )
    rest_on(cite("HP.DP.no-deposit"))
    return wrong or (WishWithdrawn(who),)


def require_wish(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody has asked for the bank, and has not been given it."""
    if who in {one.person for one in state.seekers}:
        return None
    return with_clauses(fault("bank-not-wanted", person=who), "HP.DP.no-deposit")


# --- a bank that was given up -----------------------------------------------------------------------------------------


def accept(state: State, who: PersonId, what: AcceptBank) -> Decision:
    """Decide that a player would take up a bank that was given up, for its first amount."""
    del what
    wrong = first_fault(
        require_window(state, "DP.E1.18", Phase.REOFFER),
        require_shoe_left(state),
        require_successor(state, who),
        require_new_wish(state, who, state.offered_amount),
    )
    return wrong or (BankSought(who, state.offered_amount),)


def require_successor(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody may take up a bank that another gave up."""
    return first_fault(
        require_player(state.staff, who),
        require_at_table(state.seats, who),
        require_not_barred(state, who),
        require_proof(state, who),
        against(state.book.bank.reoffered_at, "bank-was-yours") if who == state.gave_up else None,
        require_not_annulled(state, who),
    )


def give_on(state: State, who: PersonId, what: AnnounceBank) -> Decision:
    """Decide to whom a bank goes that was given up: at its first amount, to the first in the order of priority of those
    who want it. The shoe in use goes on.
    """
    wrong = first_fault(
        require_awarder(state, who, Role(state.book.award.held_by.use()), what.days),
        require_shoe_left(state),
        require_sought(state, what.person),
        require_successor(state, what.person),
        require_first_amount(state, what.amount),
        require_first_in_priority(state, what.person),
        require_term(state, who, what, anew=False),
    )
    return wrong or award_to(what.person, what.amount, AwardWay.OFFERED, span_of(what))


@rule("DP.E1.18", neutral=None, names_a_pass=False)
def require_sought(state: State, who: PersonId) -> Fault | None:
    """A bank that was given up is offered, and goes to nobody who did not ask for it."""
    return None if who in {one.person for one in state.seekers} else fault("bank-not-wanted", person=who)


def require_first_amount(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if a bank that was given up would go at another amount than that with which it began."""
    offered = state.offered_amount
    if amount == offered:
        return None
    return against(state.book.bank.reoffered_at, "bank-offered-at", amount=offered, found=amount)


def require_first_in_priority(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if another who wants the bank comes before somebody in the order of priority."""
    first = first_seeker(state)
    if first in (None, who):
        return None
    return against(state.book.priority.order, "another-comes-first", person=first)


def may_follow(state: State, who: PersonId) -> bool:
    """Return True if somebody may take up the bank that was given up, and is there to take it."""
    return who not in state.seats.away and require_successor(state, who) is None


@rule("DP.E1.18", neutral=lambda state: next((one.person for one in state.seekers), None))
def first_seeker(state: State) -> PersonId | None:
    """A bank that was given up is offered in the order of priority, whoever asks for it first: on each cloth the places
    outward from the banker, then the rest; the first cloth before the second.
    """
    order = ranks(state.seats, state.book.priority)
    there = [one.person for one in state.seekers if may_follow(state, one.person)]
    cloths = {who: CLOTHS.index(cloth_of(state.seats, who) or Hand.SEGUNDO) for who in there}
    return min(there, key=lambda who: (cloths[who], order[who]), default=None)
