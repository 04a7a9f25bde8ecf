"""Rulings: an official closes an incident, and what it left is followed by money and procedure."""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rest_on
from tapete.games.baccarat import layout
from tapete.games.baccarat.conflicts import touches
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    Discard,
    Effect,
    Expose,
    GiveCards,
    GoBack,
    NoteOnly,
    OfferChoice,
    ReturnStake,
    SetAside,
    SettleLast,
    VoidCoup,
    Which,
)
from tapete.games.baccarat.incident import GiveRuling, require_ruling_authority, ruled
from tapete.games.baccarat.layout import FLOOR, at
from tapete.games.baccarat.marks import hand_cards, third
from tapete.games.baccarat.pack import CardDealt, DrawAwaited
from tapete.games.banked.events import CardTurned
from tapete.games.banked.shares import share_of
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer.coup.ending import voided
from tapete.games.chemin_de_fer.coup.flow import with_consequences
from tapete.games.chemin_de_fer.coup.withdrawals import stake_returned
from tapete.games.chemin_de_fer.errors.remedies_shoe import require_not_discarded, require_not_into_shoe
from tapete.games.chemin_de_fer.events import PhaseOpened
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, THIRD_CARD, Hand, Phase
from tapete.kernel import Decision, Event, PersonId, fold

PLACES = frozenset(
    {*map(str, Hand), *(third(hand) for hand in Hand), layout.BASKET, layout.DISCARD, layout.FLOOR, layout.ASIDE}
)
"""Where a card may be put by a ruling."""


def rule_on(state: State, who: PersonId, what: GiveRuling) -> Decision:
    """Decide a ruling, and everything that follows from what it left."""
    open_incident = state.docket.incident(what.serial)
    if open_incident is None:
        return fault("no-such-incident", serial=what.serial)
    effects = open_incident.proposed if what.effects is None else what.effects
    wrong = first_fault(
        require_ruling_authority(state.book.authority, state.staff, who, open_incident, what),
        *(require_possible_effect(state, effect) for effect in what.effects or ()),
        None if any(isinstance(one, VoidCoup) for one in effects) else require_cards_at_hand(state, effects),
    )
    if wrong:
        return wrong
    ruling = ruled(open_incident, what, who)
    rest_on(*ruling.clauses)
    events: list[Event] = [ruling]
    short = require_full_hands(fold(evolve, state, events), effects)
    if short:
        return short
    for effect in ruling.effects:
        events += effect_events(state, fold(evolve, state, events), effect)
        if isinstance(effect, VoidCoup):
            return tuple(events)
    return with_consequences(state, *events)


def require_cards_at_hand(state: State, effects: tuple[Effect, ...]) -> Fault | None:
    """Return a Fault while a card is on its way that the ruling does not discard, or one lies on the floor."""
    out = {effect.position for effect in effects if isinstance(effect, Discard)}
    if any(one.position not in out for one in state.coup.due):
        return fault("card-awaited")
    fallen = next((card for card in state.coup.cards.layout if card.place == FLOOR), None)
    return None if fallen is None else fault("card-on-floor", position=fallen.position)


PAST_THE_DEAL = (Phase.WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW)


def require_full_hands(state: State, effects: tuple[Effect, ...]) -> Fault | None:
    """Return a Fault if a ruling after the deal leaves a hand a card short and nothing decides the hand."""
    marks = state.coup.cards.marks
    window = next((one.phase for one in effects if isinstance(one, GoBack)), state.phase)
    if window not in PAST_THE_DEAL or marks.void or any(marks.of(hand).lost for hand in Hand):
        return None
    missing = (hand for hand in Hand if marks.of(hand).deemed is None and len(at(state.coup.cards.layout, hand)) < 2)
    hand = next(missing, None)
    return None if hand is None else fault("too-few-cards", hand=str(hand))


def effect_events(before: State, state: State, effect: Effect) -> tuple[Event, ...]:
    """Return the events by which money, cards and procedure follow an effect; ``before`` the ruling some cards lay open
    already.
    """
    match effect:
        case VoidCoup():
            return (*((DrawAwaited(()),) if state.coup.due else ()), *voided(state))
        case Discard(position=position):
            return unkeyed_discarded(state, position)
        case ReturnStake(person=person, amount=amount):
            return stake_returned(state, person, amount)
        case GoBack(phase=phase):
            return (PhaseOpened(Phase(phase)),)
        case Expose(hand=hand, to=None, cards=ordinals):
            held = enumerate(hand_cards(state.coup.cards.layout, hand), 1)
            shown = (card for number, card in held if not ordinals or number in ordinals)
            up = {card.position for card in before.coup.cards.layout if card.face_up}
            turned = (card for card in shown if card.position not in up)
            return tuple(CardTurned(card.position, card.face) for card in turned if card.face is not None)
        case _:
            return ()


def unkeyed_discarded(state: State, position: int) -> tuple[Event, ...]:
    """Return the events of a card that is out of play before anybody has keyed its face, as one of another pack is."""
    due = next((one for one in state.coup.due if one.position == position), None)
    if due is None:
        return ()
    left = DrawAwaited(tuple(one for one in state.coup.due if one is not due))
    return (left,) if due.lying else (CardDealt(position, layout.DISCARD, None, False), left)


BETWEEN_COUPS = (NoteOnly, BarPerson, Discard, AssignCard, SetAside)
"""Effects that mean something while no coup is on: a card may have left the shoe all the same."""


def require_possible_effect(state: State, effect: Effect) -> Fault | None:
    """Return a Fault if this table lacks what an effect is about: cards, hands, people, places, phases."""
    next_one = isinstance(effect, GiveCards) and effect.coup is Which.NEXT
    if state.phase not in (*COUP, Phase.BETS) and not (isinstance(effect, BETWEEN_COUPS) or next_one):
        return fault("no-coup")
    positions = {card.position for card in state.coup.cards.layout} | {one.position for one in state.coup.due}
    hand, position = getattr(effect, "hand", ""), getattr(effect, "position", None)
    no_card = position is not None and position not in positions
    if (hand and hand not in set(Hand)) or no_card or is_about_nobody(state, effect):
        return fault("effect-without-object", object=touches(effect))
    if isinstance(effect, AssignCard):
        back = require_not_into_shoe(effect.place)
        if back or effect.place not in PLACES:
            return back or fault("effect-without-object", object=effect.place)
    if isinstance(effect, GoBack) and effect.phase not in set(COUP):
        return fault("no-such-window", name=effect.phase)
    return require_not_discarded(state, effect)


def is_about_nobody(state: State, effect: Effect) -> bool:
    """Say whether an effect is about somebody who cannot be meant: not here, or with nothing to be given or asked."""
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
