"""What of a table the remedies of an incident touch: two remedies of the same effects can differ by it.

A view answers it from what its viewer may see, so that an official confirms the remedy as it was shown to him.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from tapete.clauses import Fault
from tapete.games.baccarat.effects import AssignCard, Discard, Effect, ReturnStake, SetAside
from tapete.games.baccarat.layout import Place
from tapete.games.baccarat.marks import third
from tapete.kernel import PersonId
from tapete.money import Cents


class TouchedCard(msgspec.Struct, frozen=True):
    """A card by its number and the place where it lies, which everybody at the table sees; never its face."""

    position: int
    place: Place


class Touched(msgspec.Struct, frozen=True):
    """Who plays the hands that an incident names, in order of their names; which cards its effects are about, in the
    order in which they left the shoe; and the stakes that go back whole.
    """

    holders: tuple[tuple[str, PersonId | None], ...] = ()
    cards: tuple[TouchedCard, ...] = ()
    stakes: tuple[tuple[PersonId, Cents], ...] = ()


def touched(
    effects: Iterable[Effect],
    faults: Iterable[Fault],
    cards: Iterable[TouchedCard],
    holders: Mapping[str, PersonId | None],
    stakes: Iterable[tuple[PersonId, Cents]],
) -> Touched:
    """Return what of a table, with its cards, holders and stakes, the effects and faults of an incident are about.

    Of a hand that an effect names that is who plays it and all its cards; of one that only a fault names, who plays it.
    """
    effects = tuple(effects)
    places = {place for one in effects for place in _places(one)}
    hands = {hand for hand in holders if places & {hand, third(hand)}}
    accused = {str(one.facts["hand"]) for one in faults if one.facts.get("hand") in holders}
    numbers = {one.position for one in effects if isinstance(one, Discard | AssignCard | SetAside)}
    within = hands | {third(hand) for hand in hands}
    whole = sorted({one.person for one in effects if isinstance(one, ReturnStake) and one.amount is None})
    staked = tuple(stakes)
    return Touched(
        tuple((hand, holders[hand]) for hand in sorted(hands | accused)),
        tuple(card for card in cards if card.place in within or card.position in numbers),
        tuple((person, sum(amount for who, amount in staked if who == person)) for person in whole),
    )


def _places(effect: Effect) -> tuple[str, ...]:
    match effect:
        case AssignCard(place=place):
            return (place,)
        case SetAside(falls_to=hand):
            return (hand,)
        case _:
            return (getattr(effect, "hand", ""),)
