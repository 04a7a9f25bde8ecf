"""Rulings that a wrong key led to: whether play has gone by one, and what is decided about the cards moved by it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

from tapete.cards import Card
from tapete.clauses import Cite, Fault, fault, trace
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import marks_without
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.marks import Cards, third
from tapete.games.banked.coup import DENY, GIVE, Coup, RulingGiven, Shares, Side, Word, with_side
from tapete.games.banked.state import State
from tapete.kernel import PersonId


def privately(state: State[Any], check: Callable[[], Fault | None]) -> tuple[Fault | None, tuple[Cite, ...]]:
    """Return the Fault of a check on a hidden total where conduct is strict, for elsewhere it is found when shown; and
    the clauses that were weighed, which would tell the total.
    """
    with trace() as private:
        wrong = check()
    return None if state.is_observed else wrong, private.weighed


def require_looked(cards: Cards, hand: str, person: PersonId | None) -> Fault | None:
    """Return a Fault if a person decides on cards that they have not seen: so a refusal tells them nothing new."""
    seen = all(person in card.seen_by or card.face_up for card in fx.at(cards.layout, hand))
    return None if seen else fault("look-first", hand=str(hand))


def require_not_looked(cards: Cards, hand: str, person: PersonId) -> Fault | None:
    again = all(person in card.seen_by for card in fx.at(cards.layout, hand))
    return fault("looked-already") if again else None


def require_first_word(side: Side) -> Fault | None:
    return None if side.word is None else fault("word-said", word=str(side.word))


def require_undecided(coup: Coup) -> Fault | None:
    return None if coup.decision is None else fault("already-decided")


def require_natural_in_time(coup: Coup) -> Fault | None:
    gone = coup.decision is not None or any(fx.at(coup.cards.layout, third(hand)) for hand in coup.sides)
    return fault("natural-too-late") if gone else None


def pending_withdrawals(coup: Coup, stakes: Shares) -> tuple[PersonId, ...]:
    if not coup.cards.marks.withdrawal:
        return ()
    return tuple(one.person for one in stakes if one.person not in coup.respondents)


def require_nothing_pending(coup: Coup, withdrawals: Sequence[PersonId]) -> Fault | None:
    if coup.due_cards:
        return fault("card-awaited")
    return fault("withdrawals-first", people=list(withdrawals)) if withdrawals else None


def offered_choice(coup: Coup, choice: str) -> fx.OfferChoice | None:
    return next((one for one in coup.cards.marks.choices if one.choice == choice), None)


def spoken_option(side: Side, options: Sequence[str]) -> str:
    """Return the option chosen for a banker who does not choose: the side's word as spoken, else the first option."""
    word = GIVE if side.word is Word.CARTA else DENY
    return word if word in options else options[0]


def is_card_asked(coup: Coup, hand: str) -> bool:
    duty, side = coup.cards.marks.of(hand).fixed_duty, coup.side(hand)
    if side.chosen_option in (GIVE, DENY):
        return side.chosen_option == GIVE
    return duty is fx.Cell.DRAW if duty is not None else side.word is Word.CARTA


C = TypeVar("C", bound=Coup)

_set = msgspec.structs.replace

FaultNames = Callable[[Fault], tuple[str, ...]]
"""Under which names a fault is taken up in a coup, the one that tells it from every other one last."""


def by_code(found: Fault) -> tuple[str, ...]:
    return (found.code,)


def rekey_card(coup: C, position: int, face: Card) -> C:
    """Return a coup with one face put right, also where rulings were given on it; what these share stays shared."""
    return _rekeyed(coup, position, face, [])


def _rekeyed(coup: C, position: int, face: Card, done: list[tuple[RulingGiven[Any], RulingGiven[Any]]]) -> C:
    rulings = []
    for one in coup.rulings:
        right = next((other for wrong, other in done if wrong is one), None)
        if right is None:
            right = one if one.coup is None else _set(one, coup=_rekeyed(one.coup, position, face, done))
            done.append((one, right))
        rulings.append(right)
    return _set(
        coup, cards=_set(coup.cards, layout=fx.rekey(coup.cards.layout, position, face)), rulings=tuple(rulings)
    )


def without_ruling(coup: C, event: RulingUndone, names: FaultNames = by_code) -> C:
    """Return a coup without what a ruling did for faults that were none; they can be found again."""
    ruling = next((one for one in coup.rulings if one.serial == event.serial), None)
    if ruling is None or ruling.coup is None:
        return coup
    later = coup.rulings[coup.rulings.index(ruling) + 1 :]
    marks = marks_without(
        coup.cards.marks, ruling.coup.cards.marks, event.effects, (effect for one in later for effect in one.effects)
    )
    rulings = tuple(
        _reduced(one, event, names) if one is ruling else one
        for one in coup.rulings
        if one is not ruling or any(names(fault)[-1] not in event.codes for fault in one.faults)
    )
    kept = {name for one in rulings for fault in one.faults for name in names(fault)}
    gone = {name for fault in ruling.faults if names(fault)[-1] in event.codes for name in names(fault)}
    found = coup.found_faults - (gone - kept)
    after = _set(coup, cards=_set(coup.cards, marks=marks), rulings=rulings, found_faults=found)
    return resume(after, ruling.coup) if event.is_resumed else after


