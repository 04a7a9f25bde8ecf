"""Who takes over a post, and what the outgoing croupier had in his hands."""

from __future__ import annotations

from tapete.clauses import cite, rest_on
from tapete.games.banked.absence import cards_handed_over
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import HANDS, Hand
from tapete.kernel import Decision, PersonId
from tapete.table.acts import Relieve, StaffAssigned
from tapete.table.relief import require_may_relieve, require_one_post_each
from tapete.table.staff import CARD_TABLE_POSTS, Role

SENDERS = (Role.INSPECTOR, Role.DIRECTOR)
"""The posts that may send somebody to another post."""


def relieve(state: State, who: PersonId, what: Relieve) -> Decision:
    """Decide that somebody takes over a post."""
    rest_on(cite("HP.CF.relief"))
    wrong = require_may_relieve(
        state.seats,
        state.staff,
        who,
        what,
        posts=CARD_TABLE_POSTS,
        senders=SENDERS,
        accounts=state.ledger,
        require_own_posts=lambda staff: require_one_post_each(staff, "HP.CF.relief"),
    )
    if wrong:
        return wrong
    outgoing = state.croupier() if what.role is Role.CROUPIER else None
    holders: dict[str, PersonId | None] = {Hand.PUNTO: state.holder}
    cards = () if outgoing is None else cards_handed_over(state.coup, holders, outgoing, what.person, HANDS)
    return (StaffAssigned(what.role, what.person), *cards)
