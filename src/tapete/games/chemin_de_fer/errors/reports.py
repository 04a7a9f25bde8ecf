"""Reports by the staff: what can have happened at a step, with which facts, and what the rules would make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from tapete.clauses import Fault, fault, rest_on, trace
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import (
    Incident,
    IncidentOpened,
    IncidentWidened,
    incident,
    require_report_authority,
    unforeseen,
    wider,
)
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import third
from tapete.games.banked.acts import PickUp
from tapete.games.banked.events import CardMoved
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.acts import Report
from tapete.games.chemin_de_fer.errors import remedies_shoe as shoe
from tapete.games.chemin_de_fer.errors.reported import DEALT, DRAWN, finding
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Accident, Hand, Phase
from tapete.kernel import Choice, Count, Decision, Field, Fixed, Irregular, Note, People, PersonId

PLAYED = tuple(one for one in COUP if one is not Phase.SETTLE)
ANYWHERE = tuple(one for one in Phase if one is not Phase.CLOSED)


class Kind(msgspec.Struct, frozen=True):
    """When something can be reported, by whose hand it can have happened, and the facts that it needs.

    ``facts`` are fields of :class:`Report`: those without which nothing can be said.
    """

    windows: tuple[Phase, ...]
    parties: tuple[Party | None, ...] = (None,)
    facts: tuple[str, ...] = ()


ANYBODY = (Party.PLAYER, Party.BANKER, Party.CROUPIER, Party.BYSTANDER)
NOT_THE_CROUPIER = (Party.PLAYER, Party.BANKER, Party.BYSTANDER)

KINDS: Mapping[Accident, Kind] = {
    Accident.EARLY_DRAW: Kind((Phase.BETWEEN, Phase.BETS), (Party.BANKER, Party.PLAYER), ("count",)),
    Accident.EXPOSED_IN_SHOE: Kind((*DEALT, *DRAWN), (None, Party.BANKER)),
    Accident.STUCK: Kind((*DEALT, *DRAWN), (None, Party.BANKER)),
    Accident.FLOOR: Kind(PLAYED, (None, *ANYBODY), ("position",)),
    Accident.EXPOSED: Kind(DEALT, ANYBODY, ("position",)),
    Accident.BASKET: Kind(PLAYED, ANYBODY, ("position",)),
    Accident.MISPLACED: Kind((*DEALT, *DRAWN), (Party.CROUPIER,)),
    Accident.CARTA_CALLED: Kind((Phase.BANKER,), (Party.CROUPIER,)),
    Accident.TWO_THIRDS: Kind((Phase.BANKER, Phase.SHOW, Phase.SETTLE), (Party.BANKER,), ("hand",)),
    Accident.CARD_OFFERED: Kind((Phase.CARRY, Phase.LIFT, Phase.WORD, *DRAWN), (Party.BANKER,)),
    Accident.TOO_SLOW: Kind((Phase.LIFT, Phase.WORD), (Party.PLAYER,)),
    Accident.ADVICE: Kind((*DEALT, Phase.WORD, *DRAWN), NOT_THE_CROUPIER, ("hand",)),
    Accident.MISSPOKEN: Kind((*DRAWN, Phase.SHOW), (Party.PLAYER,)),
    Accident.OTHER: Kind(ANYWHERE, (None, *ANYBODY)),
}
"""What staff can report. Cards too many, a hand laid down early and cards lifted by another are acts of the table."""

AMONG_PEOPLE = frozenset({Accident.TOO_SLOW, Accident.ADVICE, Accident.OTHER})
"""What can happen where every card is dealt by the table itself."""


NAMED = frozenset({(Accident.EARLY_DRAW, Party.PLAYER)})
"""What nothing can follow from unless it is said which person it was."""

BY_WHOM = frozenset({Accident.EARLY_DRAW, Accident.BASKET, Accident.ADVICE})
"""What the person makes a difference to: who goes through with the coup, whose cards they were, who may advise."""

UNCOUNTED = frozenset({Accident.EARLY_DRAW, Accident.STUCK, Accident.CARTA_CALLED})
"""Accidents by which cards leave the shoe that the table has not counted."""

ONE_MORE = frozenset({Accident.EXPOSED_IN_SHOE, Accident.TWO_THIRDS})
"""What takes another card out of the shoe by itself, unless it names one that lies on the table."""


# --- what can be reported ---------------------------------------------------------------------------------------------


class Reportable(msgspec.Struct, frozen=True):
    """Something that can have happened at this step: by whose hand, which facts it needs, which cards it can be about,
    which hands; ``people`` where it makes a difference which person it was.
    """

    accident: Accident
    parties: tuple[Party | None, ...]
    facts: tuple[str, ...]
    positions: tuple[int, ...]
    hands: tuple[Hand, ...]
    people: tuple[PersonId, ...] = ()

    @property
    def example(self) -> Report:
        """Return a report of it, with the first of each fact."""
        return Report(
            self.accident,
            self.parties[0],
            self.positions[0] if "position" in self.facts else None,
            self.hands[0] if self.hands else None,
            1 if "count" in self.facts else 0,
        )

    @property
    def fields(self) -> dict[str, Field]:
        """Return what may stand in the fields of the report."""
        found: dict[str, Field] = {"accident": Fixed(str(self.accident)), "needs": Note(tuple(self.facts))}
        found["fault_of"] = Choice(tuple(None if one is None else str(one) for one in self.parties))
        if self.positions:
            found["position"] = Choice(self.positions)
        if self.hands:
            found["hand"] = Choice(tuple(str(one) for one in self.hands))
        if self.people:
            found["person"] = People((None, *map(str, self.people)))
        if self.accident in UNCOUNTED:
            found["count"] = Count(1 if "count" in self.facts else 0, 6)
        return found


def reportable(state: State, viewer: PersonId | None) -> tuple[Reportable, ...]:
    """Return what ``viewer`` can report now; nothing for somebody without authority to."""
    if viewer is None or require_report_authority(state.book.authority, state.staff, viewer):
        return ()
    return tuple(found for found in _possible(state) if found.positions or "position" not in found.facts)


def _possible(state: State) -> Iterator[Reportable]:
    layout = state.coup.cards.layout
    for accident, kind in KINDS.items():
        if state.phase not in kind.windows or not (state.is_observed or accident in AMONG_PEOPLE):
            continue
        hands = tuple(Hand) if "hand" in kind.facts else ()
        if accident is Accident.TWO_THIRDS:
            hands = tuple(one for one in Hand if any(card.place == third(one) for card in layout))
        unsaid = accident is Accident.CARTA_CALLED and state.coup.punto.word is not Word.NO
        unsaid |= accident is Accident.MISSPOKEN and state.coup.punto.word is None
        if unsaid or (accident is Accident.TWO_THIRDS and not hands):
            continue
        about_card = "position" in kind.facts or accident is Accident.EXPOSED_IN_SHOE
        about = reportable_positions(state, accident) if about_card else ()
        people = state.seats.people() if accident in BY_WHOM else ()
        yield Reportable(accident, kind.parties, kind.facts, about, hands, people)


def reportable_positions(state: State, accident: Accident) -> tuple[int, ...]:
    """Return the cards that something can have happened to: those in play, on the table or on their way to it.

    A card comes face up out of the shoe only while it is drawn; one that lies open cannot be uncovered, and one on the
    floor cannot fall.
    """
    layout = state.coup.cards.layout
    if accident is Accident.EXPOSED_IN_SHOE:
        return tuple(card.position for card in layout if card.place in just_drawn(state))
    out = [DISCARD, BASKET, *([FLOOR] if accident is Accident.FLOOR else [])]
    open_already = accident is Accident.EXPOSED
    lying = (card.position for card in layout if card.place not in out and not (open_already and card.face_up))
    return (*lying, *(one.position for one in state.coup.due if not one.lying))


def preview(state: State, who: PersonId, what: Report) -> Incident | Fault:
    """Return the incident that a report would open or widen, with the remedies it proposes, or why it cannot be made.

    It rests on the facts given and on what everybody sees, never on a hidden face.
    """
    decided = report(state, who, what)
    if not isinstance(decided, Irregular):
        return decided if isinstance(decided, Fault) else fault("no-such-report")
    return next(one.incident for one in decided.events if isinstance(one, IncidentOpened | IncidentWidened))


# --- the report -------------------------------------------------------------------------------------------------------


def report(state: State, who: PersonId, what: Report) -> Decision:
    """Decide a report: the coup stands still until somebody has ruled. A second fault is weighed with the first."""
    card = card_of(state, what.position)
    wrong = require_report_authority(state.book.authority, state.staff, who) or require_reportable(state, what, card)
    if wrong:
        return wrong
    with trace() as trail:
        found = finding(state, what, card)
    rest_on(*trail.rests_on)
    if isinstance(found, Fault):
        return found
    named = {"by": what.fault_of, "hand": what.hand, "person": what.person}
    facts = {name: str(value) for name, value in named.items() if value is not None}
    at = {} if what.position is None else {"position": what.position}
    wrongs = (Fault(str(what.accident), {**facts, **at}, trail.rests_on),)
    proposals = (found.proposal or unforeseen(state.book.authority),)
    if state.docket.open:
        event = IncidentWidened(wider(state.docket.open[0], wrongs, proposals, covers=False))
        return Irregular((*found.moved, event), wrongs)
    opened = IncidentOpened(incident(state.docket, str(what.accident), who, wrongs, proposals, what.note))
    return Irregular((*found.moved, opened), wrongs)


def card_of(state: State, position: int | None) -> LaidCard | None:
    """Return the card at a position: one on the table, or one that is on its way and may never arrive."""
    on_way = (LaidCard(one.position, one.place, None) for one in state.coup.due if not one.lying)
    return next((card for card in (*state.coup.cards.layout, *on_way) if card.position == position), None)


def require_reportable(state: State, what: Report, card: LaidCard | None) -> Fault | None:
    """Return a Fault if this cannot have happened now, or if a fact is missing that its clause needs."""
    kind = KINDS[what.accident]
    if not (state.is_observed or what.accident in AMONG_PEOPLE):
        return fault("cannot-happen-here")
    if state.phase not in kind.windows:
        return fault("no-coup") if state.phase not in COUP else fault("report-not-now", window=str(state.phase))
    if what.fault_of not in kind.parties:
        return fault("party-unfit", parties=[str(one) for one in kind.parties if one is not None])
    needed = (*kind.facts, *(("person",) if (what.accident, what.fault_of) in NAMED else ()))
    missing = [name for name in needed if name != "position" and not getattr(what, name)]
    if missing:
        return fault("fact-missing", facts=missing)
    if "person" in needed and what.person is not None and not state.seats.is_at_table(what.person):
        return fault("not-at-table")
    out = max(what.count, 1 if what.accident in ONE_MORE and card is None else 0)
    if state.shoe.position + out > state.shoe.size > 0:
        return fault("shoe-exhausted", position=state.shoe.position)
    if card is None and "position" not in kind.facts and what.position is None:
        return None
    if card is None:
        return fault("no-such-card", position=what.position)
    named = "position" in kind.facts or what.accident is Accident.EXPOSED_IN_SHOE
    fits = not named or card.position in reportable_positions(state, what.accident)
    return None if fits else fault("not-of-this-card", position=what.position)


def just_drawn(state: State) -> tuple[str, ...]:
    """Return the places whose cards are being drawn at this step."""
    return tuple(third(hand) for hand in Hand) if state.phase in DRAWN else tuple(map(str, Hand))


# --- the floor --------------------------------------------------------------------------------------------------------


def pick_up(state: State, who: PersonId, what: PickUp) -> Decision:
    """Decide who picks a card up: staff; a player who does it all the same is a case for the inspector."""
    if all(card.position != what.position or card.place != FLOOR for card in state.coup.cards.layout):
        return fault("no-such-card", position=what.position)
    keyed = what.person is not None and state.is_observed and who == state.croupier()
    person = what.person if keyed and what.person is not None else who
    wrong = shoe.require_staff_at_floor(state, person, what.position)
    up = CardMoved(what.position, ASIDE)
    if wrong is None:
        return (up,)
    if not keyed or not state.docket.open:
        return wrong
    widened = wider(state.docket.open[0], (wrong,), (unforeseen(state.book.authority),), covers=False)
    return Irregular((up, IncidentWidened(widened)), (wrong,))
