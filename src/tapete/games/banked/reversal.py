"""A coup without a ruling that a wrong key led to, and with a card of it put right. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.layout import rekey
from tapete.games.baccarat.reversal import marks_without
from tapete.games.banked.coup import Coup, RulingGiven, with_side

C = TypeVar("C", bound=Coup)

_set = msgspec.structs.replace

FaultNames = Callable[[Fault], tuple[str, ...]]
"""Under which names a fault is taken up in a coup, the one that tells it from every other one last."""


def by_code(found: Fault) -> tuple[str, ...]:
    """Return the code of a fault, where a coup takes it up once."""
    return (found.code,)


def rekey_card(coup: C, position: int, face: Card) -> C:
    """Return a coup with the face of one card put right, also where rulings were given on it.

    A ruling has the coup before it, with the rulings before those: what several of them have in common is put right
    once, and stays in common.
    """
    return _rekeyed(coup, position, face, [])


def _rekeyed(coup: C, position: int, face: Card, done: list[tuple[RulingGiven, RulingGiven]]) -> C:
    rulings = []
    for one in coup.rulings:
        right = next((other for wrong, other in done if wrong is one), None)
        if right is None:
            right = one if one.coup is None else _set(one, coup=_rekeyed(one.coup, position, face, done))
            done.append((one, right))
        rulings.append(right)
    return _set(coup, cards=_set(coup.cards, layout=rekey(coup.cards.layout, position, face)), rulings=tuple(rulings))


def without_ruling(coup: C, event: RulingUndone, names: FaultNames = by_code) -> C:
    """Return a coup without what a ruling did for the faults that were none; where it was the last thing that the
    ruling spoke of, the ruling is forgotten. The faults can be found again.
    """
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


def _reduced(ruling: RulingGiven, event: RulingUndone, names: FaultNames) -> RulingGiven:
    return _set(
        ruling,
        effects=tuple(one for one in ruling.effects if one not in event.effects),
        faults=tuple(one for one in ruling.faults if names(one)[-1] not in event.codes),
    )


def resume(coup: C, before: Coup) -> C:
    """Return a coup in which everybody has said and decided what he had before; its cards lie as they do."""
    for hand, side in before.sides.items():
        spoken = {name: getattr(side, name) for name in ("word", "has_spoken_again", "chosen_option", "is_third_known")}
        coup = with_side(coup, hand, **spoken, winner=None)
    return _set(coup, naturals=before.naturals, decision=before.decision)
