"""Rulings: an official closes an incident, and what it left is followed by money and procedure."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rest_on
from tapete.games.baccarat.conflicts import touches
from tapete.games.baccarat.effects import (
    AssignCard,
    Effect,
    EffectCoup,
    GiveCards,
    GoBack,
    OfferChoice,
    ReturnStake,
    SettleLast,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling, require_ruling_authority, ruling_event
from tapete.games.banked import rulings
from tapete.games.banked.shares import share_of
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer.coup.ending import void_coup
from tapete.games.chemin_de_fer.coup.flow import with_consequences
from tapete.games.chemin_de_fer.coup.withdrawals import return_stake
from tapete.games.chemin_de_fer.errors.remedies_shoe import require_not_discarded, require_not_into_shoe
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, THIRD_CARD, Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents

PLACES = rulings.card_places(HANDS)
"""Where a card may be put by a ruling."""


def rule_on(state: State, who: PersonId, what: GiveRuling) -> Decision:
    """Decide a ruling, and everything that follows from what it left."""
    open_incident = state.docket.incident(what.serial)
    if open_incident is None:
        return fault("no-such-incident", serial=what.serial)
    effects = open_incident.proposed_effects if what.effects is None else what.effects
    wrong = first_fault(
        require_ruling_authority(state.book.authority, state.staff, who, open_incident, what),
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
        if isinstance(effect, VoidCoup):
            return tuple(events)
    return with_consequences(state, *events)


class Course:
    """How money and procedure of this game follow a ruling; to call its one side off is to call the coup off."""

    def __init__(self, state: State) -> None:
        self._state = state

    def called_off(self, hand: str) -> tuple[Event, ...]:
        """Return the events of a coup that counts for nothing."""
        del hand
        return void_coup(self._state)

    def return_stake(self, person: PersonId, amount: Cents | None) -> tuple[Event, ...]:
        """Return the events by which a stake, or a part of it, goes back."""
        return return_stake(self._state, person, amount)

    def open_phase(self, phase: str) -> tuple[Event, ...]:
        """Return the opening of an earlier phase."""
        return (PhaseOpened(Phase(phase)),)


PAST_THE_DEAL = (Phase.WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW)


def require_full_hands(state: State, effects: tuple[Effect, ...]) -> Fault | None:
    """Return a Fault if a ruling after the deal leaves a hand a card short and nothing decides the hand."""
    phase = next((one.phase for one in effects if isinstance(one, GoBack)), state.phase)
    return rulings.require_full_hands(state.coup.cards, HANDS) if phase in PAST_THE_DEAL else None


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
    """Return True if an effect is about somebody who cannot be meant: not here, or with nothing to be given or asked
    for.
    """
    match effect:
        case GiveCards(hand=Hand.PUNTO, person=person):
            return person != state.croupier() and (not state.seats.is_at_table(person) or person == state.banker)
        case GiveCards():
            return True
        case OfferChoice(person=person, choice=choice, options=options):
            return person != state.banker or choice != THIRD_CARD or not set(options) <= {GIVE, DENY}
        case ReturnStake(person=person):
            award = state.coup.award
            return award is None or not share_of(award.stakes, person)
        case SettleLast(person=person):
            return not state.seats.is_at_table(person)
        case _:
            return False
