"""Marks: what rulings have told the reckoning, and the one interpreter that applies effects.

A deemed total, a lost natural, a binding to the table are marks; the faces of the cards stay in the layout as they are.
Everything here is derived from events, by :func:`apply_effects`; later effects prevail on the same object.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

import msgspec
from immutables import Map

from tapete.clauses import Fault
from tapete.games.baccarat import effects as fx
from tapete.kernel import PersonId
from tapete.money import Cents

ALL_CARDS = (1, 2, 3)


class BindingTarget(StrEnum):
    """What a hand is bound to."""

    SCHEME = "scheme"
    TABLE = "table"
    NOTHING = "nothing"


class Binding(msgspec.Struct, frozen=True):
    """A binding that a ruling, or a request for the table, laid on a hand."""

    target: BindingTarget
    optional_as: fx.Cell = fx.Cell.OPTIONAL
    fault_of: fx.Party | None = None


class DeemedTotal(msgspec.Struct, frozen=True):
    """A total that stands whatever the cards are: a natural, a final total, or one to which a third card is added."""

    total: int
    natural: bool = False
    one_more: bool = False


class Duty(msgspec.Struct, frozen=True):
    """The hand must draw or stand, on these two-card totals only if any are given."""

    cell: fx.Cell
    totals: tuple[int, ...] = ()


class HandMarks(msgspec.Struct, frozen=True):
    """What rulings made of one hand. ``open_cards`` are the ordinals (1 to 3) that everybody may see."""

    deemed_total: DeemedTotal | None = msgspec.field(name="deemed", default=None)
    is_natural_lost: bool = False
    binding: Binding | None = None
    duties: tuple[Duty, ...] = ()
    is_lost: bool = False
    void: bool = False
    open_cards: frozenset[int] = frozenset()
    keeps_higher: bool | None = None
    """Of several third cards the hand keeps the one that makes the higher (or the lower) total."""

    def duty(self, two_card_total: int) -> fx.Cell | None:
        """Return what the hand must do on this total, the latest duty first."""
        return next((one.cell for one in reversed(self.duties) if not one.totals or two_card_total in one.totals), None)

    @property
    def is_deemed_natural(self) -> bool:
        return self.deemed_total is not None and self.deemed_total.natural

    @property
    def is_deemed_plain(self) -> bool:
        """Return True if a total is deemed for good that is no natural."""
        return self.deemed_total is not None and not (self.deemed_total.natural or self.deemed_total.one_more)

    @property
    def fixed_duty(self) -> fx.Cell | None:
        """Return what the hand must do whatever its total is, the latest duty first."""
        return next((one.cell for one in reversed(self.duties) if not one.totals), None)


PLAIN = HandMarks()


class Marks(msgspec.Struct, frozen=True):
    """What rulings have made of the coup. ``bars`` and ``next_holders`` outlive it (:func:`marks_of_next_coup`)."""

    hands: Map[str, HandMarks] = Map()
    void: bool = False
    withdrawal: bool = False
    aside: tuple[fx.SetAside, ...] = ()
    choices: tuple[fx.OfferChoice, ...] = ()
    settle_last: frozenset[PersonId] = frozenset()
    holders: Map[str, PersonId] = Map()
    next_holders: Map[str, PersonId] = Map()
    bars: tuple[fx.BarPerson, ...] = ()

    def of(self, hand: str) -> HandMarks:
        return self.hands.get(hand, PLAIN)

    def is_barred(self, person: PersonId, what: fx.BarredAction) -> bool:
        return bool(self.bars) and any(bar.person == person and bar.action is what for bar in self.bars)


NO_MARKS = Marks()


class Cards(msgspec.Struct, frozen=True):
    """The slice of a table's state that effects change: where the cards are, and what rulings made of them."""

    layout: fx.Layout = ()
    marks: Marks = NO_MARKS


def third(hand: str) -> str:
    return f"{hand}-3"


def hand_cards(layout: fx.Layout, hand: str) -> tuple[fx.LaidCard, ...]:
    return fx.at(layout, hand) + fx.at(layout, third(hand))


def _hand(marks: Marks, hand: str, **changes: object) -> Marks:
    return msgspec.structs.replace(
        marks, hands=marks.hands.set(hand, msgspec.structs.replace(marks.of(hand), **changes))
    )


