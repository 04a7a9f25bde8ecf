"""Who takes over a post, and what the outgoing croupier had in his hands."""

from __future__ import annotations

from tapete.clauses import cite, fault, first_fault, rest_on
from tapete.games.baccarat.layout import at
from tapete.games.banked.events import CardsCarried, CardsLifted, CroupierStoodIn
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import SYSTEM, Decision, Event, PersonId
from tapete.table.acts import Relieve, StaffAssigned
from tapete.table.staff import CARD_TABLE_POSTS, Role, require_post_or_house, require_posts_of_game


def relieve(state: State, who: PersonId, what: Relieve) -> Decision:
    """Decide that somebody takes over a post."""
    wrong = first_fault(
        require_posts_of_game((what.role,), CARD_TABLE_POSTS),
        require_post_or_house(state.staff, who, what.role, Role.INSPECTOR, Role.DIRECTOR),
        fault("player-may-not-serve")
        if state.seats.is_at_table(what.person) or what.person in state.seats.waiting
        else None,
        fault("system-on-duty") if what.person in SYSTEM else None,
    )
    rest_on(cite("HP.CF.relief"))
    if wrong:
        return wrong
    outgoing = state.staff.get(what.role)
    cards = (
        () if what.role is not Role.CROUPIER or outgoing is None else cards_handed_over(state, outgoing, what.person)
    )
    return (StaffAssigned(what.role, what.person), *cards)


def cards_handed_over(state: State, outgoing: PersonId, incoming: PersonId) -> tuple[Event, ...]:
    """A hand that the outgoing croupier plays for a player goes on with the incoming one, who sees what he had seen."""
    layout = state.coup.cards.layout
    plays = (CroupierStoodIn(outgoing, incoming),) if state.holder == outgoing else ()
    before = (CardsCarried(incoming),) if state.coup.punto.before == outgoing else ()
    looked_at = (hand for hand in Hand if any(outgoing in card.seen_by for card in at(layout, hand)))
    return (*plays, *before, *(CardsLifted(incoming, hand) for hand in looked_at))
