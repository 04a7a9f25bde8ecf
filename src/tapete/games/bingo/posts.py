"""Posts of a hall change hands: who gives one to whom, and when."""

from __future__ import annotations

from tapete.accounts import PERSON, person as purse_of
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.bingo import acts as a, events as e
from tapete.games.bingo.duties import ASSISTANT, CHIEF, MANAGER, require_apart, require_posts
from tapete.games.bingo.state import State
from tapete.games.bingo.takings import takings_of
from tapete.games.bingo.terms import SELLERS
from tapete.kernel import HOUSE, SYSTEM, Decision, PersonId
from tapete.table.staff import Role, require_no_purse, require_post_or_house

OF_CHIEF = frozenset({ASSISTANT, *SELLERS})
"""The posts that the table chief gives."""


def relieve(state: State, who: PersonId, what: a.Relieve) -> Decision:
    """Decide that somebody comes on duty at a post, in the place of whoever holds it."""
    accounts = (*(one for one in state.ledger if one.startswith(PERSON)), *map(purse_of, state.money_asked))
    wrong = first_fault(
        require_posts((what.role,)),
        require_may_send(state, who, what.role),
        fault("system-on-duty") if what.person in SYSTEM else None,
        fault("nothing-changes") if state.staff.get(what.role) == what.person else None,
        require_apart(state.book, state.staff.set(what.role, what.person)),
        require_no_player(state, what.person),
        require_no_purse(state.staff.values(), what.person, accounts),
        require_of_staff(state, who, what.person),
        require_relief_allowed(state, who),
    )
    return wrong or (e.StaffAssigned(what.role, what.person),)


def vacate(state: State, who: PersonId, what: a.VacatePost) -> Decision:
    """Decide that a post has nobody from now on: whoever had it comes off duty."""
    holder = state.staff.get(what.role)
    wrong = first_fault(
        require_posts((what.role,)),
        require_may_send(state, who, what.role),
        require_may_be_empty(what.role),
        require_relief_allowed(state, who),
    )
    if wrong:
        return wrong
    if holder is None:
        return fault("nothing-changes")
    return require_till_empty(state, holder) or (e.PostVacated(what.role, holder),)


@rule("HP.BG.posts", neutral=None)
def require_may_be_empty(role: Role) -> Fault | None:
    """Return a Fault unless a hall does without a post: one of the sellers beside the caller."""
    return None if role in SELLERS[1:] else fault("post-stays-filled", role=role)


@rule("HP.BG.takings", neutral=None)
def require_till_empty(state: State, seller: PersonId) -> Fault | None:
    """Return a Fault while a seller has what he took: he hands it over before he comes off duty."""
    taken = takings_of(state, seller)
    return fault("post-has-takings", person=seller, amount=taken) if taken > 0 else None


@rule("HP.BG.posts", neutral=None)
def require_may_send(state: State, who: PersonId, role: Role) -> Fault | None:
    """Return a Fault unless somebody hands on his own post, or the hall manager or the house fills it; those of sellers
    and assistant the table chief too.
    """
    return require_post_or_house(state.staff, who, role, MANAGER, *((CHIEF,) if role in OF_CHIEF else ()))


@rule("HP.BG.posts", neutral=None)
def require_of_staff(state: State, who: PersonId, person: PersonId) -> Fault | None:
    """Return a Fault if anybody but the hall manager or the house gives a post to somebody who was never on duty in
    this hall. In a house its accounts say who is of the staff.
    """
    may_bring_in = require_post_or_house(state.staff, who, MANAGER) is None
    is_stranger = not state.is_in_house and person not in state.served
    return fault("not-of-staff", person=person) if is_stranger and not may_bring_in else None


@rule("HP.BG.posts", neutral=None)
def require_no_player(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody would come on duty who holds cartones that are good, those of a double between its
    games too, or asks for some, where the house forbids it.
    """
    are_good = not state.game.is_over or state.game.is_second_due
    has_cards = are_good and any(one.person == person for one in state.game.sales)
    plays = has_cards or person in state.game.wishes
    return fault("player-may-not-serve") if plays and not state.book.sale.staff_may_play.use() else None


def require_relief_allowed(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if somebody would be relieved in a game, where posts change hands between games alone."""
    is_played = bool(state.game.ball_set) and not state.game.is_over
    return fault("relief-in-game") if who != HOUSE and is_played and not state.book.hall.relief_in_game.use() else None
