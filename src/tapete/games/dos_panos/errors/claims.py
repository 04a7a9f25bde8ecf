"""Claims about a coup, and testimony of a hand that was swept away."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.effects import AssignCard, DeemTotal, Effect
from tapete.games.baccarat.incident import Incident, IncidentWidened, extend_incident, require_report_authority
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.proposals import Remedy, propose
from tapete.games.banked import named_people
from tapete.games.banked.events import CardSeen
from tapete.games.dos_panos.acts import RecordClaim, Testify
from tapete.games.dos_panos.errors.remedies_conduct import score_of_testimony
from tapete.games.dos_panos.events import TestimonyHeard
from tapete.games.dos_panos.rules.errors import ClaimsEnd
from tapete.games.dos_panos.state import State, Testimony, with_statement
from tapete.games.dos_panos.terms import COUP, Accident, Hand, Phase
from tapete.kernel import Decision, PersonId


def is_over(state: State, coup: int) -> bool:
    """Return True if a coup has been paid or collected."""
    return coup < state.coup.number or state.phase not in (*COUP, Phase.BETS)


def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    """Keep a player's claim, admitted or not: none is once the coup is over and its stakes are settled."""
    wrong = first_fault(
        require_report_authority(state.authority, state.staff, who),
        named_people.require_known(state, state.history, what.person),
        None if 0 < what.coup <= state.coup.number else fault("no-such-coup", coup=what.coup),
    )
    if wrong:
        return wrong
    late = is_over(state, what.coup) and state.book.claims.end_with.use() is not ClaimsEnd.NEVER
    return (ClaimRecorded(what.person, what.coup, what.note, not late),)


def cards_thrown(swept: Incident | None, hand: Hand) -> dict[int, str]:
    back = () if swept is None else (one for one in swept.proposed_effects if isinstance(one, AssignCard))
    return {one.position: one.place for one in back if one.place in (hand, third(hand))}


def testify(state: State, who: PersonId, what: Testify) -> Decision:
    """Decide what somebody says of a hand that the croupier threw in: it is kept, and the score is rebuilt from it.
    Whose word the croupier of a real table notes is noted to have seen it.
    """
    open_incident = next(
        (
            one
            for one in state.docket.open
            for found in one.faults
            if (found.code, found.facts.get("by"), found.facts.get("hand")) == (Accident.THROWN, "croupier", what.hand)
        ),
        None,
    )
    keyed = what.person is not None and who == state.croupier()
    person = what.person if keyed and what.person is not None else who
    thrown = cards_thrown(open_incident, what.hand)
    swept = [card for card in state.coup.cards.layout if card.position in thrown]
    saw = any(card.face_up or person in card.seen_by for card in swept)
    unseen = () if saw else tuple(CardSeen(card.position, person) for card in swept)
    is_noted_as_seen = keyed and state.is_observed and state.is_keyed  # nobody else knows who saw real cards
    wrong = first_fault(
        None if open_incident is not None else fault("no-testimony-asked", hand=str(what.hand)),
        None if state.seats.is_at_table(person) or person == state.banker else fault("not-at-table"),
        None if saw or is_noted_as_seen else require_seen(person),
        fault("nothing-changes") if Testimony(person, what.hand, what.total) in state.coup.testimonies else None,
    )
    if wrong or open_incident is None:
        return wrong or ()
    heard = Testimony(person, what.hand, what.total)
    widened = IncidentWidened(with_testimony(state, open_incident, heard))
    return (*unseen, TestimonyHeard(person, what.hand, what.total), widened)


@rule("DP.C5.09", neutral=None)
def require_seen(person: PersonId) -> Fault | None:
    """The score is rebuilt from what those say who saw the cards: nobody else is heard."""
    return fault("cards-not-seen", person=person)


def with_testimony(state: State, open_incident: Incident, heard: Testimony) -> Incident:
    """Return the incident of a hand that was thrown in with what its witnesses say of it now: whoever speaks again
    takes back what he said before.

    Where nothing else is in the incident, witnesses who agree in the end leave nothing to judge.
    """
    has_third = third(heard.hand) in cards_thrown(open_incident, heard.hand).values()
    others = tuple(effect for effect in open_incident.proposed_effects if not is_score_of(effect, heard.hand))
    conflicts = tuple(one for one in open_incident.conflicts if one != f"total:{heard.hand}")
    is_judged = open_incident.open_to_judgement and (len(open_incident.faults) > 1 or not open_incident.conflicts)
    plain = msgspec.structs.replace(
        open_incident,
        proposed_effects=others,
        alternatives=without_score(open_incident.alternatives, heard.hand, others),
        conflicts=conflicts,
        open_to_judgement=is_judged,
    )
    said = [one.total for one in with_statement(state.coup.testimonies, heard) if one.hand == heard.hand]
    score = partial(score_of_testimony, state, heard.hand, has_third=has_third)
    made = [propose(partial(score, total)) for total in dict.fromkeys(said)]
    return extend_incident(plain, (), made, covers=False)


def without_score(remedies: Iterable[Remedy], hand: Hand, proposed: tuple[Effect, ...]) -> tuple[Remedy, ...]:
    """Return alternatives as they were before anybody said what a hand counts; none that is what is proposed anyway."""
    bare = (
        msgspec.structs.replace(one, effects=tuple(effect for effect in one.effects if not is_score_of(effect, hand)))
        for one in remedies
    )
    return tuple(dict.fromkeys(one for one in bare if set(one.effects) != set(proposed)))


def is_score_of(effect: Effect, hand: Hand) -> bool:
    return isinstance(effect, DeemTotal) and effect.hand == hand
