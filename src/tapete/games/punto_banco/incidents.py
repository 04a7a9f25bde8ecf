"""Incidents and claims. The annex has no chapter on errors: every one of them is the table chief's to decide.

House defaults by analogy with the other baccarat texts are proposed to him, labelled as practice, and never applied
unasked.
"""

from __future__ import annotations

import msgspec

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat import incident as shared
from tapete.games.baccarat.corrections import ClaimRecorded, require_keyed_shoe
from tapete.games.baccarat.effects import Discard, Effect, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import IncidentOpened, require_no_incident
from tapete.games.baccarat.proposals import Proposal
from tapete.games.punto_banco.acts import RecordClaim, ReportIncident
from tapete.games.punto_banco.corrections import require_face_of, settled_coup
from tapete.games.punto_banco.events import CardExposed
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.table.staff import Role, require_post


@rule("PB.A2.12", neutral=None)
def require_chief_has_ruled(state: State) -> Fault | None:
    """While a case that the rules do not cover is open, nothing goes on."""
    return require_no_incident(state.docket)


def report(state: State, who: PersonId, what: ReportIncident) -> Decision:
    """Decide a report by the staff. What the house would do by default is proposed to the table chief."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR),
        require_known_card(state, what.position),
        require_face_of_next_card(state, what),
    )
    if wrong:
        return wrong
    if what.position is None and what.kind == "exposed-in-shoe" and is_next_card(state, state.shoe.position):
        what = msgspec.structs.replace(what, position=state.shoe.position)
    proposals = default_proposals(state, what)
    next_card = state.shoe.position
    exposed = () if what.face is None else (CardExposed(next_card, what.face),)
    return (
        *exposed,
        IncidentOpened(shared.incident(state.docket, what.kind, who, (), proposals, what.note)),
    )


def require_known_card(state: State, position: int | None) -> Fault | None:
    """Return a Fault unless the card lies on the table or is the next one of the shoe."""
    there = position is None or is_next_card(state, position) or any(card.position == position for card in state.layout)
    return None if there else fault("no-such-card", position=position)


def is_next_card(state: State, position: int) -> bool:
    playing = state.phase is Phase.BETWEEN or not state.is_between_coups
    return playing and position == state.shoe.position and state.shoe.remaining > 0


def require_face_of_next_card(state: State, what: ReportIncident) -> Fault | None:
    """Return a Fault unless the face is that of the next card of a real shoe and the shoe can still hold it."""
    if what.face is None:
        return None
    if what.position is None or not is_next_card(state, what.position):
        return fault("no-such-card", position=what.position)
    return first_fault(require_keyed_shoe(state.settings.shoe), require_face_of(state, what.position, what.face))


def default_proposals(state: State, what: ReportIncident) -> tuple[Proposal, ...]:
    """Return the house's default effects for a named irregularity: house practice, left to judgement."""
    default = state.book.irregularities.get(what.kind)
    if default is None:
        return ()
    practice = cite(f"HP.PB.{what.kind}")
    rest_on(practice)
    effects: list[Effect] = []
    for name in default.use():
        match name:
            case "void-coup":
                effects.append(VoidCoup())
            case "discard" if what.position is not None:
                effects.append(Discard(what.position))
            case "discard":
                pass
            case _:
                effects.append(NoteOnly(name))
    return (Proposal(tuple(effects), (practice,), open_to_judgement=True),)


def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    """Decide on a player's claim: it is noted, and after the payment not admitted (house practice)."""
    past = settled_coup(state, what.coup)
    known = state.seats.is_at_table(what.person) or any(
        line.person == what.person for coup in state.history for line in coup.lines
    )
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR),
        None if known else fault("unknown-person", person=what.person),
        fault("no-such-coup", coup=what.coup) if what.coup > state.coup and past is None else None,
    )
    settled = past is not None and (past.shoe == state.shoe.number or what.coup > state.coup)
    rest_on(cite("HP.PB.claims"))
    return wrong or (ClaimRecorded(what.person, what.coup, what.note, is_admitted=not settled),)