def _reduced(ruling: RulingGiven[Any], event: RulingUndone, names: FaultNames) -> RulingGiven[Any]:
    return _set(
        ruling,
        effects=tuple(one for one in ruling.effects if one not in event.effects),
        faults=tuple(one for one in ruling.faults if names(one)[-1] not in event.codes),
    )


def resume(coup: C, before: Coup) -> C:
    for hand, side in before.sides.items():
        spoken = {name: getattr(side, name) for name in ("word", "has_spoken_again", "chosen_option", "is_third_known")}
        coup = with_side(coup, hand, **spoken, winner=None)
    return _set(coup, naturals=before.naturals, decision=before.decision)


def has_changed_play(effect: fx.Effect, before: Coup, now: Coup) -> bool:
    """Return True if play since a ruling may have gone otherwise by an effect of it; ``before``: the coup then."""
    match effect:
        case fx.VoidCoup() | fx.LoseCoup() | fx.GoBack():
            return True
        case fx.OfferChoice(options=options):
            return any(side.chosen_option not in ("", spoken_option(side, options)) for side in now.sides.values())
        case fx.Oblige(hand=hand, cell=cell) if hand not in now.sides:
            return before.decision is None and now.decision is cell
        case fx.LoseNatural(hand=hand) if hand not in now.sides:
            return before.decision is None and now.decision is fx.Cell.STAND
        case fx.LoseNatural():
            return False
        case (
            fx.Oblige()
            | fx.BindToScheme()
            | fx.BindToTable()
            | fx.Unbind()
            | fx.DeemTotal()
            | fx.DeemNatural()
            | fx.KeepOne()
            | fx.GiveCards()
        ):
            return is_played_on(before, now)
        case _:
            return False


def is_played_on(before: Coup, now: Coup) -> bool:
    return now.decision is not before.decision or any(
        side.word is not before.side(hand).word or third_cards(now, hand) != third_cards(before, hand)
        for hand, side in now.sides.items()
    )


def third_cards(coup: Coup, hand: str) -> tuple[int, ...]:
    lying = (card.position for card in fx.at(coup.cards.layout, third(hand)))
    return (*lying, *(one.position for one in coup.due_cards if one.place == third(hand) and not one.on_table))


def is_money_moved(effects: Collection[fx.Effect], before: Coup, now: Coup) -> bool:
    withdrawn = any(isinstance(one, fx.OfferWithdrawal) for one in effects) and now.respondents != before.respondents
    return withdrawn or any(isinstance(one, fx.ReturnStake | fx.VoidCoup) for one in effects)


def restoring_effects(
    effects: Collection[fx.Effect], before: Coup, now: Coup, hands: Sequence[str], resumed: bool
) -> tuple[fx.Effect, ...] | None:
    """Return how the cards come back to before a ruling, or ``None``; ``resumed``: those dealt since are in no hand."""
    places = {*hands, *(third(hand) for hand in hands), fx.ASIDE}
    there = {card.position: card.place for card in now.cards.layout}
    named = {one.position for one in effects if isinstance(one, fx.Discard | fx.AssignCard | fx.SetAside)}
    back: list[fx.Effect] = []
    for card in before.cards.layout:
        place = there.get(card.position, card.place)
        if place in (card.place, fx.FLOOR, fx.BASKET) or not (resumed or card.position in named):
            continue
        if place == fx.DISCARD and (card.position in named or not is_discarded_by_another(before, now, card)):
            return None
        if place != fx.DISCARD:
            back.append(put_back(before, card))
    if not resumed:
        return tuple(back)
    lain = {card.position for card in before.cards.layout}
    since = [card.position for card in now.cards.layout if card.place in places and card.position not in lain]
    since += [one.position for one in now.due_cards if not one.on_table]
    out = tuple(fx.Discard(one) if later else fx.SetAside(one) for later, one in enumerate(sorted(since)))
    return (*back, *out)


def is_discarded_by_another(before: Coup, now: Coup, card: fx.LaidCard) -> bool:
    given = {one.serial for one in before.rulings}
    others = (effect for one in now.rulings if one.serial not in given for effect in one.effects)
    return any(isinstance(one, fx.Discard) and one.position == card.position for one in others)


def put_back(before: Coup, card: fx.LaidCard) -> fx.Effect:
    waiting = next((one for one in before.cards.marks.aside if one.position == card.position), None)
    if waiting is not None:
        return waiting
    return fx.SetAside(card.position) if card.place == fx.ASIDE else fx.AssignCard(card.position, card.place)
