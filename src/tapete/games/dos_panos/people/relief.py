"""Who takes over a post, and what the outgoing croupier had in his hands."""

from __future__ import annotations

from typing import Final

from tapete.clauses import cite, rest_on
from tapete.games.banked.absence import cards_handed_over
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, HANDS
from tapete.kernel import Decision, PersonId
from tapete.table.acts import Relieve, StaffAssigned
from tapete.table.relief import require_may_relieve
from tapete.table.staff import CARD_TABLE_POSTS, Role

POSTS: Final = CARD_TABLE_POSTS | {Role.CHANGER, Role.ASSISTANT}
"""The posts of a table of this game."""

SENDERS: Final = (Role.INSPECTOR, Role.DIRECTOR)
"""The posts that may send somebody to another post."""


def relieve(state: State, who: PersonId, what: Relieve) -> Decision:
    """Decide that somebody takes over a post, and with the croupier's the hands that he plays for players."""
    here = (state.seats, state.staff, who, what)
    wrong = require_may_relieve(*here, posts=POSTS, senders=SENDERS, accounts=state.ledger)
    rest_on(cite("HP.DP.relief"))
    if wrong:
        return wrong
    outgoing = state.croupier() if what.role is Role.CROUPIER else None
    holders: dict[str, PersonId | None] = {cloth: state.holder(cloth) for cloth in CLOTHS}
    cards = () if outgoing is None else cards_handed_over(state.coup, holders, outgoing, what.person, HANDS)
    return (StaffAssigned(what.role, what.person), *cards)
