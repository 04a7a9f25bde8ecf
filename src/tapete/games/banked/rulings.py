"""Rulings at a banked table: what an effect must be about, and what follows from it for cards, money and procedure.

The marks of a ruling are laid by one interpreter (:mod:`tapete.games.baccarat.marks`); what is one game's, its
game (:class:`RuledGame`) says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from tapete.clauses import Cite, Fault, fault, first_fault, rest_on, trace
from tapete.games.baccarat import effects as fx, incident as incidents
from tapete.games.baccarat.conflicts import Proposal, moved_positions, remedied_positions, touches
from tapete.games.baccarat.marks import Cards, Marks, hand_cards, third
from tapete.games.baccarat.points import Total
from tapete.games.baccarat.procedure import CardDealt, DrawAwaited, DueCard
from tapete.games.banked.coup import DENY, GIVE, Coup, RulingGiven
from tapete.games.banked.events import CardTurned
from tapete.games.banked.shoe import FIRST_CARDS
from tapete.games.banked.state import BETS, State
from tapete.kernel import HOUSE, Decision, Event, PersonId, fold, is_only_asked
from tapete.money import Cents

BETWEEN_COUPS = (fx.NoteOnly, fx.BarPerson, fx.Discard, fx.AssignCard, fx.SetAside)
"""Effects that mean something while no coup is on: a card may have left the shoe all the same."""


Check = Callable[..., Fault | None]
Follows = Callable[..., tuple[Event, ...]]
Folds = Callable[..., Any]
S = TypeVar("S", bound=State[Any], contravariant=True)


class RuledGame(Protocol[S]):
    """What one game says of its rulings.

    ``coup`` are the phases in which cards move, ``past_the_deal`` those in which every hand that decides has its
    cards; ``choices`` are those that a ruling can offer the banker.
    """

    hands: tuple[str, ...]
    coup: tuple[str, ...]
    past_the_deal: tuple[str, ...]
    phase: Callable[[str], str]
    phase_opened: Callable[[Any], Event]
    choices: frozenset[str]
    require_not_into_shoe: Callable[[str], Fault | None]
    evolve: Callable[[Any, Any], Any]
    with_consequences: Callable[..., tuple[Event, ...]]
    return_stake: Callable[[Any, PersonId, Cents | None], tuple[Event, ...]]

    def call_off(self, state: S, hand: str) -> tuple[Event, ...]:
        """Call a side off; no name: the whole coup."""
        ...

    def after_ruling(self, state: S, *events: Event) -> tuple[Event, ...]:
        return self.with_consequences(state, *events)

    def has_stake(self, state: S, person: PersonId, amount: Cents | None) -> bool: ...
    def require_lawful_effect(self, state: S, effect: fx.Effect) -> Fault | None: ...
    def require_no_card_left_over(
        self, before: S, open_incident: incidents.Incident, effects: tuple[fx.Effect, ...], after: S
    ) -> Fault | None: ...

    def require_authority(
        self,
        state: S,
        who: PersonId,
        open_incident: incidents.Incident,
        what: incidents.GiveRuling,
        _effects: tuple[fx.Effect, ...],
    ) -> Fault | None:
        return incidents.require_ruling_authority(state.authority, state.staff, who, open_incident, what)

    def is_about_nobody(self, state: S, effect: fx.Effect) -> bool:
        match effect:
            case fx.GiveCards(hand=hand) if hand not in state.coup.sides:
                return True
            case fx.GiveCards(person=person):
                return person != state.croupier() and (not state.seats.is_at_table(person) or person == state.banker)
            case fx.OfferChoice(person=person, choice=choice, options=options):
                is_known = choice in self.choices and set(options) <= {GIVE, DENY}
                return person != state.banker or not is_known
            case fx.ReturnStake(person=person, amount=amount):
                return not self.has_stake(state, person, amount)
            case fx.SettleLast(person=person):
                return not state.seats.is_at_table(person)
            case _:
                return False


def rule_on(game: RuledGame[S], state: S, who: PersonId, what: incidents.GiveRuling) -> Decision:
    """Decide a ruling, and everything that follows from what it left; of a coup that is called off nothing is left."""
    open_incident = state.docket.incident(what.serial)
    if open_incident is None:
        return fault("no-such-incident", serial=what.serial)
    effects = open_incident.proposed_effects if what.effects is None else what.effects
    if wrong := first_fault(
        *(game.require_not_into_shoe(one.place) for one in what.effects or () if isinstance(one, fx.AssignCard)),
        game.require_authority(state, who, open_incident, what, effects),
        *(require_possible_effect(game, state, effect) for effect in what.effects or ()),
        None if any(isinstance(one, fx.VoidCoup) for one in effects) else require_cards_at_hand(state.coup, effects),
    ):
        return wrong
    ruling = incidents.ruling_event(open_incident, what, who)
    rest_on(*ruling.clauses)
    events: list[Event] = [ruling]
    after = fold(game.evolve, state, events)
    back = next((phase for phase in game.coup if fx.GoBack(phase) in effects), None)  # the earliest one
    is_past_the_deal = (back or state.phase) in game.past_the_deal
    cards, (*sides, bank) = after.coup.cards, game.hands
    short = require_full_hands(cards, compared_hands(cards.marks, sides, bank)) if is_past_the_deal else None
    if wrong := short or game.require_no_card_left_over(state, open_incident, effects, after):
        return wrong
    for effect in ruling.effects:
        if isinstance(effect, fx.GoBack) and effect.phase != back:
            continue
        after = fold(game.evolve, state, events)
        events += effect_events(game, state, after, effect)
        if isinstance(effect, fx.VoidCoup) and is_called_off(after.coup, effect.hand):
            return tuple(events)
    return game.after_ruling(state, *events)


def require_possible_effect(game: RuledGame[S], state: S, effect: fx.Effect) -> Fault | None:
    """Return a Fault if a table lacks what an effect is about: cards, hands, people, places, phases."""
    next_one = isinstance(effect, fx.GiveCards) and effect.coup is fx.EffectCoup.NEXT
    if state.phase not in (*game.coup, BETS) and not (isinstance(effect, BETWEEN_COUPS) or next_one):
        return fault("no-coup")
    lacking = require_object(state.coup, game.hands, effect)
    if lacking or game.is_about_nobody(state, effect):
        return lacking or fault("effect-without-object", object=touches(effect))
    if isinstance(effect, fx.AssignCard) and effect.place not in card_places(game.hands):
        return fault("effect-without-object", object=effect.place)
    if isinstance(effect, fx.GoBack) and effect.phase not in game.coup:
        return fault("no-such-window", name=effect.phase)
    if isinstance(effect, fx.GoBack) and not is_reached(game.coup, effect.phase, state.phase):
        return fault("effect-unsuitable", effect="go-back")
    return game.require_lawful_effect(state, effect)


def is_reached(coup: tuple[str, ...], window: str, now: str) -> bool:
    return now in coup and coup.index(window) <= coup.index(now)


def card_places(hands: Collection[str]) -> frozenset[str]:
    own = (place for hand in hands for place in (str(hand), third(hand)))
    return frozenset({*own, fx.BASKET, fx.DISCARD, fx.FLOOR, fx.ASIDE})


def require_cards_at_hand(coup: Coup, effects: tuple[fx.Effect, ...]) -> Fault | None:
    out = {effect.position for effect in effects if isinstance(effect, fx.Discard)}
    if any(one.position not in out for one in coup.due_cards):
        return fault("card-awaited")
    fallen = next((card for card in coup.cards.layout if card.place == fx.FLOOR), None)
    return None if fallen is None else fault("card-on-floor", position=fallen.position)


def compared_hands(marks: Marks, sides: Sequence[str], bank: str) -> tuple[str, ...]:
    """Return the hands whose cards decide something: sides not called off or lost, and the bank against them."""
    if marks.void or marks.of(bank).is_lost:
        return ()
    left = tuple(side for side in sides if not marks.of(side).void and not marks.of(side).is_lost)
    return (*left, bank) if left else ()


def require_full_hands(cards: Cards, hands: Collection[str]) -> Fault | None:
    playing = (hand for hand in hands if cards.marks.of(hand).deemed_total is None)
    short = next((hand for hand in playing if len(fx.at(cards.layout, hand)) < FIRST_CARDS), None)
    return None if short is None else fault("too-few-cards", hand=str(short))


def left_over_card(
    open_incident: incidents.Incident, others: incidents.Docket, effects: tuple[fx.Effect, ...], after: Coup
) -> int | None:
    """Return the first card of a case left aside or on the floor that waits for nothing; ``after``: the coup then."""
    waiting = {one.position for one in after.cards.marks.aside}.union(*map(remedied_positions, others.open))
    meant = (remedied_positions(open_incident) | moved_positions(effects)) - waiting
    lying = (card for card in after.cards.layout if card.place in (fx.ASIDE, fx.FLOOR))
    return next((card.position for card in lying if card.position in meant), None)


def require_object(coup: Coup, hands: Collection[str], effect: fx.Effect) -> Fault | None:
    facts: dict[str, Any] = {"hand": getattr(effect, "hand", ""), "position": getattr(effect, "position", None)}
    positions = {card.position for card in coup.cards.layout} | {one.position for one in coup.due_cards}
    no_card = facts["position"] is not None and facts["position"] not in positions
    missing = no_card or (facts["hand"] and facts["hand"] not in hands)
    return fault("effect-without-object", object=touches(effect)) if missing else None


def require_not_into_shoe(place: str) -> Fault | None:
    """A card that was drawn is never put back into the shoe."""
    return fault("never-back-into-shoe") if place == "shoe" else None


def require_played_or_discarded(position: int) -> Fault | None:
    """A card that was drawn is played or discarded: a ruling does not leave it lying."""
    return fault("card-left-over", position=position)


def require_not_discarded(state: State[Any], effect: fx.Effect) -> Fault | None:
    """What was discarded is not used again, by nobody who takes the hand over either."""
    position = getattr(effect, "position", None)
    out = any(card.position == position and card.place == fx.DISCARD for card in state.coup.cards.layout)
    return (
        fault("card-discarded", position=position) if out and isinstance(effect, fx.AssignCard | fx.SetAside) else None
    )


def clauses_of_ruling(coup: Coup, hand: str, *effects: type[Any]) -> tuple[Cite, ...]:
    ruling: RulingGiven[Any]
    for ruling in reversed(coup.rulings):
        if any(isinstance(one, effects) and getattr(one, "hand", "") == hand for one in ruling.effects):
            return ruling.clauses
    return ()


def effect_events(game: RuledGame[S], before: S, state: S, effect: fx.Effect) -> tuple[Event, ...]:
    """Return the events that follow an effect; to call off the bank's hand, or the last side, calls off the coup."""
    coup = state.coup
    match effect:
        case fx.VoidCoup(hand=hand):
            off = "" if is_called_off(coup, hand) else hand
            return (*drop_draws(coup, off), *game.call_off(state, off))
        case fx.Discard(position=position):
            return discard_unkeyed(coup, position)
        case fx.ReturnStake(person=person, amount=amount):
            return game.return_stake(state, person, amount)
        case fx.GoBack(phase=phase):
            return (game.phase_opened(game.phase(phase)),)
        case fx.Expose(hand=hand, to=None, cards=ordinals):
            return expose_cards(before.coup, coup, hand, ordinals)
        case _:
            return ()


