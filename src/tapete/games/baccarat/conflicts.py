"""Effects that cannot stand together: what each one is about, and which of them differ about it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BindToScheme,
    BindToTable,
    DeemNatural,
    DeemTotal,
    Discard,
    Effect,
    Expose,
    GiveCards,
    GoBack,
    KeepOne,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferChoice,
    OfferWithdrawal,
    Party,
    ReturnStake,
    SetAside,
    SettleLast,
    Unbind,
    VoidCoup,
)
from tapete.table.incidents import Incident

WHOLE_OUTCOME = "outcome"
"""Object of an effect that decides the coup for everybody; it excludes every other word on the outcome."""


def touches(effect: Effect) -> str:
    """Return the object that an effect speaks about, ``kind:name``. See :func:`is_conflict`."""
    match effect:
        case VoidCoup(hand="") | LoseCoup(hand="banca"):
            return WHOLE_OUTCOME
        case VoidCoup(hand=hand) | LoseCoup(hand=hand):
            return f"{WHOLE_OUTCOME}:{hand}"
        case ReturnStake(person=person):
            return f"stake:{person}"
        case OfferWithdrawal():
            return "stakes"
        case SettleLast(person=person):
            return f"order:{person}"
        case Discard(position=position) | AssignCard(position=position) | SetAside(position=position):
            return f"card:{position}"
        case KeepOne(hand=hand):
            return f"third:{hand}"
        case Expose(hand=hand, cards=cards, to=to):
            return f"faces:{hand}:{cards}:{to or ''}"
        case DeemTotal(hand=hand) | DeemNatural(hand=hand) | LoseNatural(hand=hand):
            return f"total:{hand}"
        case BindToScheme(hand=hand) | BindToTable(hand=hand) | Unbind(hand=hand):
            return f"binding:{hand}"
        case Oblige(hand=hand, on=on):
            return f"word:{hand}:{on}"
        case GiveCards(hand=hand, coup=coup):
            return f"holder:{hand}:{coup}"
        case BarPerson(person=person, action=action):
            return f"bar:{person}:{action}"
        case OfferChoice(choice=choice):
            return f"choice:{choice}"
        case GoBack():
            return "window"
        case NoteOnly(code=code):
            return f"note:{code}"


def is_conflict(one: Effect, other: Effect) -> bool:
    """Return True if two effects cannot both stand: they differ about one object, or about the outcome of the coup."""
    if one == other or is_agreement(one, other) or is_tightening(one, other) or is_tightening(other, one):
        return False
    return is_of_one_object(one, other)


def is_of_one_object(one: Effect, other: Effect) -> bool:
    first, second = touches(one), touches(other)
    outcomes = first.startswith(WHOLE_OUTCOME) and second.startswith(WHOLE_OUTCOME)
    return first == second or (outcomes and WHOLE_OUTCOME in (first, second))


def is_agreement(one: Effect, other: Effect) -> bool:
    """Return True if two effects ask the same of a hand, by whose error ever each came: there is nothing to choose."""
    if not (isinstance(one, BindToTable) and isinstance(other, BindToTable)):
        return False
    return (one.hand, one.optional_as) == (other.hand, other.optional_as)


def is_tightening(tighter: Effect, looser: Effect) -> bool:
    """Return True if an effect only closes the choice that another leaves a hand for the same error.

    Whoever keeps to the tighter one keeps to the looser one too.
    """
    if not isinstance(looser, BindToScheme | BindToTable) or looser.optional_as is not Cell.OPTIONAL:
        return False
    return isinstance(tighter, type(looser)) and tighter == replace(looser, optional_as=tighter.optional_as)


def joined_effects(*parts: Iterable[Effect]) -> tuple[Effect, ...]:
    """Join the effects of several faults: on one object the stronger comes last, whichever was reported first."""
    found: list[Effect] = []
    for part in parts:
        known = tuple(found)
        for effect in part:
            over = (at for at, one in enumerate(found) if one in known and has_to_yield(effect, one))
            if effect not in found:
                found.insert(next(over, len(found)), effect)
    return tuple(found)


def has_to_yield(one: Effect, other: Effect) -> bool:
    """Return True if an effect comes before another: it is weaker on one object, or lays cards where they are shown."""
    if isinstance(one, AssignCard) and isinstance(other, Expose):
        return True
    return not isinstance(one, GoBack) and is_of_one_object(one, other) and strength(one) < strength(other)


def strength(effect: Effect) -> tuple[bool, bool, str]:
    """Return what prevails on one object: that nothing is left of it, an error of the banker's own, a closed choice."""
    ends = isinstance(effect, VoidCoup | Discard | Unbind)
    own = getattr(effect, "fault_of", None) is Party.BANKER
    return ends or own, getattr(effect, "optional_as", Cell.OPTIONAL) is not Cell.OPTIONAL, repr(effect)


def moved_positions(effects: Iterable[object]) -> frozenset[int]:
    return frozenset(one.position for one in effects if isinstance(one, Discard | AssignCard | SetAside))


def remedied_positions(incident: Incident) -> frozenset[int]:
    """Return the cards that the remedies of an open incident put somewhere."""
    others = (effect for remedy in incident.alternatives for effect in remedy.effects)
    return moved_positions((*incident.proposed_effects, *others))
