"""What a ruling may be about, what it leaves lying, and what follows from each effect of it: a table of two sides."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Cite, Fault
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    DeemTotal,
    Discard,
    Effect,
    EffectCoup,
    Expose,
    GiveCards,
    GoBack,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    Oblige,
    ReturnStake,
    SetAside,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.incident import Docket, Incident
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Cards, HandMarks, Marks, apply_effects, third
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.baccarat.proposals import Remedy
from tapete.games.banked import cards, dealing, rulings
from tapete.games.banked.coup import Coup, RulingGiven, Side
from tapete.games.banked.events import CardMoved, CardTurned
from tapete.games.banked.shoe import Shoe
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import BANK, ONE, ORDER, SIDES, TWO

ANA = PersonId("ana")
PHASES = ("deal", "speak", "show")
FULL = (*(LaidCard(at, hand, Card("2s")) for at, hand in enumerate((ONE, TWO, BANK, ONE, TWO, BANK))),)
COUP = Coup(2, Cards(FULL), sides=Map({hand: Side() for hand in SIDES}))


def with_cards(*layout: LaidCard, **more: Any) -> Coup:
    return replace(COUP, cards=Cards(layout), **more)


def laid(position: int, place: str, face: str | None = "2s", up: bool = False) -> LaidCard:
    return LaidCard(position, place, None if face is None else Card(face), up)


def said(found: Fault | None) -> tuple[str, dict[str, Any]] | None:
    return None if found is None else (found.code, dict(found.facts))


# --- what a ruling may be about ---------------------------------------------------------------------------------------

WRONG = Fault("of-the-game")


def rules(nobody: bool = False, game: Fault | None = None) -> Any:
    return SimpleNamespace(
        coup=PHASES, betting="bets", hands=ORDER, is_about_nobody=lambda state, effect: nobody,
        effect_requirement=lambda state, effect: game,
    )  # fmt: skip


def at(phase: str, coup: Coup = COUP) -> Any:
    return SimpleNamespace(phase=phase, coup=coup)


def no_object(name: str) -> tuple[str, dict[str, Any]]:
    return "effect-without-object", {"object": name}


NEXT = GiveCards(ONE, ANA, EffectCoup.NEXT)


@pytest.mark.parametrize("phase", [*PHASES, "bets", "between", "closed"])
@pytest.mark.parametrize("effect", [
    VoidCoup(), VoidCoup(ONE), LoseNatural(ONE), GiveCards(ONE, ANA), NEXT, NoteOnly(), Discard(0),
    BarPerson(ANA, BarredAction.CARDS, Until.SHOE),
])  # fmt: skip
def test_between_coups_a_ruling_is_about_what_outlives_one(phase: str, effect: Effect) -> None:
    lasting = isinstance(effect, rulings.BETWEEN_COUPS) or effect == NEXT
    wrong = None if lasting or phase in (*PHASES, "bets") else ("no-coup", {})
    assert said(rulings.require_possible_effect(rules(), at(phase), effect)) == wrong


@pytest.mark.parametrize(
    ("effect", "wrong"),
    [
        (LoseNatural("punto"), no_object("total:punto")),
        (Discard(9), no_object("card:9")),
        (Discard(5), None),
        (Discard(7), None),
        (AssignCard(0, TWO), None),
        (AssignCard(0, "punto"), no_object("punto")),
        (GoBack("deal"), None),
        (GoBack("speak"), None),
        (GoBack("show"), ("effect-unsuitable", {"effect": "go-back"})),
        (GoBack("bets"), ("no-such-window", {"name": "bets"})),
        (VoidCoup(), None),
    ],
)
def test_a_ruling_is_about_hands_cards_places_and_windows_of_the_table(effect: Effect, wrong: Any) -> None:
    state = at("speak", replace(COUP, due_cards=(DueCard(7, BANK, False),)))
    assert said(rulings.require_possible_effect(rules(), state, effect)) == wrong
    assert rulings.require_possible_effect(rules(game=WRONG), state, effect) == WRONG or wrong is not None


def test_a_ruling_about_nobody_has_no_object_and_what_a_game_adds_comes_last() -> None:
    state = at("speak")
    bar = BarPerson(ANA, BarredAction.CARDS, Until.SHOE)
    found = rulings.require_possible_effect(rules(nobody=True, game=WRONG), state, bar)
    assert said(found) == no_object("bar:ana:cards")
    lost = rulings.require_possible_effect(rules(nobody=True), state, LoseNatural("punto"))
    assert said(lost) == no_object("total:punto")


@pytest.mark.parametrize("now", [*PHASES, "bets"])
@pytest.mark.parametrize("window", PHASES)
def test_play_goes_back_to_a_window_that_the_coup_has_come_to(window: str, now: str) -> None:
    reached = now in PHASES and PHASES.index(window) <= PHASES.index(now)
    assert rulings.is_reached(PHASES, window, now) is reached


def test_a_card_is_put_to_a_hand_its_third_or_out_of_play() -> None:
    assert rulings.card_places(SIDES) == {ONE, TWO, third(ONE), third(TWO), BASKET, DISCARD, FLOOR, ASIDE}


DUE = (DueCard(7, BANK, False), DueCard(8, ONE, True))


@pytest.mark.parametrize(
    ("due", "effects", "floor", "wrong"),
    [
        ((), (), (), None),
        (DUE, (), (), ("card-awaited", {})),
        (DUE, (Discard(7),), (), ("card-awaited", {})),
        (DUE, (Discard(7), Discard(8)), (), None),
        (DUE, (SetAside(7), SetAside(8)), (), ("card-awaited", {})),
        ((), (), (4, 9), ("card-on-floor", {"position": 4})),
        (DUE, (Discard(7), Discard(8)), (4,), ("card-on-floor", {"position": 4})),
    ],
)
def test_a_ruling_waits_for_cards_that_it_does_not_discard(due: Any, effects: Any, floor: Any, wrong: Any) -> None:
    coup = with_cards(laid(0, ONE), *(laid(one, FLOOR) for one in floor), due_cards=due)
    assert said(rulings.require_cards_at_hand(coup, effects)) == wrong


@pytest.mark.parametrize(
    ("effects", "hands"),
    [
        ((), (ONE, TWO, BANK)),
        ((VoidCoup(ONE),), (TWO, BANK)),
        ((LoseCoup(TWO),), (ONE, BANK)),
        ((VoidCoup(ONE), LoseCoup(TWO)), ()),
        ((VoidCoup(),), ()),
        ((LoseCoup(BANK),), ()),
        ((LoseNatural(BANK),), (ONE, TWO, BANK)),
    ],
)
def test_hands_are_compared_that_no_ruling_has_decided(effects: tuple[Effect, ...], hands: tuple[str, ...]) -> None:
    marks = apply_effects(effects, Cards()).marks
    assert rulings.compared_hands(marks, SIDES, BANK) == hands


@pytest.mark.parametrize(
    ("places", "deemed", "short"),
    [
        ((ONE, ONE, TWO, TWO), (), None),
        ((ONE, ONE, TWO), (), TWO),
        ((ONE, TWO), (), ONE),
        ((ONE, TWO), (ONE,), TWO),
        ((ONE, TWO), (ONE, TWO), None),
        ((ONE, ONE, ONE, TWO, third(TWO)), (), TWO),
    ],
)
def test_a_hand_that_is_compared_has_two_cards_or_a_deemed_total(places: Any, deemed: Any, short: str | None) -> None:
    made = Cards(tuple(laid(number, place) for number, place in enumerate(places)))
    made = apply_effects(tuple(DeemTotal(hand, 5) for hand in deemed), made)
    wrong = None if short is None else ("too-few-cards", {"hand": short})
    assert said(rulings.require_full_hands(made, SIDES)) == wrong


def case(serial: int, proposed: tuple[Effect, ...], *instead: Effect) -> Incident:
    return Incident(serial, "x", ANA, (), proposed, alternatives=(Remedy(instead, ()),) if instead else ())


@pytest.mark.parametrize(
    ("mine", "others", "effects", "left"),
    [
        (case(1, (Discard(4),)), (), (), 4),
        (case(1, (), Discard(5)), (), (), 5),
        (case(1, (NoteOnly(),)), (), (), None),
        (case(1, (NoteOnly(),)), (), (AssignCard(5, TWO),), 5),
        (case(1, (Discard(5), Discard(4))), (), (), 4),
        (case(1, (Discard(6),)), (), (), None),
        (case(1, (Discard(0),)), (), (), None),
        (case(1, (Discard(4),)), (case(2, (), SetAside(4)),), (), None),
        (case(1, (Discard(4), Discard(5))), (case(2, (Discard(4),)),), (), 5),
    ],
)
def test_a_ruling_leaves_no_card_of_its_case_lying_that_nothing_waits_for(
    mine: Incident, others: tuple[Incident, ...], effects: tuple[Effect, ...], left: int | None
) -> None:
    layout = (laid(0, ONE), laid(4, ASIDE), laid(5, FLOOR), laid(6, ASIDE), laid(7, DISCARD))
    after = replace(COUP, cards=Cards(layout, Marks(aside=(SetAside(6),))))
    assert rulings.left_over_card(mine, Docket(others, 2), effects, after) == left


@pytest.mark.parametrize(
    ("hand", "kinds", "clauses"),
    [
        (ONE, (LoseNatural,), ("CF.A.03",)),
        (TWO, (LoseNatural,), ("CF.A.01",)),
        (ONE, (Oblige,), ("CF.A.02",)),
        (ONE, (Oblige, LoseNatural), ("CF.A.03",)),
        (BANK, (LoseNatural,), ()),
        (ONE, (DeemTotal,), ()),
    ],
)
def test_the_latest_ruling_that_bound_a_hand_in_such_a_way_gives_the_clauses(
    hand: str, kinds: Any, clauses: tuple[str, ...]
) -> None:
    given = tuple(
        RulingGiven(effects, (Cite(f"CF.A.0{number}"),))
        for number, effects in enumerate(
            ((LoseNatural(ONE), LoseNatural(TWO)), (Oblige(ONE, Cell.DRAW),), (NoteOnly(), LoseNatural(ONE))), 1
        )
    )
    assert rulings.clauses_of_ruling(replace(COUP, rulings=given), hand, *kinds) == clauses


# --- what follows -----------------------------------------------------------------------------------------------------


class Course:
    """Notes what is asked of it."""

    def called_off(self, hand: str) -> Any:
        return (f"off {hand}",)

    def return_stake(self, person: PersonId, amount: int | None) -> Any:
        return (f"back {person} {amount}",)

    def open_phase(self, phase: str) -> Any:
        return (f"open {phase}",)


AWAITED = (DueCard(7, BANK, False), DueCard(8, third(ONE), True), DueCard(9, TWO, False))
LYING = (DueCard(3, ONE, True, on_table=True),)


@pytest.mark.parametrize(
    ("coup", "effect", "events"),
    [
        (COUP, VoidCoup(), ("off ",)),
        (COUP, VoidCoup(ONE), ("off primero",)),
        (COUP, VoidCoup(BANK), ("off ",)),
        (replace(COUP, due_cards=AWAITED), VoidCoup(ONE), (DrawAwaited((AWAITED[0], AWAITED[2])), "off primero")),
        (replace(COUP, due_cards=AWAITED), VoidCoup(TWO), (DrawAwaited(AWAITED[:2]), "off segundo")),
        (replace(COUP, due_cards=AWAITED), VoidCoup(), (DrawAwaited(()), "off ")),
        (replace(COUP, due_cards=AWAITED[:1]), VoidCoup(ONE), ("off primero",)),
        (replace(COUP, due_cards=AWAITED), Discard(8),
         (CardDealt(8, DISCARD, None, False), DrawAwaited((AWAITED[0], AWAITED[2])))),
        (replace(COUP, due_cards=LYING), Discard(3), (DrawAwaited(()),)),
        (COUP, Discard(3), ()),
        (COUP, ReturnStake(ANA, 5), ("back ana 5",)),
        (COUP, ReturnStake(ANA), ("back ana None",)),
        (COUP, GoBack("deal"), ("open deal",)),
        (COUP, Expose(ONE), (CardTurned(0, Card("2s")), CardTurned(3, Card("2s")))),
        (COUP, Expose(ONE, (2,)), (CardTurned(3, Card("2s")),)),
        (COUP, Expose(ONE, to=ANA), ()),
        (COUP, LoseNatural(ONE), ()),
    ],
)  # fmt: skip
def test_money_cards_and_procedure_follow_an_effect(coup: Coup, effect: Effect, events: Any) -> None:
    course: Any = Course()
    assert rulings.effect_events(coup, coup, effect, course) == events


@pytest.mark.parametrize(
    ("void", "is_void"),
    [((), False), ((ONE,), False), ((TWO,), False), ((ONE, TWO), True), (("",), True), ((BANK,), False)],
)
def test_nothing_is_left_of_a_coup_whose_every_side_is_called_off(void: tuple[str, ...], is_void: bool) -> None:
    after = replace(COUP, cards=apply_effects(tuple(map(VoidCoup, void)), COUP.cards))
    assert rulings.is_coup_void(after.cards, SIDES) is is_void
    assert rulings.is_called_off(after, ONE) is is_void
    assert rulings.is_called_off(after, BANK)


# --- the deal ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("served", "hand"),
    [
        ((0, 0, 0), ONE), ((1, 0, 0), TWO), ((1, 1, 0), BANK), ((1, 1, 1), ONE), ((2, 1, 2), TWO), ((2, 2, 1), BANK),
        ((2, 0, 1), TWO), ((0, 2, 2), ONE), ((2, 2, 2), None), ((3, 2, 2), None), ((1, 0, 2), TWO),
    ],
)  # fmt: skip
def test_the_next_card_goes_to_the_first_hand_that_has_fewest(served: tuple[int, int, int], hand: str | None) -> None:
    assert dealing.next_hand(dict(zip(ORDER, served, strict=True))) == hand


def test_a_hand_whose_total_is_deemed_is_dealt_no_more_and_the_bank_is_however_it_is_deemed() -> None:
    made = apply_effects((DeemTotal(TWO, 5), DeemTotal(BANK, 5)), Cards(FULL[:1]))
    assert dealing.served_counts(made, ORDER, SIDES) == {ONE: 1, TWO: 2, BANK: 0}


def test_hands_are_turned_up_and_faces_that_nobody_knows_are_waited_for() -> None:
    layout = (laid(0, ONE), laid(1, ONE, None), laid(2, third(ONE), "9h"), laid(3, TWO, None), laid(4, TWO, up=True))
    known = (CardTurned(0, Card("2s")), CardTurned(2, Card("9h")))
    unknown = (DueCard(1, ONE, True, on_table=True), DueCard(3, TWO, True, on_table=True))
    assert dealing.turn_hands(Cards(layout), ONE) == (*known, DrawAwaited(unknown[:1]))
    assert dealing.turn_hands(Cards(layout), ONE, TWO) == (*known, DrawAwaited(unknown))
    assert dealing.turn_hands(Cards(layout[:1]), ONE) == known[:1]
    assert dealing.turn_hands(Cards(layout), BANK) == ()
    blank = (laid(1, ONE, None, True), laid(2, TWO, None), laid(3, third(TWO), None, True))
    waits = (DueCard(1, ONE, True, on_table=True), DueCard(3, third(TWO), True, on_table=True))
    assert dealing.await_faces(Cards(blank), SIDES) == (DrawAwaited(waits),)
    assert dealing.await_faces(Cards(blank), (BANK,)) == dealing.await_faces(Cards(layout), (ONE,)) == ()


def test_a_third_card_comes_out_of_the_shoe_or_from_aside() -> None:
    drawn = dealing.draw_third_card(Shoe(1, 52, 9), TWO, face_up=True)
    assert drawn == (DrawAwaited((DueCard(9, third(TWO), True),)),)
    waiting = Marks(aside=(SetAside(5), SetAside(6)))
    for face, second in (("9h", CardTurned(5, Card("9h"))),
                         (None, DrawAwaited((DueCard(5, third(TWO), True, on_table=True),)))):  # fmt: skip
        made = Cards((laid(6, ASIDE, "3s"), laid(5, ASIDE, face)), waiting)
        assert dealing.third_card_from_aside(made, TWO) == (CardMoved(5, third(TWO)), second)


# --- where a card belongs ---------------------------------------------------------------------------------------------


def docket(*proposed: Effect) -> Docket:
    return Docket((Incident(1, "x", ANA, (), proposed),), 1)


@pytest.mark.parametrize(
    ("proposed", "home"),
    [
        ((), FLOOR),
        ((AssignCard(4, TWO),), TWO),
        ((SetAside(4),), ASIDE),
        ((AssignCard(5, TWO),), FLOOR),
        ((Discard(4),), FLOOR),
        ((Discard(4), AssignCard(4, ONE), SetAside(4)), ONE),
    ],
)
def test_a_fallen_card_is_at_home_where_an_open_case_brings_it_back(proposed: tuple[Effect, ...], home: str) -> None:
    card = laid(4, FLOOR)
    assert cards.card_at_home(docket(*proposed), card) == replace(card, place=home)


@pytest.mark.parametrize(
    ("place", "marks", "proposed", "back"),
    [
        (TWO, (), (), AssignCard(4, TWO)),
        (FLOOR, (SetAside(4),), (), AssignCard(4, FLOOR)),
        (ASIDE, (), (), SetAside(4)),
        (ASIDE, (SetAside(4, ONE), SetAside(5)), (), SetAside(4, ONE)),
        (ASIDE, (SetAside(5, ONE),), (SetAside(4, TWO),), SetAside(4, TWO)),
    ],
)
def test_a_card_goes_back_to_where_it_lay_or_waits_again(place: str, marks: Any, proposed: Any, back: Effect) -> None:
    coup = replace(COUP, cards=Cards((laid(4, place),), Marks(aside=marks)))
    assert cards.way_back(coup, docket(*proposed), laid(4, place)) == back


def test_cards_drawn_early_wait_aside_or_lie_on_the_floor() -> None:
    layout = (laid(1, ASIDE), laid(2, FLOOR), laid(3, ONE), laid(4, ASIDE), laid(5, ASIDE))
    coup = replace(COUP, cards=Cards(layout, Marks(aside=tuple(map(SetAside, (1, 2, 3))))))
    assert cards.early_cards(coup, Docket()) == layout[:2]
    assert cards.early_cards(coup, docket(SetAside(5), Discard(4))) == (*layout[:2], layout[4])
    assert cards.waiting_marks(coup, docket(SetAside(5), Discard(4))) == tuple(map(SetAside, (1, 2, 3, 5)))


@pytest.mark.parametrize(
    ("places", "due", "undealt"),
    [
        ((), (), True), ((ASIDE, DISCARD, FLOOR), (), True), ((ASIDE, ONE), (), False), ((BANK,), (), False),
        ((), (BANK,), False), ((), (ASIDE,), True), ((third(ONE),), (), True),
    ],
)  # fmt: skip
def test_a_coup_is_undealt_as_long_as_no_card_has_come_to_a_hand_or_is_on_its_way(
    places: Any, due: Any, undealt: bool
) -> None:
    coup = with_cards(*(laid(one, place) for one, place in enumerate(places)),
                      due_cards=tuple(DueCard(9, place, False) for place in due))  # fmt: skip
    assert cards.is_undealt(coup, ORDER) is undealt


@pytest.mark.parametrize(
    ("up", "more", "just"),
    [
        ((), {}, True),
        ((0,), {}, True),
        ((0, 1), {}, False),
        ((0, 1), {"uncovered_cards": Map({0: ANA})}, False),
        ((0, 1), {"uncovered_cards": Map({0: ANA, 1: ANA})}, True),
        ((0, 1), {"naturals": (ONE,)}, True),
        ((0, 1), {"naturals": (TWO,)}, False),
        ((2, 3), {}, False),
    ],
)
def test_a_third_card_was_just_drawn_until_a_hand_is_turned_up_for_the_result(
    up: tuple[int, ...], more: dict[str, Any], just: bool
) -> None:
    layout = [laid(number, hand, up=number in up) for number, hand in enumerate((ONE, ONE, TWO, TWO))]
    coup = with_cards(*layout, laid(4, third(BANK), up=True), **more)
    assert cards.is_third_just_drawn(coup, BANK, ORDER) is just
    assert not cards.is_third_just_drawn(coup, ONE, ORDER), "it has none"


@pytest.mark.parametrize(("opened", "just"), [((1, 2), True), ((1,), False), ((), False)])
def test_what_a_ruling_laid_open_is_no_result(opened: tuple[int, ...], just: bool) -> None:
    marks = Marks(hands=Map({ONE: HandMarks(open_cards=frozenset(opened))}))
    layout = (laid(0, ONE, up=True), laid(1, ONE, up=True), laid(4, third(BANK)))
    assert cards.is_third_just_drawn(replace(COUP, cards=Cards(layout, marks)), BANK, ORDER) is just
