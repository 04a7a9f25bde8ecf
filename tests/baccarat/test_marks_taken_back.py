"""Marks of a coup without some effects of a ruling: what it laid on hands, people and stakes is as it was before it."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BarPerson,
    BarredAction,
    BindToScheme,
    BindToTable,
    DeemTotal,
    EffectCoup,
    Expose,
    GiveCards,
    KeepOne,
    LoseCoup,
    LoseNatural,
    Oblige,
    OfferChoice,
    OfferWithdrawal,
    SettleLast,
    Unbind,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.marks import Cards, Duty, HandMarks, Marks, apply_effects
from tapete.games.baccarat.reversal import bars_without, marks_without
from tapete.kernel import PersonId

ANA, BEA, LUIS = map(PersonId, ("ana", "bea", "luis"))
ONE, TWO = "one", "two"
CARDS, BANCO = BarredAction.CARDS, BarredAction.BANCO
CHOICE = OfferChoice(BEA, "third-card", ("give", "deny"))


def under(*effects: Any, on: Marks | None = None) -> Marks:
    return apply_effects(effects, Cards((), Marks() if on is None else on)).marks


BEFORE = under(
    BindToScheme(ONE), DeemTotal(TWO, 3), KeepOne(TWO, True), Oblige(ONE, Cell.DRAW, (5,)), GiveCards(TWO, LUIS),
    GiveCards(TWO, LUIS, EffectCoup.NEXT), BarPerson(ANA, CARDS), SettleLast(LUIS),
)  # fmt: skip
GIVEN: tuple[Any, ...] = (
    LoseNatural(ONE),
    BindToTable(ONE),
    DeemTotal(TWO, 9),
    KeepOne(TWO, False),
    LoseCoup(ONE),
    VoidCoup(TWO),
    Unbind(TWO),
    Oblige(ONE, Cell.STAND),
    GiveCards(ONE, ANA),
    GiveCards(TWO, ANA),
    GiveCards(ONE, ANA, EffectCoup.NEXT),
    GiveCards(TWO, BEA, EffectCoup.NEXT),
    BarPerson(ANA, CARDS, Until.SHOE),
    BarPerson(BEA, BANCO),
    SettleLast(ANA),
    CHOICE,
    OfferWithdrawal(),
    VoidCoup(),
)


def plain(marks: Marks) -> Any:
    """Return marks as they read: a hand of which nothing is said is none."""
    return replace(marks, hands=Map({hand: one for hand, one in marks.hands.items() if one != HandMarks()}))


@pytest.mark.parametrize("effect", GIVEN, ids=lambda one: str(one)[:40])
@pytest.mark.parametrize("before", [Marks(), BEFORE], ids=["new", "marked"])
def test_without_a_ruling_the_marks_are_as_before_it(effect: Any, before: Marks) -> None:
    after = under(effect, on=before)
    found = marks_without(after, before, (effect,), ())
    assert plain(found) == plain(before)


def test_without_a_ruling_of_many_effects_all_of_it_is_taken_back() -> None:
    after = under(*GIVEN, on=BEFORE)
    assert plain(marks_without(after, BEFORE, GIVEN, ())) == plain(BEFORE)
    assert plain(marks_without(after, BEFORE, (), GIVEN)) == plain(after)


@pytest.mark.parametrize("effect", GIVEN, ids=lambda one: str(one)[:40])
def test_what_a_later_ruling_says_of_the_same_thing_stays(effect: Any) -> None:
    after = under(effect, on=Marks())
    assert plain(marks_without(after, Marks(), (effect,), (effect,))) == plain(after)


LATER: tuple[tuple[Any, Any], ...] = (
    (GiveCards(ONE, ANA), GiveCards(ONE, LUIS)),
    (GiveCards(ONE, ANA, EffectCoup.NEXT), GiveCards(ONE, LUIS, EffectCoup.NEXT)),
    (DeemTotal(ONE, 3), DeemTotal(ONE, 4)),
    (KeepOne(ONE, True), KeepOne(ONE, False)),
    (BindToTable(ONE), Unbind(ONE)),
)


@pytest.mark.parametrize(("first", "then"), LATER, ids=str)
def test_what_has_changed_since_is_not_put_back(first: Any, then: Any) -> None:
    """The later word is not told, as where somebody asked for the table himself: it stands all the same."""
    now = under(first, then)
    assert plain(marks_without(now, Marks(), (first,), ())) == plain(now)


def test_a_duty_is_taken_back_and_the_others_stand() -> None:
    draws, stands = Oblige(ONE, Cell.DRAW, (5,)), Oblige(ONE, Cell.STAND)
    now = under(draws, stands)
    left = marks_without(now, Marks(), (draws,), ())
    assert left.of(ONE).duties == (Duty(Cell.STAND),)
    assert marks_without(now, under(draws), (stands,), ()).of(ONE).duties == (Duty(Cell.DRAW, (5,)),)


def test_cards_that_were_shown_have_been_seen() -> None:
    now = under(Expose(ONE, (1,)), LoseNatural(ONE))
    left = marks_without(now, Marks(), (Expose(ONE, (1,)), LoseNatural(ONE)), ())
    assert left.of(ONE) == HandMarks(open_cards=frozenset({1}))


SHOE = BarPerson(ANA, CARDS, Until.SHOE)
COUP = BarPerson(ANA, CARDS)
OTHERS = (BarPerson(BEA, CARDS), BarPerson(ANA, BANCO))


@pytest.mark.parametrize(
    ("now", "effects", "before", "left"),
    [
        ((SHOE, *OTHERS), (SHOE,), None, OTHERS),
        ((SHOE, *OTHERS), (COUP,), None, (SHOE, *OTHERS)),
        ((SHOE, *OTHERS), (), None, (SHOE, *OTHERS)),
        ((SHOE, *OTHERS), (SHOE,), (COUP, *OTHERS), (*OTHERS, COUP)),
        ((SHOE,), (SHOE,), OTHERS, ()),
        ((), (SHOE,), (COUP,), ()),
        ((SHOE, *OTHERS), OTHERS, None, (SHOE,)),
        ((SHOE,), (LoseNatural(ONE),), (COUP,), (SHOE,)),
    ],
)
def test_a_bar_is_lifted_with_its_ruling_and_one_that_it_replaced_holds_again(
    now: Any, effects: Any, before: Any, left: Any
) -> None:
    was = None if before is None else Marks(bars=before)
    found = bars_without(Marks(bars=now, void=True), effects, was)
    assert set(found.bars) == set(left)
    assert len(found.bars) == len(left)
    assert replace(found, bars=()) == Marks(void=True)
