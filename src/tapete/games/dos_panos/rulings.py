"""Rulings: an official closes an incident, and what it left is followed by money and procedure."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on
from tapete.games.baccarat.conflicts import touches
from tapete.games.baccarat.effects import (
    AssignCard,
    Discard,
    Effect,
    EffectCoup,
    GiveCards,
    GoBack,
    OfferChoice,
    OfferWithdrawal,
    ReturnStake,
    SetAside,
    SettleLast,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling, Incident, require_ruling_authority, ruling_event
from tapete.games.banked import rulings
from tapete.games.dos_panos.coup.ending import return_stake, void_cloth, void_coup
from tapete.games.dos_panos.coup.flow import with_consequences
from tapete.games.dos_panos.coup.points import live_cloths
from tapete.games.dos_panos.errors.remedies_deal import require_not_discarded, require_not_into_shoe
from tapete.games.dos_panos.events import PhaseOpened
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.rules.errors import WaivedBy
from tapete.games.dos_panos.stakes.cover import stake_of
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, HANDS, Accident, Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents
from tapete.table.staff import Role, require_post

PLACES = rulings.card_places(HANDS)
"""Where a card may be put by a ruling."""


def rule_on(state: State, who: PersonId, what: GiveRuling) -> Decision:
    """Decide a ruling, and everything that follows from what it left."""
    open_incident = state.docket.incident(what.serial)
    if open_incident is None:
        return fault("no-such-incident", serial=what.serial)
    effects = open_incident.proposed_effects if what.effects is None else what.effects
    wrong = first_fault(
        require_waiver(state, who, open_incident, effects),
        None
        if is_waived_by(state, who, open_incident, effects)
        else require_ruling_authority(state.authority, state.staff, who, open_incident, what),
        *(require_possible_effect(state, effect) for effect in what.effects or ()),
        None
        if any(isinstance(one, VoidCoup) for one in effects)
        else rulings.require_cards_at_hand(state.coup, effects),
    )
    if wrong:
        return wrong
    ruling = ruling_event(open_incident, what, who)
    rest_on(*ruling.clauses)
    events: list[Event] = [ruling]
    short = require_full_hands(fold(evolve, state, events), effects)
    if short:
        return short
    for effect in ruling.effects:
        after = fold(evolve, state, events)
        events += rulings.effect_events(state.coup, after.coup, effect, Course(after))
        if isinstance(effect, VoidCoup) and rulings.is_coup_void(after.coup.cards, after.coup.sides):
            return tuple(events)
    return with_consequences(state, *events)


class Course:
    """How money and procedure of this game follow a ruling."""

    def __init__(self, state: State) -> None:
        self._state = state

    def called_off(self, hand: str) -> tuple[Event, ...]:
        """Return the events by which one cloth counts for nothing, or the whole coup where no hand is named."""
        return void_cloth(self._state, Hand(hand)) if hand else void_coup(self._state)

    def return_stake(self, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
        """Return the events by which what plays of a person's, or a part of it, goes back."""
        return return_stake(self._state, person, amount)

    def open_phase(self, phase: str) -> tuple[Event, ...]:
        """Return the opening of an earlier phase."""
        return (PhaseOpened(Phase(phase)),)


# --- who may take a remedy --------------------------------------------------------------------------------------------


TAKES_CARDS_OUT = frozenset({Accident.STUCK, Accident.EXPOSED_IN_SHOE})
"""Accidents by whose own remedy cards that were drawn too early are not played."""


def is_early_card_set_aside(open_incident: Incident, effects: tuple[Effect, ...]) -> bool:
    """Return True if a ruling on cards that were drawn too early does not have them played."""
    codes = {fault.code for fault in open_incident.faults}
    if Accident.EARLY_DRAW not in codes or codes & TAKES_CARDS_OUT:
        return False
    drawn = {one.position for one in open_incident.proposed_effects if isinstance(one, SetAside)}
    played = {one.position for one in effects if isinstance(one, SetAside)}
    out = {one.position for one in effects if isinstance(one, Discard | AssignCard)}
    return not drawn <= played or bool(drawn & out)


def require_waiver(state: State, who: PersonId, open_incident: Incident, effects: tuple[Effect, ...]) -> Fault | None:
    """Return a Fault if somebody sets aside that early cards are played, and the rulebook does not let him."""
    if not is_early_card_set_aside(open_incident, effects):
        return None
    waived_by = state.book.early_card.waived_by
    match waived_by.use():
        case WaivedBy.DIRECTOR:
            unfit = require_post(state.staff, who, Role.DIRECTOR)
        case WaivedBy.NOBODY:
            unfit = fault("early-card-is-played")
    return unfit and Fault(unfit.code, unfit.facts, tuple(cite(one) for one in waived_by.clauses))


def is_waived_by(state: State, who: PersonId, open_incident: Incident, effects: tuple[Effect, ...]) -> bool:
    """Return True if the director takes the remedy that the rulebook gives to him alone."""
    is_listed = any(one.effects == effects and one.by == Role.DIRECTOR for one in open_incident.alternatives)
    return is_listed and state.staff.get(Role.DIRECTOR) == who


# --- what a ruling may be about ---------------------------------------------------------------------------------------

PAST_THE_DEAL = (Phase.FIRST_WORD, Phase.SECOND_WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW)


def require_full_hands(state: State, effects: tuple[Effect, ...]) -> Fault | None:
    """Return a Fault if a ruling after the deal leaves a hand a card short and nothing decides the hand."""
    phase = next((one.phase for one in effects if isinstance(one, GoBack)), state.phase)
    hands = (*live_cloths(state), Hand.BANCA)
    return rulings.require_full_hands(state.coup.cards, hands) if phase in PAST_THE_DEAL else None


def require_possible_effect(state: State, effect: Effect) -> Fault | None:
    """Return a Fault if this table lacks what an effect is about: cards, hands, people, places, phases."""
    next_one = isinstance(effect, GiveCards) and effect.coup is EffectCoup.NEXT
    if state.phase not in (*COUP, Phase.BETS) and not (isinstance(effect, rulings.BETWEEN_COUPS) or next_one):
        return fault("no-coup")
    lacking = rulings.require_object(state.coup, HANDS, effect)
    if lacking or is_about_nobody(state, effect):
        return lacking or fault("effect-without-object", object=touches(effect))
    if isinstance(effect, AssignCard):
        back = require_not_into_shoe(effect.place)
        if back or effect.place not in PLACES:
            return back or fault("effect-without-object", object=effect.place)
    if isinstance(effect, GoBack) and effect.phase not in set(COUP):
        return fault("no-such-window", name=effect.phase)
    return require_not_discarded(state, effect)


def is_about_nobody(state: State, effect: Effect) -> bool:
    """Return True if an effect is about somebody who cannot be meant, or asks what nobody at this table is asked."""
    match effect:
        case GiveCards(hand=Hand.BANCA):
            return True
        case GiveCards(person=person):
            return person != state.croupier() and (not state.seats.is_at_table(person) or person == state.banker)
        case OfferChoice() | OfferWithdrawal():
            return True
        case ReturnStake(person=person, amount=amount):
            return stake_of(state.coup.stakes, person) < max(amount or 0, 1)
        case SettleLast(person=person):
            return not state.seats.is_at_table(person)
        case _:
            return False
