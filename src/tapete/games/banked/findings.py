"""Faults that open cards show: what everybody sees of them, and the incident that holds those not taken up yet.

Which faults a hand can show, and what the rules make of each, a game says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tapete.clauses import Fault
from tapete.games.baccarat.incident import Authority, Docket, IncidentOpened, incident, open_proposal
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.marks import Cards, third
from tapete.games.baccarat.points import Total
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked.coup import Coup
from tapete.games.banked.dealing import FIRST_CARDS
from tapete.kernel import PersonId

KIND = "found-when-shown"
"""Kind of the incident of faults that open cards show."""


def incident_of_open_cards(
    docket: Docket,
    reporter: PersonId,
    found: Sequence[Fault],
    proposal: Callable[[Fault], Proposal | None],
    authority: Authority,
) -> IncidentOpened | None:
    """Return the incident of faults that open cards show; ``None`` without any.

    Where the rules say nothing of a fault, an official finds the remedy.
    """
    if not found:
        return None
    foreseen = tuple(proposal(one) for one in found)
    made = tuple(open_proposal(authority) if one is None else one for one in foreseen)
    return IncidentOpened(incident(docket, KIND, reporter, found, made))


def with_public_facts(found: Fault, hand: str, total: Total, **said: object) -> Fault:
    """Return a fault with what everybody sees of it: the hand, what its first two cards count, what was said or done
    with them.
    """
    known: dict[str, Any] = {name: str(value) for name, value in said.items() if value is not None}
    return msgspec.structs.replace(found, facts={**found.facts, "hand": str(hand), "total": total, **known})


def renamed_fault(code: str, found: Fault | None) -> Fault:
    return Fault(code, {} if found is None else found.facts, () if found is None else found.clauses)


def is_two_cards_open(cards: Cards, hand: str) -> bool:
    """Return True if a hand has its two cards and everybody knows their faces."""
    held = at(cards.layout, hand)
    return len(held) >= FIRST_CARDS and all(card.face_up and card.face is not None for card in held)


def can_be_given_or_denied(coup: Coup, hand: str) -> bool:
    """Return True if the banker has neither given a side a card nor decided about his own."""
    return coup.decision is None and not at(coup.cards.layout, third(hand))
