"""Effects that cannot stand together: what each one is about, and which of them differ about it."""

from __future__ import annotations

from collections.abc import Iterable

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
    if one == other or is_agreement(one, other):
        return False
    first, second = touches(one), touches(other)
    outcomes = first.startswith(WHOLE_OUTCOME) and second.startswith(WHOLE_OUTCOME)
    return first == second or (outcomes and WHOLE_OUTCOME in (first, second))


def is_agreement(one: Effect, other: Effect) -> bool:
    """Return True if two effects ask the same of a hand, by whose error ever each came: there is nothing to choose."""
    if not (isinstance(one, BindToTable) and isinstance(other, BindToTable)):
        return False
    return (one.hand, one.optional_as) == (other.hand, other.optional_as)


def is_tightening(later: Effect, earlier: Effect) -> bool:
    """Return True if a later effect only closes the choice that an earlier one left for the same error.

    Whoever keeps to the later one keeps to the earlier one too.
    """
    return (
        isinstance(later, BindToTable)
        and isinstance(earlier, BindToTable)
        and earlier.optional_as is Cell.OPTIONAL
        and (later.hand, later.fault_of) == (earlier.hand, earlier.fault_of)
    )


def moved_positions(effects: Iterable[object]) -> frozenset[int]:
    return frozenset(one.position for one in effects if isinstance(one, Discard | AssignCard | SetAside))


def remedied_positions(incident: Incident) -> frozenset[int]:
    """Return the cards that the remedies of an open incident put somewhere."""
    others = (effect for remedy in incident.alternatives for effect in remedy.effects)
    return moved_positions((*incident.proposed_effects, *others))
