"""What rulings leave of a hand and where cards lie: the other hand, the other person, card or coup."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat import layout as lay
from tapete.games.baccarat.conflicts import is_conflict, is_tightening, moved_positions, remedied_positions, touches
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    BindToScheme,
    BindToTable,
    DeemNatural,
    DeemTotal,
    Discard,
    EffectCoup as When,
    Expose,
    GiveCards,
    GoBack,
    KeepOne,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferChoice,
    OfferWithdrawal,
    Party,
    ReturnStake,
    SetAside,
    SettleLast,
    Unbind,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import (
    NO_MARKS,
    PLAIN,
    Binding,
    BindingTarget,
    Cards,
    DeemedTotal,
    Duty,
    Marks,
    apply_effects,
    hand_cards,
    marks_of_next_coup,
    marks_of_undealt_coup,
    without_bars,
    without_choice,
)
from tapete.games.baccarat.proposals import Remedy
from tapete.games.baccarat.touched import TouchedCard, touched
from tapete.kernel import PersonId

ANA, BEA = PersonId("ana"), PersonId("bea")
PUNTO, BANCA = "punto", "banca"


def card(position: int, place: str, face: str = "7s", **more: Any) -> LaidCard:
    return LaidCard(position, place, Card(face), **more)


LAID = (card(0, PUNTO), card(1, BANCA), card(2, PUNTO), card(3, BANCA), card(4, "punto-3"), card(5, "floor"))
TABLE = Cards(LAID)


def marks(*effects: Any) -> Marks:
    """Return the marks after effects; the places and faces of the cards are as they were."""
    after = apply_effects(effects, TABLE)
    assert [(one.position, one.place, one.face) for one in after.layout] == [
        (one.position, one.place, one.face) for one in LAID
    ]
    return after.marks


# --- cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card_", "viewer", "known"),
    [
        (card(0, PUNTO), None, False),
        (card(0, PUNTO), ANA, False),
        (card(0, PUNTO, seen_by=frozenset({ANA})), ANA, True),
        (card(0, PUNTO, seen_by=frozenset({ANA})), BEA, False),
        (card(0, PUNTO, seen_by=frozenset({ANA})), None, False),
        (card(0, PUNTO, face_up=True), None, True),
        (card(0, PUNTO, face_up=True), BEA, True),
    ],
)
def test_a_face_is_known_to_whoever_has_looked_or_to_everybody(card_: LaidCard, viewer: Any, known: bool) -> None:
    assert card_.known_to(viewer) == (card_.face if known else None)


def test_one_card_or_one_place_is_changed_and_nothing_beside_it() -> None:
    changed = {
        "move": (lay.move(LAID, 2, "basket"), {2}),
        "turn": (lay.turn_up(LAID, 2, None), {2}),
        "look at": (lay.look_at(LAID, 2, ANA), {2}),
        "rekey": (lay.rekey(LAID, 2, Card("8s")), {2}),
        "look": (lay.look(LAID, BANCA, ANA), {1, 3}),
        "nowhere": (lay.move(LAID, 9, "basket"), set()),
    }
    for name, (after, positions) in changed.items():
        assert {one.position for one, was in zip(after, LAID, strict=True) if one != was} == positions, name
    assert [one.position for one in lay.at(LAID, BANCA)] == [1, 3]
    assert [one.position for one in hand_cards(LAID, PUNTO)] == [0, 2, 4]
    assert lay.lay(LAID, card(9, BANCA))[:-1] == LAID


def test_a_card_that_is_turned_shows_the_face_it_had_unless_it_had_none() -> None:
    blank = (LaidCard(0, PUNTO, None), card(1, BANCA))
    assert [one.face for one in lay.turn_up(blank, 0, Card("Kd"))] == ["Kd", "7s"]
    assert lay.turn_up(blank, 1, None)[1] == card(1, BANCA, face_up=True)
    both = lay.look_at(lay.look_at(LAID, 0, ANA), 0, BEA)
    assert both[0].seen_by == {ANA, BEA}


@pytest.mark.parametrize(
    ("effect", "place", "waits"),
    [
        (Discard(4), "discard", False),
        (AssignCard(4, BANCA), BANCA, False),
        (SetAside(4, BANCA), "aside", True),
        (SetAside(4), "aside", True),
    ],
)
def test_a_card_is_put_where_the_ruling_says(effect: Any, place: str, waits: bool) -> None:
    before = Cards(LAID, Marks(aside=(SetAside(5), SetAside(4, PUNTO))))
    after = apply_effects((effect,), before)
    assert {one.position: one.place for one in after.layout}[4] == place
    assert after.marks.aside == ((effect, SetAside(5)) if waits else (SetAside(5),))


@pytest.mark.parametrize(
    ("ordinals", "positions", "open_cards"),
    [((), {0, 2, 4}, {1, 2, 3}), ((1,), {0}, {1}), ((2, 3), {2, 4}, {2, 3}), ((3,), {4}, {3})],
)
def test_cards_are_shown_by_their_number_in_the_hand_to_all_or_to_one(
    ordinals: tuple[int, ...], positions: set[int], open_cards: set[int]
) -> None:
    to_all = apply_effects((Expose(PUNTO, ordinals),), TABLE)
    assert {one.position for one in to_all.layout if one.face_up} == positions
    assert (to_all.marks.of(PUNTO).open_cards, to_all.marks.of(BANCA)) == (open_cards, PLAIN)
    to_one = apply_effects((Expose(PUNTO, ordinals, ANA),), TABLE)
    assert {one.position for one in to_one.layout if one.seen_by} == positions
    assert (to_one.marks, any(one.face_up for one in to_one.layout)) == (NO_MARKS, False)
    twice = apply_effects((Expose(PUNTO, (1,)), Expose(PUNTO, (3,))), TABLE)
    assert twice.marks.of(PUNTO).open_cards == {1, 3}


# --- marks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effects", "changes"),
    [
        ((LoseCoup(PUNTO),), {"is_lost": True}),
        ((VoidCoup(PUNTO),), {"void": True}),
        ((LoseCoup(PUNTO), VoidCoup(PUNTO)), {"void": True}),
        ((VoidCoup(PUNTO), LoseCoup(PUNTO)), {"is_lost": True}),
        ((KeepOne(PUNTO, True),), {"keeps_higher": True}),
        ((KeepOne(PUNTO, True), KeepOne(PUNTO, False)), {"keeps_higher": False}),
        ((DeemTotal(PUNTO, 4),), {"deemed_total": DeemedTotal(4)}),
        ((DeemTotal(PUNTO, 4, True),), {"deemed_total": DeemedTotal(4, one_more=True)}),
        ((DeemNatural(PUNTO, 8),), {"deemed_total": DeemedTotal(8, natural=True)}),
        ((LoseNatural(PUNTO),), {"is_natural_lost": True}),
        ((LoseNatural(PUNTO), DeemNatural(PUNTO, 8)), {"deemed_total": DeemedTotal(8, natural=True)}),
        ((DeemNatural(PUNTO, 8), LoseNatural(PUNTO)), {"is_natural_lost": True}),
        ((DeemTotal(PUNTO, 4), LoseNatural(PUNTO)), {"is_natural_lost": True, "deemed_total": DeemedTotal(4)}),
        ((BindToScheme(PUNTO, Cell.DRAW),), {"binding": Binding(BindingTarget.SCHEME, Cell.DRAW)}),
        (
            (BindToTable(PUNTO, Cell.STAND, Party.BANKER),),
            {"binding": Binding(BindingTarget.TABLE, Cell.STAND, Party.BANKER)},
        ),
        ((Oblige(PUNTO, Cell.DRAW), Unbind(PUNTO)), {"binding": Binding(BindingTarget.NOTHING)}),
        (
            (Oblige(PUNTO, Cell.DRAW), Oblige(PUNTO, Cell.STAND, (5,))),
            {"duties": (Duty(Cell.DRAW), Duty(Cell.STAND, (5,)))},
        ),
    ],
)
def test_an_effect_marks_its_hand_and_leaves_the_other_alone(effects: Any, changes: dict[str, Any]) -> None:
    found = marks(*effects)
    assert found.of(PUNTO) == type(PLAIN)(**changes)
    assert (found.of(BANCA), found.void) == (PLAIN, False)


def test_the_last_word_on_the_outcome_of_the_whole_coup_prevails() -> None:
    assert marks(VoidCoup()).void
    assert not marks(VoidCoup(), LoseCoup(PUNTO)).void
    assert marks(LoseCoup(PUNTO), VoidCoup()).void
    assert marks(VoidCoup()).of(PUNTO) == PLAIN


@pytest.mark.parametrize(("total", "duty"), [(4, Cell.DRAW), (5, Cell.STAND), (6, Cell.DRAW)])
def test_a_duty_on_some_totals_prevails_there_and_the_one_on_all_elsewhere(total: int, duty: Cell) -> None:
    hand = marks(Oblige(PUNTO, Cell.DRAW), Oblige(PUNTO, Cell.STAND, (5,))).of(PUNTO)
    assert (hand.duty(total), hand.fixed_duty) == (duty, Cell.DRAW)
    narrow = marks(Oblige(PUNTO, Cell.STAND, (5,))).of(PUNTO)
    assert (narrow.duty(5), narrow.duty(4), narrow.fixed_duty) == (Cell.STAND, None, None)
    later = marks(Oblige(PUNTO, Cell.STAND, (5,)), Oblige(PUNTO, Cell.DRAW)).of(PUNTO)
    assert later.duty(5) is Cell.DRAW


SAY, DRAW = list(BarredAction)[:2]
UNTIL = list(Until)


def test_a_bar_is_somebodys_for_one_thing_and_the_last_one_counts() -> None:
    bars = [BarPerson(ANA, SAY, one) for one in UNTIL]
    found = marks(bars[0], BarPerson(BEA, SAY), BarPerson(ANA, DRAW), bars[1])
    assert found.bars == (BarPerson(BEA, SAY), BarPerson(ANA, DRAW), bars[1])
    alone = marks(BarPerson(ANA, SAY))
    assert [alone.is_barred(who, what) for who in (ANA, BEA) for what in (SAY, DRAW)] == [True, False, False, False]


@pytest.mark.parametrize("until", UNTIL)
def test_a_bar_ends_when_what_it_lasts_for_has_ended(until: Until) -> None:
    every = Marks(bars=tuple(BarPerson(ANA, SAY, one) for one in UNTIL))
    left = {one.until for one in without_bars(every, until).bars}
    assert left == set(UNTIL) - {until}
    assert {one.until for one in marks_of_next_coup(every).bars} == set(UNTIL) - {Until.COUP}
    assert marks_of_undealt_coup(every).bars == every.bars
    assert without_bars(every).bars == every.bars
    assert not without_bars(every, *UNTIL).bars


def test_the_cards_of_this_coup_and_of_the_next_are_given_apart() -> None:
    found = marks(GiveCards(PUNTO, ANA), GiveCards(PUNTO, BEA, When.NEXT), GiveCards(BANCA, BEA))
    assert (dict(found.holders), dict(found.next_holders)) == ({PUNTO: ANA, BANCA: BEA}, {PUNTO: BEA})
    after = marks_of_next_coup(Marks(**{**as_dict(found), "aside": (SetAside(4),), "void": True}))
    assert after == Marks(holders=Map({PUNTO: BEA}))
    undealt = marks_of_undealt_coup(Marks(**{**as_dict(found), "aside": (SetAside(4),), "void": True}))
    assert undealt == Marks(holders=Map({PUNTO: BEA}), aside=(SetAside(4),))


def as_dict(found: Marks) -> dict[str, Any]:
    return {name: getattr(found, name) for name in found.__struct_fields__}


def test_each_question_is_asked_once_and_an_answered_one_is_gone() -> None:
    first, again, other = (
        OfferChoice(ANA, "card", ("give", "deny")),
        OfferChoice(BEA, "card", ("give", "deny")),
        OfferChoice(ANA, "stake", ("leave", "take")),
    )
    assert marks(first, other, again).choices == (other, again)
    assert without_choice(marks(first, other), "card").choices == (other,)
    assert marks(OfferWithdrawal(), SettleLast(ANA), SettleLast(BEA)) == Marks(
        withdrawal=True, settle_last=frozenset({ANA, BEA})
    )
    assert marks(ReturnStake(ANA), GoBack("bets"), NoteOnly("x")) == NO_MARKS


# --- conflicts --------------------------------------------------------------------------------------------------------

APART: tuple[Any, ...] = (
    VoidCoup(PUNTO), VoidCoup("segundo"), ReturnStake(ANA), ReturnStake(BEA), OfferWithdrawal(),
    SettleLast(ANA), SettleLast(BEA), Discard(4), Discard(5), KeepOne(PUNTO, True), KeepOne(BANCA, True),
    Expose(PUNTO), Expose(BANCA), Expose(PUNTO, (1,)), Expose(PUNTO, (), ANA), Expose(PUNTO, (), BEA),
    DeemTotal(PUNTO, 4), DeemTotal(BANCA, 4), BindToScheme(PUNTO), BindToScheme(BANCA),
    Oblige(PUNTO, Cell.DRAW), Oblige(BANCA, Cell.DRAW), Oblige(PUNTO, Cell.DRAW, (5,)), GiveCards(PUNTO, ANA),
    GiveCards(BANCA, ANA), GiveCards(PUNTO, ANA, When.NEXT), BarPerson(ANA, SAY), BarPerson(BEA, SAY),
    BarPerson(ANA, DRAW), OfferChoice(ANA, "card", ()), OfferChoice(ANA, "stake", ()), GoBack("bets"),
    NoteOnly("x"), NoteOnly("y"),
)  # fmt: skip
"""Effects of which any two are about something else."""


def test_effects_about_different_things_stand_together() -> None:
    for one, other in combinations(APART, 2):
        assert not is_conflict(one, other), (one, other)
    assert len({touches(one) for one in APART}) == len(APART)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (VoidCoup(), LoseCoup(PUNTO)),
        (VoidCoup(), VoidCoup(PUNTO)),
        (LoseCoup(BANCA), LoseCoup(PUNTO)),
        (LoseCoup(BANCA), VoidCoup(PUNTO)),
        (LoseCoup(PUNTO), VoidCoup(PUNTO)),
        (ReturnStake(ANA), ReturnStake(ANA, 5)),
        (Discard(4), AssignCard(4, BANCA)),
        (SetAside(4), AssignCard(4, BANCA)),
        (KeepOne(PUNTO, True), KeepOne(PUNTO, False)),
        (DeemTotal(PUNTO, 4), DeemNatural(PUNTO, 8)),
        (LoseNatural(PUNTO), DeemNatural(PUNTO, 8)),
        (BindToScheme(PUNTO), BindToTable(PUNTO)),
        (BindToTable(PUNTO), Unbind(PUNTO)),
        (BindToTable(PUNTO), BindToTable(PUNTO, Cell.DRAW)),
        (Oblige(PUNTO, Cell.DRAW), Oblige(PUNTO, Cell.STAND)),
        (GiveCards(PUNTO, ANA), GiveCards(PUNTO, BEA)),
        (BarPerson(ANA, SAY), BarPerson(ANA, SAY, UNTIL[1])),
        (OfferChoice(ANA, "card", ()), OfferChoice(BEA, "card", ())),
        (GoBack("bets"), GoBack("deal")),
    ],
)
def test_two_words_about_one_thing_are_a_conflict_and_the_same_word_twice_is_none(one: Any, other: Any) -> None:
    assert is_conflict(one, other)
    assert is_conflict(other, one)
    assert not is_conflict(one, one)
    assert not is_conflict(other, other)


def test_two_who_ask_for_the_table_agree_and_a_later_one_may_only_close_the_choice() -> None:
    free, drawn = BindToTable(PUNTO, fault_of=Party.BANKER), BindToTable(PUNTO, Cell.DRAW, Party.BANKER)
    others = BindToTable(PUNTO, Cell.DRAW)
    assert not is_conflict(free, BindToTable(PUNTO))
    assert not is_conflict(drawn, others)
    assert is_conflict(free, drawn)
    assert [is_tightening(drawn, free), is_tightening(free, drawn), is_tightening(others, free)] == [True, False, False]
    assert not is_tightening(BindToTable(BANCA, Cell.DRAW, Party.BANKER), free)
    assert not is_tightening(BindToScheme(PUNTO, Cell.DRAW), free)
    assert not is_tightening(drawn, BindToScheme(PUNTO))


# --- what an incident touches -----------------------------------------------------------------------------------------

LYING = tuple(TouchedCard(one.position, one.place) for one in LAID)
HOLDERS = {PUNTO: ANA, BANCA: BEA}
STAKES = ((ANA, 5), (BEA, 7), (ANA, 11))


@pytest.mark.parametrize(
    ("effects", "faults", "holders", "positions", "stakes"),
    [
        ((), (), (), (), ()),
        ((LoseCoup(PUNTO),), (), (PUNTO,), (0, 2, 4), ()),
        ((DeemTotal(BANCA, 4),), (), (BANCA,), (1, 3), ()),
        ((Discard(5),), (), (), (5,), ()),
        ((AssignCard(5, "punto-3"),), (), (PUNTO,), (0, 2, 4, 5), ()),
        ((AssignCard(5, "basket"),), (), (), (5,), ()),
        ((SetAside(5, BANCA),), (), (BANCA,), (1, 3, 5), ()),
        ((SetAside(5),), (), (), (5,), ()),
        ((), (Fault("x", {"hand": PUNTO}),), (PUNTO,), (), ()),
        ((), (Fault("x", {"hand": "nobody"}), Fault("y")), (), (), ()),
        ((LoseCoup(PUNTO),), (Fault("x", {"hand": BANCA}),), (BANCA, PUNTO), (0, 2, 4), ()),
        ((ReturnStake(ANA),), (), (), (), ((ANA, 16),)),
        ((ReturnStake(ANA, 5),), (), (), (), ()),
        ((ReturnStake(BEA), ReturnStake(ANA), ReturnStake(BEA)), (), (), (), ((ANA, 16), (BEA, 7))),
        ((ReturnStake(PersonId("eva")),), (), (), (), ((PersonId("eva"), 0),)),
    ],
)
def test_a_remedy_touches_the_hands_cards_and_stakes_that_it_is_about(
    effects: Any, faults: Any, holders: tuple[str, ...], positions: tuple[int, ...], stakes: Any
) -> None:
    found = touched(effects, faults, LYING, HOLDERS, STAKES)
    assert found.holders == tuple((hand, HOLDERS[hand]) for hand in holders)
    assert tuple(one.position for one in found.cards) == positions
    assert found.stakes == stakes


def test_moved_are_the_cards_that_are_put_somewhere() -> None:
    effects = (Discard(1), AssignCard(2, BANCA), SetAside(3), Expose(PUNTO), LoseCoup(PUNTO), Discard(1))
    assert moved_positions(effects) == {1, 2, 3}


def test_the_cards_of_an_open_case_are_those_of_what_is_proposed_and_of_what_may_be_done_instead() -> None:
    proposed = (Discard(1), LoseCoup(PUNTO))
    instead = (Remedy((AssignCard(2, BANCA), Discard(3)), ()), Remedy((SetAside(4), Discard(1)), ()))
    case = Incident(1, "x", PersonId("inspector"), (), proposed, alternatives=instead)
    assert remedied_positions(case) == {1, 2, 3, 4}
    assert remedied_positions(replace(case, alternatives=())) == {1}
    assert remedied_positions(replace(case, proposed_effects=())) == {1, 2, 3, 4}
    assert remedied_positions(replace(case, proposed_effects=(), alternatives=instead[:1])) == {2, 3}
