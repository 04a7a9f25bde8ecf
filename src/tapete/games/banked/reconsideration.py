"""Rulings that a wrong key led to: whether play has gone by one of them, and what an official decides about the cards
that have come out, or were moved, by it.

Which faults the true card does not show, a game says.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tapete.clauses import Cite, Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BindToScheme,
    BindToTable,
    DeemNatural,
    DeemTotal,
    Discard,
    Effect,
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
    Unbind,
    VoidCoup,
)
from tapete.games.baccarat.incident import Docket, IncidentOpened, incident
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.proposals import Proposal, Remedy
from tapete.games.banked.coup import Coup
from tapete.games.banked.turns import spoken_option
from tapete.kernel import PersonId

UNDONE = "ruling-undone"
"""Kind of the incident of what an undone ruling has moved, and code of its faults."""
STANDS = "undone-ruling-stands"
"""Code of the note that what was moved by it stands."""


# --- has play gone by it? ---------------------------------------------------------------------------------------------


def has_changed_play(effect: Effect, before: Coup, now: Coup) -> bool:
    """Return True if play since a ruling went otherwise by one of its effects, or may have; ``before`` is the coup that
    it was given on.

    Who acted against what it asked of him did what he wanted.
    """
    match effect:
        case VoidCoup() | LoseCoup() | GoBack():
            return True
        case OfferChoice(options=options):
            return any(side.chosen_option not in ("", spoken_option(side, options)) for side in now.sides.values())
        case Oblige(hand=hand, cell=cell) if hand not in now.sides:
            return before.decision is None and now.decision is cell
        case LoseNatural(hand=hand) if hand not in now.sides:
            return before.decision is None and now.decision is Cell.STAND
        case LoseNatural():
            return False
        case (
            Oblige() | BindToScheme() | BindToTable() | Unbind() | DeemTotal() | DeemNatural() | KeepOne() | GiveCards()
        ):
            return is_played_on(before, now)
        case _:
            return False


def is_played_on(before: Coup, now: Coup) -> bool:
    """Return True if somebody has spoken or decided since, or a hand has got a third card."""
    return now.decision is not before.decision or any(
        side.word is not before.side(hand).word or third_cards(now, hand) != third_cards(before, hand)
        for hand, side in now.sides.items()
    )


def third_cards(coup: Coup, hand: str) -> tuple[int, ...]:
    """Return the positions of a hand's third cards, those on their way included."""
    lying = (card.position for card in at(coup.cards.layout, third(hand)))
    return (*lying, *(one.position for one in coup.due_cards if one.place == third(hand) and not one.on_table))


# --- what it moved ----------------------------------------------------------------------------------------------------


def is_money_moved(effects: Collection[Effect], before: Coup, now: Coup) -> bool:
    """Return True if a stake went back by an effect of a ruling."""
    withdrawn = any(isinstance(one, OfferWithdrawal) for one in effects) and now.respondents != before.respondents
    return withdrawn or any(isinstance(one, ReturnStake | VoidCoup) for one in effects)


def restoring_effects(
    effects: Collection[Effect], before: Coup, now: Coup, hands: Sequence[str], resumed: bool
) -> tuple[Effect, ...] | None:
    """Return how the cards come back to where they lay before a ruling; ``None`` if one of them is out of play by it.

    ``resumed``: the coup goes on from where it was given, so that cards which have come to a hand since are in nobody's
    hand: the first is the next one to be dealt, the others are out of play.
    """
    places = {*hands, *(third(hand) for hand in hands), ASIDE}
    there = {card.position: card.place for card in now.cards.layout}
    named = {one.position for one in effects if isinstance(one, Discard | AssignCard | SetAside)}
    back: list[Effect] = []
    for card in before.cards.layout:
        place = there.get(card.position, card.place)
        if place in (card.place, FLOOR, BASKET) or not (resumed or card.position in named):
            continue
        if place == DISCARD and (card.position in named or not is_discarded_by_another(before, now, card)):
            return None
        if place != DISCARD:
            back.append(put_back(before, card))
    if not resumed:
        return tuple(back)
    lain = {card.position for card in before.cards.layout}
    since = [card.position for card in now.cards.layout if card.place in places and card.position not in lain]
    since += [one.position for one in now.due_cards if not one.on_table]
    out = tuple(SetAside(one) if at == 0 else Discard(one) for at, one in enumerate(sorted(since)))
    return (*back, *out)


def is_discarded_by_another(before: Coup, now: Coup, card: LaidCard) -> bool:
    """Return True if another ruling, given since, put a card out of play."""
    given = {one.serial for one in before.rulings}
    others = (effect for one in now.rulings if one.serial not in given for effect in one.effects)
    return any(isinstance(one, Discard) and one.position == card.position for one in others)


def put_back(before: Coup, card: LaidCard) -> Effect:
    """Return the effect by which a card lies again where it lay."""
    waiting = next((one for one in before.cards.marks.aside if one.position == card.position), None)
    if waiting is not None:
        return waiting
    return SetAside(card.position) if card.place == ASIDE else AssignCard(card.position, card.place)


def undone_fault(event: RulingUndone, *clauses: Cite) -> Fault:
    return Fault(UNDONE, {"coup": event.coup, "serial": event.serial, "kind": event.kind}, clauses)


def undone_incident(
    docket: Docket,
    reporter: PersonId,
    faults: Sequence[Fault],
    effects: tuple[Effect, ...],
    alternatives: Sequence[tuple[Effect, ...]],
    clauses: tuple[Cite, ...],
) -> IncidentOpened:
    """Return the incident of what undone rulings have moved. What is proposed is an official's to decide."""
    others = tuple(Remedy(one, clauses) for one in alternatives)
    made = Proposal(effects, clauses, open_to_judgement=True, alternatives=others)
    return IncidentOpened(incident(docket, UNDONE, reporter, faults, (made,)))


NOTE: tuple[Effect, ...] = (NoteOnly(STANDS),)
"""What is proposed of a coup that is over."""
