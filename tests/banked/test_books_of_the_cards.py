"""What each event at the cards makes of a coup, and that it changes nothing else: whole coups, with one side or two."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import OfferChoice, Party, SetAside
from tapete.games.baccarat.layout import ASIDE, LaidCard
from tapete.games.baccarat.marks import Binding, BindingTarget, Cards, HandMarks, Marks, third
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.banked import events as e
from tapete.games.banked import folds
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import BANK, ONE, TWO

ANA, BEA, EVA = map(PersonId, ("ana", "bea", "eva"))
DUE = (DueCard(6, BANK, False), DueCard(7, third(ONE), True))
LAYOUT = (
    LaidCard(0, ONE, Card("2s")),
    LaidCard(1, TWO, Card("3s"), False, frozenset({ANA})),
    LaidCard(2, ONE, None),
    LaidCard(5, ASIDE, Card("9h")),
)
CHOICES = (OfferChoice(EVA, "give-or-deny", (GIVE, DENY)), OfferChoice(EVA, "other", (GIVE,)))
COUP = Coup(
    3,
    Cards(LAYOUT, Marks(aside=(SetAside(5),), choices=CHOICES)),
    DUE,
    Map({ONE: Side(ANA, ANA), TWO: Side(BEA, BEA, word=Word.NO)}),
    naturals=(TWO,),
    uncovered_cards=Map({0: Party.BANKER}),
)


def fold(coup: Coup, event: Any) -> Coup:
    found: Coup = folds.FOLDS[type(event)](coup, event)
    return found


def with_side(hand: str, coup: Coup = COUP, **changes: Any) -> Coup:
    return replace(coup, sides=coup.sides.set(hand, replace(coup.sides[hand], **changes)))


def with_marks(coup: Coup = COUP, **changes: Any) -> Coup:
    return replace(coup, cards=replace(coup.cards, marks=replace(coup.cards.marks, **changes)))


def with_layout(*layout: LaidCard, **changes: Any) -> Coup:
    return replace(COUP, cards=replace(COUP.cards, layout=layout), **changes)


def bound(hand: str, target: BindingTarget, as_: Cell = Cell.OPTIONAL, coup: Coup = COUP, **more: Any) -> Coup:
    return with_marks(coup, hands=Map({hand: HandMarks(binding=Binding(target, as_))}), **more)


AWAITED = (DueCard(9, BANK, True),)

SEEN = frozenset({EVA})


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (DrawAwaited(AWAITED), replace(COUP, due_cards=AWAITED)),
        (
            CardDealt(6, BANK, Card("4d"), False),
            with_layout(*LAYOUT, LaidCard(6, BANK, Card("4d")), due_cards=DUE[1:]),
        ),
        (
            CardDealt(7, third(ONE), Card("4d"), True),
            with_layout(*LAYOUT, LaidCard(7, third(ONE), Card("4d"), True), due_cards=DUE[:1]),
        ),
        (CardDealt(9, TWO, None, False), with_layout(*LAYOUT, LaidCard(9, TWO, None))),
        (
            e.CardMoved(5, third(TWO)),
            with_marks(with_layout(*LAYOUT[:3], LaidCard(5, third(TWO), Card("9h"))), aside=()),
        ),
        (e.CardMoved(0, ASIDE), with_layout(LaidCard(0, ASIDE, Card("2s")), *LAYOUT[1:])),
        (e.CardUncovered(2, Party.CROUPIER), replace(
            COUP, uncovered_cards=Map({0: Party.BANKER, 2: Party.CROUPIER})
        )),
        (e.CardSeen(0, EVA), with_layout(LaidCard(0, ONE, Card("2s"), False, SEEN), *LAYOUT[1:])),
        (
            e.CardTurned(2, Card("8c")),
            with_layout(LAYOUT[0], LAYOUT[1], LaidCard(2, ONE, Card("8c"), True), LAYOUT[3]),
        ),
        (e.CardTurned(6, Card("8c")), replace(COUP, due_cards=DUE[1:])),
        (e.CardsCarried(EVA, TWO), with_side(TWO, before=EVA)),
        (
            e.CardsLifted(EVA, ONE),
            with_side(
                ONE,
                with_layout(
                    LaidCard(0, ONE, Card("2s"), False, SEEN), LAYOUT[1], LaidCard(2, ONE, None, False, SEEN), LAYOUT[3]
                ),
                is_lifted=True,
                before=EVA,
            ),
        ),
        (e.CardsLifted(EVA, BANK), COUP),
        (e.WordSaid(Word.CARTA, (), ONE), with_side(ONE, word=Word.CARTA)),
        (e.WordSaid(Word.CARTA, (), TWO), with_side(TWO, word=Word.CARTA, has_spoken_again=True)),
        (
            e.CroupierStoodIn(BEA, EVA, TWO),
            bound(TWO, BindingTarget.SCHEME, Cell.STAND, holders=Map({TWO: EVA})),
        ),
        (
            e.AdviceAsked(BEA, "no", (), TWO),
            with_side(TWO, bound(TWO, BindingTarget.SCHEME, Cell.STAND), advice="no"),
        ),
        (e.AdviceAsked(ANA, None, (), ONE), with_side(ONE, bound(ONE, BindingTarget.SCHEME, Cell.STAND), advice="")),
        (e.TimeWarned(BEA, 30, TWO), with_side(TWO, is_warned=True)),
        (e.TimeWarned(ANA, 30, ONE, is_word_late=True), with_side(ONE, is_warned=True, is_word_late=True)),
        (e.LaidDown(BANK), replace(COUP, naturals=(TWO, BANK))),
        (e.CardsPassedOn(BEA, EVA, TWO), with_marks(with_side(TWO, holder=EVA), holders=Map({TWO: EVA}))),
        (e.CardsPassedOn(BEA, EVA, ONE), COUP),
    ],
)  # fmt: skip
def test_an_event_at_the_cards_changes_what_it_says_and_nothing_else(event: Any, expected: Coup) -> None:
    assert fold(COUP, event) == expected


@pytest.mark.parametrize(
    "event",
    [
        e.CardsCarried(EVA),
        e.WordSaid(Word.CARTA),
        e.CroupierStoodIn(ANA, EVA),
        e.AdviceAsked(ANA, "no"),
        e.TimeWarned(ANA, 30),
        e.CardsPassedOn(ANA, EVA),
    ],
)
def test_where_one_side_alone_plays_an_event_that_names_none_is_about_it(event: Any) -> None:
    alone = replace(COUP, sides=COUP.sides.delete(TWO))
    found = fold(alone, event)
    assert found == fold(alone, replace(event, hand=ONE))
    assert found != alone
    assert list(found.sides) == [ONE]


@pytest.mark.parametrize(
    ("held", "leaver", "holder", "by_ruling"),
    [(BEA, ANA, EVA, BEA), (BEA, BEA, ANA, EVA), (None, ANA, EVA, EVA), (BEA, EVA, ANA, BEA)],
)
def test_cards_that_are_passed_on_are_those_in_his_hand_and_those_that_he_was_entitled_to(
    held: PersonId | None, leaver: PersonId, holder: PersonId, by_ruling: PersonId
) -> None:
    coup = COUP if held is None else with_marks(holders=Map({ONE: held}))
    found = fold(coup, e.CardsPassedOn(leaver, EVA, ONE))
    assert (found.side(ONE).holder, found.cards.marks.holders[ONE]) == (holder, by_ruling)
    assert found.side(TWO) == COUP.side(TWO)


@pytest.mark.parametrize(
    ("open_cards", "place", "up"),
    [
        ((), TWO, False), ((1,), TWO, False), ((2,), TWO, True), ((3,), TWO, False), ((3,), third(TWO), True),
        ((2,), third(TWO), False), ((1,), ONE, False),
    ],
)  # fmt: skip
def test_a_card_lies_open_where_a_ruling_said_so_of_its_number_in_the_hand(
    open_cards: tuple[int, ...], place: str, up: bool
) -> None:
    coup = with_marks(hands=Map({TWO: HandMarks(open_cards=frozenset(open_cards))}))
    found = fold(coup, CardDealt(9, place, Card("4d"), False))
    assert found.cards.layout[-1] == LaidCard(9, place, Card("4d"), up)
    assert fold(coup, CardDealt(9, place, Card("4d"), True)).cards.layout[-1].face_up


@pytest.mark.parametrize("cell", [Cell.DRAW, Cell.STAND])
def test_the_decision_is_kept(cell: Cell) -> None:
    found = fold(COUP, e.BankerDecided(cell))
    assert found.decision is cell
    assert replace(found, decision=None, sides=COUP.sides) == COUP


def test_a_request_for_the_table_binds_the_bank_and_a_choice_is_made_once() -> None:
    assert folds.apply_table_asked(COUP, BANK) == bound(BANK, BindingTarget.TABLE)
    chosen = folds.apply_choice_made(COUP, e.ChoiceMade(EVA, "give-or-deny", DENY), TWO)
    assert chosen == with_side(TWO, with_marks(choices=CHOICES[1:]), chosen_option=DENY)
