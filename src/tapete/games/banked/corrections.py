"""A wrongly keyed card and an open incident that rests on it: which of it is withdrawn, and what stays open.

Faults that somebody reported stay; faults that nothing but open cards shows are weighed anew by the true cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from tapete.clauses import Fault
from tapete.games.baccarat.incident import Docket, Incident, IncidentOpened, IncidentWithdrawn, incident
from tapete.games.baccarat.proposals import Proposal
from tapete.kernel import Event


def withdrawal(one: Incident, shown: Collection[str]) -> IncidentWithdrawn | None:
    """Return the withdrawal of an incident whose faults open cards showed; ``None`` if it holds no such fault.

    ``shown`` are the codes of the faults that nothing but open cards shows.
    """
    codes = tuple(found.code for found in one.faults if found.code in shown)
    return IncidentWithdrawn(one.serial, one.kind, codes) if codes else None


def is_same_case(one: Incident, other: Incident) -> bool:
    """Return True if another incident holds nothing but faults of the first, and asks for nothing else."""
    return all(found in one.faults for found in other.faults) and set(other.proposed_effects) <= set(
        one.proposed_effects
    )


def is_found_again(one: Incident, events: Collection[Event]) -> bool:
    return any(isinstance(new, IncidentOpened) and is_same_case(one, new.incident) for new in events)


def remaining_report(
    docket: Docket, one: Incident, shown: Collection[str], proposal: Callable[[Fault], Proposal | None]
) -> tuple[Event, ...]:
    """Return the incident of what somebody reported beside the faults that only the wrong card showed; ``proposal`` is
    what the rules made of each of those by the wrong card.
    """
    left = tuple(found for found in one.faults if found.code not in shown)
    if not left:
        return ()
    gone = [made for found in one.faults if found.code in shown and (made := proposal(found)) is not None]
    taken = {effect for made in gone for effect in made.effects}
    effects = tuple(effect for effect in one.proposed_effects if effect not in taken)
    open_still = not effects or (one.open_to_judgement and not any(made.open_to_judgement for made in gone))
    stays = Proposal(effects, (), open_still, one.alternatives)
    return (IncidentOpened(incident(docket, left[0].code, one.reported_by, left, (stays,), one.note)),)