def _unset(marks: Marks, position: int) -> Marks:
    """The card no longer waits to be dealt."""
    return msgspec.structs.replace(marks, aside=tuple(one for one in marks.aside if one.position != position))


def _expose(cards: Cards, hand: str, ordinals: tuple[int, ...], to: PersonId | None) -> Cards:
    wanted = frozenset(ordinals or ALL_CARDS)
    shown = {card.position for number, card in enumerate(hand_cards(cards.layout, hand), 1) if number in wanted}
    layout = tuple(
        (
            msgspec.structs.replace(card, face_up=True)
            if to is None
            else msgspec.structs.replace(card, seen_by=card.seen_by | {to})
        )
        if card.position in shown
        else card
        for card in cards.layout
    )
    if to is not None:
        return msgspec.structs.replace(cards, layout=layout)
    marks = _hand(cards.marks, hand, open_cards=cards.marks.of(hand).open_cards | wanted)
    return Cards(layout, marks)


def _one(cards: Cards, effect: fx.Effect) -> Cards:
    layout, marks = cards.layout, cards.marks
    match effect:
        case fx.VoidCoup(hand=""):
            return Cards(layout, msgspec.structs.replace(marks, void=True))
        case fx.VoidCoup(hand=hand):
            return Cards(layout, _hand(marks, hand, void=True, is_lost=False))
        case fx.LoseCoup(hand=hand):
            for other in marks.hands if hand == "banca" else ():  # a side that loses beside the bank was ruled on later
                marks = _hand(marks, other, is_lost=False)
            return Cards(layout, msgspec.structs.replace(_hand(marks, hand, is_lost=True, void=False), void=False))
        case fx.Discard(position=position):
            return Cards(fx.move(layout, position, fx.DISCARD), _unset(marks, position))
        case fx.AssignCard(position=position, place=place):
            return Cards(fx.move(layout, position, place), _unset(marks, position))
        case fx.SetAside(position=position):
            waiting = tuple(sorted((*_unset(marks, position).aside, effect), key=lambda one: one.position))
            return Cards(fx.move(layout, position, fx.ASIDE), msgspec.structs.replace(marks, aside=waiting))
        case fx.KeepOne(hand=hand, higher=higher):
            return Cards(layout, _hand(marks, hand, keeps_higher=higher))
        case fx.Expose(hand=hand, cards=ordinals, to=to):
            return _expose(cards, hand, ordinals, to)
        case fx.DeemTotal(hand=hand, total=total, one_more=one_more):
            return Cards(layout, _hand(marks, hand, deemed_total=DeemedTotal(total, one_more=one_more)))
        case fx.DeemNatural(hand=hand, total=total):
            return Cards(
                layout, _hand(marks, hand, deemed_total=DeemedTotal(total, natural=True), is_natural_lost=False)
            )
        case fx.LoseNatural(hand=hand):
            deemed = marks.of(hand).deemed_total
            kept = None if deemed is None or deemed.natural else deemed
            return Cards(layout, _hand(marks, hand, is_natural_lost=True, deemed_total=kept))
        case fx.BindToScheme(hand=hand, optional_as=optional_as):
            return Cards(layout, _hand(marks, hand, binding=Binding(BindingTarget.SCHEME, optional_as)))
        case fx.BindToTable(hand=hand, optional_as=optional_as, fault_of=fault_of):
            return Cards(layout, _hand(marks, hand, binding=Binding(BindingTarget.TABLE, optional_as, fault_of)))
        case fx.Unbind(hand=hand):
            return Cards(layout, _hand(marks, hand, binding=Binding(BindingTarget.NOTHING), duties=()))
        case fx.Oblige(hand=hand, cell=cell, on=on):
            return Cards(layout, _hand(marks, hand, duties=(*marks.of(hand).duties, Duty(cell, on))))
        case fx.GiveCards(hand=hand, person=person, coup=fx.EffectCoup.THIS):
            return Cards(layout, msgspec.structs.replace(marks, holders=marks.holders.set(hand, person)))
        case fx.GiveCards(hand=hand, person=person):
            return Cards(layout, msgspec.structs.replace(marks, next_holders=marks.next_holders.set(hand, person)))
        case fx.BarPerson(person=person, action=action):
            others = tuple(bar for bar in marks.bars if (bar.person, bar.action) != (person, action))
            return Cards(layout, msgspec.structs.replace(marks, bars=(*others, effect)))
        case fx.OfferChoice(choice=choice):
            waiting_choices = tuple(one for one in marks.choices if one.choice != choice)
            return Cards(layout, msgspec.structs.replace(marks, choices=(*waiting_choices, effect)))
        case fx.OfferWithdrawal():
            return Cards(layout, msgspec.structs.replace(marks, withdrawal=True))
        case fx.SettleLast(person=person):
            return Cards(layout, msgspec.structs.replace(marks, settle_last=marks.settle_last | {person}))
        case fx.ReturnStake() | fx.GoBack() | fx.NoteOnly():
            return cards


