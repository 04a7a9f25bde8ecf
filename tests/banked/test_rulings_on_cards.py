"""What rulings do to cards and what play has made of them since, each condition by itself, with no game around it."""

from itertools import product

import pytest
from immutables import Map

from tapete.cards import Card
from tapete.clauses import Sourced, trace
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    DeemTotal,
    Effect,
    Expose,
    KeepOne,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferWithdrawal,
    ReturnStake,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.layout import ASIDE, DISCARD, LaidCard
from tapete.games.baccarat.marks import Cards, apply_effects, third
from tapete.games.baccarat.pack import CardDealt
from tapete.games.baccarat.reckoning import is_open
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.dealing import discard_surplus_third
from tapete.games.banked.events import CardMoved, CardTurned
from tapete.games.banked.folds import apply_card_dealt
from tapete.games.banked.priority import rank
from tapete.games.banked.reconsideration import has_changed_play, is_money_moved, put_back
from tapete.games.banked.rulings import expose_cards
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import BANK, ONE, POINTS, TWO

ANA = PersonId("ana")
DECISIONS = (None, Cell.DRAW, Cell.STAND)


def laid(*faces: str, place: str = ONE, first: int = 0, face_up: bool = False) -> tuple[LaidCard, ...]:
    return tuple(LaidCard(first + n, place, Card(face), face_up) for n, face in enumerate(faces))


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ordinals", "turned"), [((), (0, 1, 4)), ((1,), (0,)), ((2,), (1,)), ((3,), (4,)), ((1, 3), (0, 4))]
)
def test_a_ruling_turns_up_the_cards_it_names_or_all_of_them(
    ordinals: tuple[int, ...], turned: tuple[int, ...]
) -> None:
    layout = (*laid("2s", "3s"), *laid("4s", "5s", place=TWO, first=2), *laid("6s", place=third(ONE), first=4))
    coup = Coup(cards=Cards(layout))
    assert expose_cards(coup, coup, ONE, ordinals) == tuple(CardTurned(n, layout[n].face) for n in turned)
    up = Coup(cards=Cards((*laid("2s", face_up=True), *layout[1:])))
    assert expose_cards(up, up, ONE, ordinals) == tuple(CardTurned(n, layout[n].face) for n in turned if n)


@pytest.mark.parametrize("exposed", [1, 2, 3])
def test_a_card_that_comes_later_lies_open_where_a_ruling_exposed_it(exposed: int) -> None:
    coup = Coup(cards=apply_effects((Expose(ONE, (exposed,)),), Cards()))
    for position, place in enumerate((ONE, ONE, third(ONE))):
        coup = apply_card_dealt(coup, CardDealt(position, place, Card("2s"), False))
    assert [card.face_up for card in coup.cards.layout] == [n == exposed for n in (1, 2, 3)]


def test_of_two_hands_the_one_with_a_card_too_many_loses_it() -> None:
    """The first hand has one third card and keeps it; the second keeps the nine, which makes the higher total."""
    layout = (
        *laid("2s", "3s", face_up=True),
        *laid("4s", place=third(ONE), first=2, face_up=True),
        *laid("Ks", "Qs", place=TWO, first=3, face_up=True),
        *laid("2h", "9h", place=third(TWO), first=5, face_up=True),
    )
    cards = apply_effects((KeepOne(TWO, True),), Cards(layout))
    assert discard_surplus_third(cards, (ONE, TWO), POINTS) == (CardMoved(5, DISCARD),)
    assert discard_surplus_third(cards, (ONE,), POINTS) == ()


@pytest.mark.parametrize("higher", [True, False])
def test_no_card_is_discarded_as_surplus_while_one_of_them_lies_face_down(higher: bool) -> None:
    """Which one goes would tell what the hidden one is."""
    open_cards = laid("Ks", "Qs", face_up=True)
    for down in (2, 3):
        drawn = tuple(LaidCard(n, third(ONE), Card(face), n != down) for n, face in ((2, "2h"), (3, "9h")))
        cards = apply_effects((KeepOne(ONE, higher),), Cards((*open_cards, *drawn)))
        assert discard_surplus_third(cards, (ONE,), POINTS) == ()