def is_called_off(coup: Coup, hand: str) -> bool:
    return hand not in coup.sides or is_coup_void(coup.cards, coup.sides)


def is_coup_void(cards: Cards, sides: Collection[str]) -> bool:
    return cards.marks.void or all(cards.marks.of(hand).void for hand in sides)


def drop_draws(coup: Coup, hand: str) -> tuple[Event, ...]:
    gone = {hand, third(hand)}
    left: tuple[DueCard, ...] = tuple(one for one in coup.due_cards if hand and one.place not in gone)
    return (DrawAwaited(left),) if left != coup.due_cards else ()


def expose_cards(before: Coup, coup: Coup, hand: str, ordinals: tuple[int, ...]) -> tuple[Event, ...]:
    held = enumerate(hand_cards(coup.cards.layout, hand), 1)
    shown = (card for number, card in held if not ordinals or number in ordinals)
    up = {card.position for card in before.cards.layout if card.face_up}
    turned = (card for card in shown if card.position not in up)
    return tuple(CardTurned(card.position, card.face) for card in turned if card.face is not None)


def discard_unkeyed(coup: Coup, position: int) -> tuple[Event, ...]:
    """Return the events of a card that is out of play before anybody has keyed its face, as one of another pack is."""
    due = next((one for one in coup.due_cards if one.position == position), None)
    if due is None:
        return ()
    left = DrawAwaited(tuple(one for one in coup.due_cards if one is not due))
    return (left,) if due.on_table else (CardDealt(position, fx.DISCARD, None, False), left)