def apply_effects(effects: Iterable[fx.Effect], cards: Cards) -> Cards:
    """Apply effects in order; a later one prevails on the same object."""
    for effect in effects:
        cards = _one(cards, effect)
    return cards


def as_bound(effect: fx.Effect, marks: Marks) -> fx.Effect:
    """Return an effect that binds a hand; the choice that it leaves is as a binding before it has decided it."""
    if not isinstance(effect, fx.BindToScheme | fx.BindToTable) or effect.optional_as is not fx.Cell.OPTIONAL:
        return effect
    bound = marks.of(effect.hand).binding
    return effect if bound is None else msgspec.structs.replace(effect, optional_as=bound.optional_as)


def without_choice(marks: Marks, choice: str) -> Marks:
    """Take an answered question off the list."""
    return msgspec.structs.replace(marks, choices=tuple(one for one in marks.choices if one.choice != choice))


def marks_of_next_coup(marks: Marks) -> Marks:
    """Return what is left of the marks when a coup ends: bars that last longer, and who plays the next cards."""
    return Marks(bars=tuple(bar for bar in marks.bars if bar.until is not fx.Until.COUP), holders=marks.next_holders)


def marks_of_undealt_coup(marks: Marks) -> Marks:
    """Return what is left of the marks when a coup is annulled before its first card: it is the next one's still."""
    return Marks(bars=marks.bars, holders=marks.next_holders, aside=marks.aside)


def without_bars(marks: Marks, *ended: fx.Until) -> Marks:
    """Lift the bars that lasted until something that has now ended: the shoe, the passing of the bank."""
    return msgspec.structs.replace(marks, bars=tuple(bar for bar in marks.bars if bar.until not in ended))


# What of a table the remedies of an incident touch: two remedies of the same effects can differ by it.
#
# A view answers it from what its viewer may see, so that an official confirms the remedy as it was shown to them.


class TouchedCard(msgspec.Struct, frozen=True):
    """A card by its number and the place where it lies, which everybody at the table sees; never its face."""

    position: int
    place: fx.Place


class Touched(msgspec.Struct, frozen=True):
    """Who plays the hands that an incident names, in order of their names; which cards its effects are about, in the
    order in which they left the shoe; and the stakes that go back whole.
    """

    holders: tuple[tuple[str, PersonId | None], ...] = ()
    cards: tuple[TouchedCard, ...] = ()
    stakes: tuple[tuple[PersonId, Cents], ...] = ()


def touched(
    effects: Iterable[fx.Effect],
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
    numbers = {one.position for one in effects if isinstance(one, fx.Discard | fx.AssignCard | fx.SetAside)}
    within = hands | {third(hand) for hand in hands}
    whole = sorted({one.person for one in effects if isinstance(one, fx.ReturnStake) and one.amount is None})
    staked = tuple(stakes)
    return Touched(
        tuple((hand, holders[hand]) for hand in sorted(hands | accused)),
        tuple(card for card in cards if card.place in within or card.position in numbers),
        tuple((person, sum(amount for who, amount in staked if who == person)) for person in whole),
    )


def _places(effect: fx.Effect) -> tuple[str, ...]:
    match effect:
        case fx.AssignCard(place=place):
            return (place,)
        case fx.SetAside(falls_to=hand):
            return (hand,)
        case _:
            return (getattr(effect, "hand", ""),)
