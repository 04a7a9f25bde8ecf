"""The marks of a coup without a ruling: what it laid on hands, people and stakes is taken back.

Cards stay where they lie, and what they showed has been seen; only the reckoning forgets the ruling.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from immutables import Map

from tapete.games.baccarat.conflicts import touches
from tapete.games.baccarat.effects import BarPerson, Effect, OfferChoice
from tapete.games.baccarat.marks import Cards, Duty, HandMarks, Marks, apply_effects
from tapete.kernel import PersonId

OF_A_HAND = ("deemed_total", "is_natural_lost", "binding", "is_lost", "void", "keeps_higher")
"""Marks of a hand that one ruling sets and another may set anew."""

_set = msgspec.structs.replace


def marks_without(now: Marks, before: Marks, effects: Iterable[Effect], later: Iterable[Effect]) -> Marks:
    """Return the marks as they are without some effects of a ruling.

    ``before`` are the marks on which it was given. What an effect set and nothing has changed since is again as it was
    before; what the effects of ``later`` rulings speak of is theirs, and stays.
    """
    theirs = {touches(one) for one in later}
    own = tuple(one for one in effects if touches(one) not in theirs)
    after = apply_effects(own, Cards((), before)).marks
    hands = now.hands
    for hand in after.hands:
        hands = hands.set(hand, _hand_without(now.of(hand), before.of(hand), after.of(hand)))
    offered = {one for one in own if isinstance(one, OfferChoice)}
    return _set(
        now,
        hands=hands,
        void=before.void if after.void == now.void else now.void,
        withdrawal=before.withdrawal if after.withdrawal == now.withdrawal else now.withdrawal,
        choices=tuple(one for one in now.choices if one not in offered),
        settle_last=now.settle_last - (after.settle_last - before.settle_last),
        holders=_holders_without(now.holders, before.holders, after.holders),
        next_holders=_holders_without(now.next_holders, before.next_holders, after.next_holders),
        bars=bars_without(now, own, before).bars,
    )


def bars_without(now: Marks, effects: Iterable[Effect], before: Marks | None = None) -> Marks:
    """Return the marks without the bars among some effects; a bar that one of them replaced holds again."""
    gone = {one for one in effects if isinstance(one, BarPerson)}
    about = {(one.person, one.action) for one in gone if one in now.bars}
    again = () if before is None else tuple(one for one in before.bars if (one.person, one.action) in about)
    return _set(now, bars=(*(one for one in now.bars if one not in gone), *again))


def _hand_without(now: HandMarks, before: HandMarks, after: HandMarks) -> HandMarks:
    changes = {
        name: getattr(before, name) for name in OF_A_HAND if getattr(now, name) == getattr(after, name)
    }  # what the effects left alone is the same before and after
    return _set(now, **changes, duties=_duties_without(now.duties, before.duties, after.duties))


def _duties_without(now: tuple[Duty, ...], before: tuple[Duty, ...], after: tuple[Duty, ...]) -> tuple[Duty, ...]:
    if after[: len(before)] != before:  # every duty was lifted
        return before if now == after else now
    left = list(now)
    for duty in after[len(before) :]:
        if duty in left:
            left.remove(duty)
    return tuple(left)


def _holders_without(
    now: Map[str, PersonId], before: Map[str, PersonId], after: Map[str, PersonId]
) -> Map[str, PersonId]:
    for hand in after:
        was = before.get(hand)
        if now.get(hand) == after[hand] and was != after[hand]:
            now = now.delete(hand) if was is None else now.set(hand, was)
    return now