def test_a_hand_whose_total_is_deemed_keeps_its_surplus_cards_while_one_lies_face_down() -> None:
    """Its total hides no more, but its cards still do."""
    for up, expected in ((False, ()), (True, (CardMoved(2, DISCARD),))):
        drawn = (LaidCard(2, third(ONE), Card("2h"), True), LaidCard(3, third(ONE), Card("9h"), up))
        cards = Cards((*laid("Ks", "Qs", face_up=True), *drawn))
        cards = apply_effects((KeepOne(ONE, True), DeemTotal(ONE, 9)), cards)
        assert is_open(cards, ONE)
        assert discard_surplus_third(cards, (ONE,), POINTS) == expected


@pytest.mark.parametrize("falls_to", ["", TWO])
def test_a_card_comes_back_to_where_it_waited_or_lay(falls_to: str) -> None:
    cards = apply_effects((SetAside(3, falls_to),), Cards(laid("2s", "3s", "4s", "5s")))
    aside = LaidCard(4, ASIDE, Card("6s"))
    before = Coup(cards=Cards((*cards.layout, aside), cards.marks))
    moved = {one.position: put_back(before, one) for one in before.cards.layout}
    assert moved[3] == SetAside(3, falls_to)
    assert moved[4] == SetAside(4)
    assert [moved[one] for one in (0, 1, 2)] == [AssignCard(one, ONE) for one in (0, 1, 2)]


# --- what play has made of a ruling -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "now", "cell"), [*product(DECISIONS, DECISIONS, (Cell.DRAW, Cell.STAND))])
def test_the_bank_went_by_an_order_if_it_decided_so_after_it(before: Cell | None, now: Cell | None, cell: Cell) -> None:
    sides = Map({ONE: Side(holder=ANA)})
    then, later = Coup(sides=sides, decision=before), Coup(sides=sides, decision=now)
    assert has_changed_play(Oblige(BANK, cell), then, later) is (before is None and now is cell)
    assert has_changed_play(LoseNatural(BANK), then, later) is (before is None and now is Cell.STAND)
    assert has_changed_play(Oblige(ONE, cell), then, later) is (before is not now)


@pytest.mark.parametrize(
    ("effects", "answered", "moved"),
    [
        ((), False, False),
        ((), True, False),
        ((NoteOnly(),), True, False),
        ((OfferWithdrawal(),), False, False),
        ((OfferWithdrawal(),), True, True),
        ((NoteOnly(), OfferWithdrawal()), True, True),
        ((ReturnStake(ANA),), False, True),
        ((VoidCoup(),), False, True),
    ],
)
def test_a_stake_went_back_by_a_ruling_or_by_an_answer_to_one(
    effects: tuple[Effect, ...], answered: bool, moved: bool
) -> None:
    now = Coup(respondents=frozenset({ANA}) if answered else frozenset())
    assert is_money_moved(effects, Coup(), now) is moved


# --- priority ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "is_stronger", "named"),
    [((1, 5, 4), True, "C"), ((1, 6, 0), True, "B"), ((0, 9, 9), False, "A"), ((1, 5, 3), False, None)],
)
def test_a_comparison_of_ranks_rests_on_the_first_principle_that_tells_them_apart(
    other: tuple[int, ...], is_stronger: bool, named: str | None
) -> None:
    clauses = {"A": "CF.D.04", "B": "CF.D.05", "C": "CF.B.15"}
    principles = tuple(Sourced(True, (clause,)) for clause in clauses.values())
    with trace() as trail:
        assert (rank((1, 5, 3), *principles) < rank(other, *principles)) is is_stronger
    assert trail.rests_on == (() if named is None else (clauses[named],))