# Faults that open cards show: what everybody sees of them, and the incident that holds those not taken up yet.
#
# Which faults a hand can show, and what the rules make of each, a game says.

KIND = "found-when-shown"


def reporter(state: State[Any]) -> PersonId:
    """Return who reports what everybody can see: the croupier."""
    return state.croupier() or HOUSE


def case(state: State[Any], found: Fault, made: Proposal | None, kind: str = "") -> incidents.IncidentOpened:
    """Return the incident of a fault that everybody sees; what nobody foresaw is an official's to decide."""
    proposed = made or incidents.open_proposal(state.authority)
    opened = incidents.incident(state.docket, kind or found.code, reporter(state), (found,), (proposed,))
    return incidents.IncidentOpened(opened)


def fault_and_remedy(found: Fault, make: Callable[[], Proposal]) -> tuple[Fault, Proposal]:
    """Return a fault signed with the clauses of its remedy too, and the remedy."""
    with trace() as trail:
        made = make()
    trail.hand_on()
    return Fault(found.code, found.facts, (*found.clauses, *trail.rests_on)), made


def incident_of_open_cards(
    state: State[Any], found: Sequence[Fault], proposal: Callable[[Fault], Proposal | None]
) -> tuple[Event, ...]:
    """Return the incident of faults that open cards show, if any; unforeseen ones are an official's to decide."""
    if not found:
        return ()
    foreseen = tuple(proposal(one) for one in found)
    made = tuple(incidents.open_proposal(state.authority) if one is None else one for one in foreseen)
    return (incidents.IncidentOpened(incidents.incident(state.docket, KIND, reporter(state), found, made)),)


