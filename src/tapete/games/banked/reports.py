"""Reports by the staff of a banked table: what can have happened at a step, with which facts, and the incident of it.

A game declares its accidents (:mod:`tapete.games.banked.accidents`); nothing here knows one of them, or a hand's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.clauses import Cite, Fault, fault, trace
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import (
    Authority,
    Incident,
    IncidentOpened,
    IncidentWidened,
    extend_incident,
    incident,
    judgement_clauses,
    open_proposal,
    require_report_authority,
)
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.banked.accidents import About, Accidents, BankedTable, Kind
from tapete.games.banked.acts import PickUp, Report
from tapete.games.banked.cards import early_cards
from tapete.games.banked.coup import Coup
from tapete.games.banked.events import CardMoved
from tapete.games.banked.reportable import Combination, Reportable
from tapete.kernel import Decision, Irregular, PersonId

S = TypeVar("S", bound=BankedTable)
R = TypeVar("R", bound=Report)


# --- what can be reported ---------------------------------------------------------------------------------------------


def reportable(accidents: Accidents[S, R], state: S, viewer: PersonId | None) -> tuple[Reportable, ...]:
    """Return what ``viewer`` can report now; nothing for somebody without authority to."""
    if viewer is None or require_report_authority(state.authority, state.staff, viewer):
        return ()
    return tuple(_reportable(accidents, state))


def _reportable(accidents: Accidents[S, R], state: S) -> Iterator[Reportable]:
    for accident, kind in accidents.kinds.items():
        meant = () if require_time(accidents, state, kind) else parties_and_hands(accidents, state, accident)
        named = kind.is_card_required or kind.about is About.JUST_DRAWN
        cards = reportable_positions(accidents, state, kind) if named else ()
        needs_card = accidents.is_card_required(state, kind)
        if not meant or (needs_card and not cards):
            continue
        first = accidents.report(
            accident, None, cards[0] if needs_card else None, None, 1 if "count" in kind.facts else 0
        )
        combined = tuple(combinations(accidents, state, kind, first, meant))
        if not combined:
            continue
        parties = tuple(dict.fromkeys(party for party, _ in meant))
        hands = tuple(dict.fromkeys(hand for _, hand in meant if hand is not None))
        must_name = [one for one in combined if kind.named_for & set(one.parties)] or combined
        people = tuple(who for who in state.seats.people() if any(who in one.people for one in must_name))
        facts = (*kind.facts, "position") if needs_card and not kind.is_card_required else kind.facts
        example = replace(first, **combined[0].example)
        yield Reportable(example, parties, facts, cards, hands, people, kind.uncounted, combined)


def combinations(
    accidents: Accidents[S, R], state: S, kind: Kind, first: R, meant: tuple[tuple[Party | None, str | None], ...]
) -> Iterator[Combination]:
    """Return which parties, hands and people go together in a report, each as few times as can be: at its party's hands
    whom it can name, and nobody unless somebody must be named.
    """
    hands_of: dict[tuple[Party | None, tuple[PersonId | None, ...]], tuple[str, ...]] = {}
    for party, hand in meant:
        named = nameable_people(accidents, state, kind, replace(first, fault_of=party, hand=hand))
        if named or not kind.by_whom:
            own = () if hand is None else (hand,)
            hands_of[party, named] = (*hands_of.get((party, named), ()), *own)
    parties_of: dict[tuple[tuple[str, ...], tuple[PersonId | None, ...]], tuple[Party | None, ...]] = {}
    for (party, named), hands in hands_of.items():
        parties_of[hands, named] = (*parties_of.get((hands, named), ()), party)
    yield from (Combination(parties, hands, named) for (hands, named), parties in parties_of.items())


def nameable_people(accidents: Accidents[S, R], state: S, kind: Kind, what: R) -> tuple[PersonId | None, ...]:
    """Return the people at the table whom a report by one party's hand can name, with nobody first where it need name
    nobody; nothing where it makes no difference who it was.
    """
    if not kind.by_whom:
        return ()
    fit = (
        who for who in state.seats.people() if accidents.person_requirement(state, replace(what, person=who)) is None
    )
    return (*(() if what.fault_of in kind.named_for else (None,)), *fit)


def parties_and_hands(
    accidents: Accidents[S, Any], state: S, accident: Any
) -> tuple[tuple[Party | None, str | None], ...]:
    """Return by whose hand an accident can have happened now and which hands it can be about, ``None`` for one that is
    about none; nothing where it cannot have happened.
    """
    kind = accidents.kinds[accident]
    hands = accidents.hands if kind.is_hand_required else (None,)
    either = tuple((party, hand) for party in kind.parties for hand in hands)
    return tuple(one for one in either if accidents.requirement(state, accident, *one) is None)


def reportable_positions(accidents: Accidents[S, Any], state: S, kind: Kind) -> tuple[int, ...]:
    """Return the cards that something can have happened to: those in play, on the table or on their way to it."""
    layout = state.coup.cards.layout if state.phase in accidents.coup else early_cards(state.coup, state.docket)
    if kind.about is About.JUST_DRAWN:
        places = accidents.latest_places(state)
        return tuple(card.position for card in layout if card.place in places)
    out = {DISCARD, BASKET, *([FLOOR] if kind.about is About.NOT_ON_FLOOR else [])}
    lying = (one for one in layout if one.place not in out)
    down_only = kind.about is About.NOT_FACE_UP
    meant = (one.position for one in lying if not (down_only and one.face_up))
    return (*meant, *(one.position for one in state.coup.due_cards if not one.on_table))


# --- the report -------------------------------------------------------------------------------------------------------


def preview(accidents: Accidents[S, R], state: S, who: PersonId, what: R) -> Incident | Fault:
    """Return the incident that a report would open or widen, with the remedies it proposes, or why it cannot be made.

    It rests on the facts given and on what everybody sees, never on a hidden face.
    """
    decided = report(accidents, state, who, what)
    if not isinstance(decided, Irregular):
        return decided if isinstance(decided, Fault) else fault("no-such-report")
    return next(one.incident for one in decided.events if isinstance(one, IncidentOpened | IncidentWidened))


def report(accidents: Accidents[S, R], state: S, who: PersonId, what: R) -> Decision:
    """Decide a report: the coup stands still until somebody has ruled. A second fault is weighed with the first."""
    card = card_of(state.coup, what.position)
    authority = require_report_authority(state.authority, state.staff, who)
    wrong = authority or require_reportable(accidents, state, what, card)
    if wrong:
        return wrong
    with trace() as trail:
        found = accidents.finding(state, what, card)
    trail.hand_on()
    named = {"by": what.fault_of, "hand": what.hand, "person": what.person}
    facts = {name: str(value) for name, value in named.items() if value is not None}
    at = {} if what.position is None else {"position": what.position}
    wrongs = (Fault(str(what.accident), {**facts, **at}, trail.rests_on),)
    proposals = (found.proposal or open_proposal(state.authority),)
    if state.docket.open:
        earlier = settled_by_rule(state.docket.open[0], state.authority) if found.covers else state.docket.open[0]
        event = IncidentWidened(extend_incident(earlier, wrongs, proposals, found.covers))
        return Irregular((*found.movements, event), wrongs)
    opened = IncidentOpened(incident(state.docket, str(what.accident), who, wrongs, proposals, what.note))
    return Irregular((*found.movements, opened), wrongs)


def settled_by_rule(earlier: Incident, authority: Authority) -> Incident:
    """Return an incident whose faults the rules foresee together, without the clauses by which they were left open."""
    left_open = judgement_clauses(authority)

    def others(clauses: tuple[Cite, ...]) -> tuple[Cite, ...]:
        return tuple(one for one in clauses if one not in left_open)

    faults = tuple(Fault(one.code, one.facts, others(one.clauses)) for one in earlier.faults)
    return replace(earlier, faults=faults, clauses=others(earlier.clauses))


def card_of(coup: Coup, position: int | None) -> LaidCard | None:
    on_way = (LaidCard(one.position, one.place, None) for one in coup.due_cards if not one.on_table)
    return next((card for card in (*coup.cards.layout, *on_way) if card.position == position), None)


# --- what a report must hold ------------------------------------------------------------------------------------------


def require_reportable(accidents: Accidents[S, R], state: S, what: R, card: LaidCard | None) -> Fault | None:
    """Return a Fault if this cannot have happened now, or if a fact is missing that its clause needs."""
    kind = accidents.kinds[what.accident]
    return (
        require_time(accidents, state, kind)
        or require_facts(state, kind, what)
        or accidents.person_requirement(state, what)
        or require_named_person(state, kind, what)
        or require_cards_left(state, kind, what, card)
        or require_fit_card(accidents, state, kind, what, card)
        or accidents.requirement(state, what.accident, what.fault_of, what.hand if kind.is_hand_required else None)
    )


def require_time(accidents: Accidents[S, Any], state: S, kind: Kind) -> Fault | None:
    """Return a Fault if nothing of a kind can have happened at this table, or not at this step."""
    if not (state.is_observed or kind.among_people):
        return fault("cannot-happen-here")
    early = state.phase in kind.early_phases and (early_cards(state.coup, state.docket) or state.coup.due_cards)
    if state.phase in kind.phases or early:
        return None
    return fault("report-not-now", window=str(state.phase)) if state.phase in accidents.coup else fault("no-coup")


def require_facts(state: BankedTable, kind: Kind, what: Report) -> Fault | None:
    """Return a Fault if it cannot have been by this hand, or if a fact is missing but for the card."""
    if what.fault_of not in kind.parties:
        return fault("party-unfit", parties=[str(one) for one in kind.parties if one is not None])
    given = {"count": what.count, "hand": what.hand, "person": what.person}
    needed = (*kind.facts, *(("person",) if what.fault_of in kind.named_for else ()))
    missing = [name for name in needed if name != "position" and not given[name]]
    return fault("fact-missing", facts=missing) if missing else None


def require_named_person(state: BankedTable, kind: Kind, what: Report) -> Fault | None:
    """Return a Fault if somebody who must be named is not at the table."""
    absent = what.person is not None and not state.seats.is_at_table(what.person)
    return fault("not-at-table", person=what.person) if absent and what.fault_of in kind.named_for else None


def require_cards_left(state: BankedTable, kind: Kind, what: Report, card: LaidCard | None) -> Fault | None:
    """Return a Fault if more cards have left by it than the shoe still held."""
    out = max(what.count, 1 if kind.takes_card and card is None else 0)
    exhausted = state.shoe.position + out > state.shoe.size > 0
    return fault("shoe-exhausted", position=state.shoe.position) if exhausted else None


def require_fit_card(accidents: Accidents[S, R], state: S, kind: Kind, what: R, card: LaidCard | None) -> Fault | None:
    """Return a Fault if the card is missing, is not there, or is one that this cannot have happened to."""
    if card is None:
        unneeded = what.position is None and not accidents.is_card_required(state, kind)
        return None if unneeded else fault("no-such-card", position=what.position)
    named = kind.is_card_required or kind.about is not About.ANY
    fits = not named or card.position in reportable_positions(accidents, state, kind)
    return None if fits else fault("not-of-this-card", position=what.position)


# --- the floor --------------------------------------------------------------------------------------------------------


def pick_up(
    require_may_pick_up: Callable[[S, PersonId, int], Fault | None], state: S, who: PersonId, what: PickUp
) -> Decision:
    """Decide who picks a card up: whoever may; if somebody else does it all the same, that is a case for an official.

    ``require_may_pick_up`` returns a Fault if a person may not pick up a card.
    """
    if all(card.position != what.position or card.place != FLOOR for card in state.coup.cards.layout):
        return fault("no-such-card", position=what.position)
    keyed = what.person is not None and state.is_observed and who == state.croupier()
    person = what.person if keyed and what.person is not None else who
    wrong = require_may_pick_up(state, person, what.position)
    up = CardMoved(what.position, ASIDE)
    if wrong is None:
        return (up,)
    if not keyed or not state.docket.open:
        return wrong
    wrong = msgspec.structs.replace(wrong, facts={**wrong.facts, "person": person})
    widened = extend_incident(state.docket.open[0], (wrong,), (open_proposal(state.authority),), covers=False)
    return Irregular((up, IncidentWidened(widened)), (wrong,))