def with_public_facts(coup: Coup, found: Fault, hand: str, total: Total) -> Fault:
    """Return a fault of a hand with what everybody sees of it: its total, and what was said or done."""
    said = {"word": coup.side(hand).word} if hand in coup.sides else {"did": coup.decision}
    known: dict[str, Any] = {name: str(value) for name, value in said.items() if value is not None}
    return msgspec.structs.replace(found, facts={**found.facts, "hand": str(hand), "total": total, **known})


def renamed_fault(code: str, found: Fault | None) -> Fault:
    return Fault(code, {} if found is None else found.facts, () if found is None else found.clauses)


def is_two_cards_open(cards: Cards, hand: str) -> bool:
    held = fx.at(cards.layout, hand)
    return len(held) >= FIRST_CARDS and all(card.face_up and card.face is not None for card in held)


def can_be_given_or_denied(coup: Coup, hand: str) -> bool:
    return coup.decision is None and not fx.at(coup.cards.layout, third(hand))


# What follows by itself from an act, followed to a **fixed point** in one entry of the record. Each consequence
#
# * decides nothing that is a person's to decide, and plays no forced move;
# * rests on what everybody can see, so that neither a wait nor a hurry tells anything of the cards;
# * removes its own reason, so that the loop ends;
# * waits while a person, chance or an official is waited for.
#
# The first in a list that has events wins: what a ruling left is cleared up before the phase goes on.

T = TypeVar("T")

Consequence = Callable[[T], tuple[Event, ...]]
"""What follows from a state by itself; nothing where the consequence does not apply."""


def first_consequence(state: T, consequences: Sequence[Consequence[T]]) -> tuple[Event, ...]:
    return next((events for one in consequences if (events := one(state))), ())


def with_consequences(
    evolve: Callable[[T, Any], T], next_consequence: Consequence[T], state: T, *events: Event
) -> tuple[Event, ...]:
    """Return ``events`` of an act and all that follows; the events alone while an act is only asked about."""
    return events if is_only_asked() else all_consequences(evolve, next_consequence, state, *events)


def all_consequences(
    evolve: Callable[[T, Any], T], next_consequence: Consequence[T], state: T, *events: Event
) -> tuple[Event, ...]:
    found, state = list(events), fold(evolve, state, events)
    while more := next_consequence(state):
        found += more
        state = fold(evolve, state, more)
    return tuple(found)
