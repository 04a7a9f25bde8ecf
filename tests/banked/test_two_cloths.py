"""Two cloths against one bank, of nothing but the rooms that banked tables share: no room counts on a single side."""

import msgspec
import pytest
from immutables import Map

from tapete.clauses import Fault
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import DeemTotal, Discard, Expose, GiveCards, KeepOne, LoseCoup, SetAside, VoidCoup
from tapete.games.baccarat.layout import FLOOR, at
from tapete.games.baccarat.marks import apply_effects
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, DueCard
from tapete.games.banked import dealing, rulings, turns
from tapete.games.banked.coup import Coup, Side
from tapete.games.banked.events import AdviceAsked, CardMoved, CardsPassedOn, TimeWarned, WordSaid
from tapete.games.banked.folds import FOLDS, named_hand
from tapete.games.banked.terms import DENY, GIVE, Word
from tapete.kernel import PersonId
from tests.support.banked.two_cloths import (
    BANK,
    BANKER,
    HOLDERS,
    ONE,
    ORDER,
    POINTS,
    SIDES,
    TWO,
    Course,
    SideCalledOff,
    Table,
    answered,
    dealt,
    decide,
    evolve,
    folded,
    lift,
    next_hand,
    opened,
    ruled,
    say,
)

DEAL = ("5h", "3s", "Ks", "Kd", "4c", "6d")
"""Primero 5, segundo 7, the bank 6."""


def looked(faces: tuple[str, ...] = DEAL) -> Table:
    table = dealt(opened(), *faces)
    for hand, holder in {**HOLDERS, BANK: BANKER}.items():
        found = lift(table, hand, holder)
        assert isinstance(found, Table)
        table = found
    return table


def spoken(first: Word, second: Word) -> Table:
    table = looked()
    for hand, word in ((ONE, first), (TWO, second)):
        found = say(table, hand, word)
        assert isinstance(found, Table)
        table = found
    return table


# --- the deal ---------------------------------------------------------------------------------------------------------


def test_cards_come_to_the_first_cloth_the_second_and_the_bank_twice() -> None:
    table, order = opened(), []
    for face in DEAL:
        order.append(next_hand(table))
        table = dealt(table, face)
    assert (order, next_hand(table)) == ([ONE, TWO, BANK, ONE, TWO, BANK], None)
    assert [len(at(table.coup.cards.layout, hand)) for hand in ORDER] == [2, 2, 2]
    assert (table.phase, [table.coup.side(hand).before for hand in SIDES]) == ("speak", ["ana", "bea"])


def test_a_hand_that_lost_a_card_is_served_before_the_others() -> None:
    table = dealt(opened(), *DEAL[:5])
    table = ruled(table, Discard(1))
    assert next_hand(table) == TWO
    assert next_hand(ruled(table, DeemTotal(TWO, 9))) == BANK


# --- each side speaks for itself --------------------------------------------------------------------------------------


def test_a_side_lifts_its_own_cards_and_nobody_else_s() -> None:
    table = dealt(opened(), *DEAL)
    assert lift(table, TWO, HOLDERS[ONE]) == Fault("not-your-cards")
    found = lift(table, ONE, HOLDERS[ONE])
    assert isinstance(found, Table)
    assert [found.coup.side(hand).is_lifted for hand in SIDES] == [True, False]
    assert lift(found, ONE, HOLDERS[ONE]) == Fault("looked-already")
    unseen = say(found, TWO, Word.NO)
    assert unseen == Fault("look-first", {"hand": TWO})


def test_the_word_of_one_side_is_not_the_other_s() -> None:
    found = say(looked(), TWO, Word.CARTA)
    assert isinstance(found, Table)
    assert (found.coup.side(ONE).word, found.coup.side(TWO).word, found.phase) == (None, Word.CARTA, "speak")
    assert say(found, TWO, Word.NO) == Fault("word-said", {"word": "carta"})
    other = say(found, ONE, Word.NO)
    assert isinstance(other, Table)
    assert other.phase == "thirds"


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ((Word.CARTA, Word.CARTA), [f"{ONE}-3", f"{TWO}-3"]),
        ((Word.NO, Word.CARTA), [f"{TWO}-3"]),
        ((Word.CARTA, Word.NO), [f"{ONE}-3"]),
        ((Word.NO, Word.NO), []),
    ],
)
def test_third_cards_go_to_the_sides_that_asked_in_order(words: tuple[Word, Word], places: list[str]) -> None:
    table, found = spoken(*words), []
    while table.coup.due_cards:
        found.append(table.coup.due_cards[0].place)
        table = answered(table, "2s")
    assert (found, table.phase) == (places, "banker")


def test_advice_a_warning_and_cards_passed_on_belong_to_one_side() -> None:
    coup = looked().coup
    for event in (
        AdviceAsked(HOLDERS[TWO], "no", (), TWO),
        TimeWarned(HOLDERS[ONE], 20, ONE),
        CardsPassedOn(HOLDERS[TWO], PersonId("pau"), TWO),
    ):
        coup = FOLDS[type(event)](coup, event)
    assert [coup.side(hand).advice for hand in SIDES] == [None, "no"]
    assert [coup.side(hand).is_warned for hand in SIDES] == [True, False]
    assert [coup.holder(hand) for hand in SIDES] == ["ana", "pau"]


@pytest.mark.parametrize(("chosen", "asked"), [(GIVE, True), (DENY, False), ("", False)])
def test_what_the_banker_chose_about_one_side_stands_before_its_word(chosen: str, asked: bool) -> None:
    coup = Coup(sides=Map({ONE: Side(word=Word.NO, chosen_option=chosen), TWO: Side(word=Word.CARTA)}))
    assert (turns.is_card_asked(coup, ONE), turns.is_card_asked(coup, TWO)) == (asked, True)


# --- the end ----------------------------------------------------------------------------------------------------------


def test_each_side_is_settled_against_the_bank() -> None:
    table = answered(spoken(Word.CARTA, Word.NO), "Kc")
    found = decide(table, Cell.STAND)
    assert isinstance(found, Table)
    assert {hand: found.coup.side(hand).winner for hand in SIDES} == {ONE: Winner.BANCA, TWO: Winner.PUNTO}
    assert found.phase == "over"
    assert decide(found, Cell.DRAW) == Fault("already-decided")


def test_what_was_plain_of_each_third_card_is_kept_with_the_decision() -> None:
    table = answered(spoken(Word.CARTA, Word.CARTA), "Kc", "2d")
    both = evolve(table, CardDealt(8, f"{TWO}-3", None, False))
    kept = evolve(both, DrawAwaited((DueCard(9, BANK, True),)))
    found = decide(msgspec.structs.replace(kept, coup=msgspec.structs.replace(kept.coup, due_cards=())), Cell.STAND)
    assert isinstance(found, Table)
    assert [found.coup.side(hand).is_third_known for hand in SIDES] == [True, False]


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_one_side_is_called_off_and_the_other_plays_on() -> None:
    table = spoken(Word.CARTA, Word.CARTA)
    assert table.coup.due_cards[0].place == f"{ONE}-3"
    off = ruled(table, VoidCoup(ONE))
    assert (off.called_off, [one.place for one in off.coup.due_cards]) == ((ONE,), [f"{TWO}-3"])
    assert not rulings.is_coup_void(off.coup.cards, SIDES)
    found = decide(answered(off, "Ah"), Cell.STAND)
    assert isinstance(found, Table)
    assert {hand: found.coup.side(hand).winner for hand in SIDES} == {ONE: None, TWO: Winner.PUNTO}
    nothing_left = ruled(off, VoidCoup(TWO))
    assert rulings.is_coup_void(nothing_left.coup.cards, SIDES)
    assert (nothing_left.called_off, nothing_left.coup.due_cards) == ((ONE, ""), ())
    assert rulings.is_coup_void(ruled(table, VoidCoup()).coup.cards, SIDES)


def test_without_the_bank_s_hand_nothing_is_left_of_the_coup() -> None:
    coup = spoken(Word.CARTA, Word.CARTA).coup
    assert rulings.effect_events(coup, coup, VoidCoup(BANK), Course()) == (DrawAwaited(()), SideCalledOff(""))


def test_a_ruling_of_the_whole_coup_waits_for_no_card() -> None:
    off = evolve(
        spoken(Word.CARTA, Word.CARTA), DrawAwaited((DueCard(6, f"{ONE}-3", True), DueCard(7, f"{TWO}-3", True)))
    )
    assert rulings.drop_draws(off.coup, "") == (DrawAwaited(()),)
    assert rulings.drop_draws(off.coup, TWO) == (DrawAwaited((DueCard(6, f"{ONE}-3", True),)),)
    assert rulings.drop_draws(off.coup, BANK) == ()


def short_hand(table: Table) -> Fault | None:
    cards = table.coup.cards
    return rulings.require_full_hands(cards, rulings.compared_hands(cards.marks, (ONE, TWO), BANK))


def test_a_hand_is_short_only_while_nothing_decides_it() -> None:
    table = ruled(dealt(opened(), *DEAL), Discard(1))
    short = Fault("too-few-cards", {"hand": TWO})
    assert short_hand(table) == short
    for effect in (VoidCoup(TWO), VoidCoup(), LoseCoup(TWO), LoseCoup(BANK), DeemTotal(TWO, 0)):
        assert short_hand(ruled(table, effect)) is None, effect
    for effect in (VoidCoup(ONE), LoseCoup(ONE)):
        assert short_hand(ruled(table, effect)) == short


def test_the_bank_needs_its_cards_while_a_side_is_left() -> None:
    table = ruled(dealt(opened(), *DEAL), Discard(2))
    assert short_hand(ruled(table, LoseCoup(ONE))) == Fault("too-few-cards", {"hand": BANK})
    assert short_hand(ruled(ruled(table, LoseCoup(ONE)), VoidCoup(TWO))) is None


def test_an_effect_is_about_a_hand_and_a_card_of_this_table() -> None:
    coup = spoken(Word.CARTA, Word.NO).coup
    for effect in (VoidCoup(TWO), Discard(6), Expose(BANK), VoidCoup()):
        assert rulings.require_object(coup, ORDER, effect) is None
    for effect, name in ((VoidCoup("punto"), "outcome:punto"), (Discard(40), "card:40")):
        assert rulings.require_object(coup, ORDER, effect) == Fault("effect-without-object", {"object": name})


def test_a_ruling_waits_for_cards_on_their_way_and_on_the_floor() -> None:
    coup = spoken(Word.CARTA, Word.NO).coup
    assert rulings.require_cards_at_hand(coup, ()) == Fault("card-awaited")
    assert rulings.require_cards_at_hand(coup, (Discard(6),)) is None
    fallen = evolve(spoken(Word.NO, Word.NO), CardMoved(1, FLOOR)).coup
    assert rulings.require_cards_at_hand(fallen, ()) == Fault("card-on-floor", {"position": 1})


def test_an_exposed_hand_lies_open_and_the_others_do_not() -> None:
    table = ruled(looked(), Expose(TWO))
    up = {hand: [card.face_up for card in at(table.coup.cards.layout, hand)] for hand in ORDER}
    assert up == {ONE: [False, False], TWO: [True, True], BANK: [False, False]}


def test_cards_given_by_a_ruling_are_of_one_side() -> None:
    coup = ruled(looked(), GiveCards(TWO, PersonId("pau"))).coup
    assert [coup.holder(hand) for hand in SIDES] == ["ana", "pau"]


def test_of_two_third_cards_each_side_keeps_its_own() -> None:
    table = answered(spoken(Word.NO, Word.CARTA), "2d")
    table = evolve(table, CardDealt(7, f"{TWO}-3", "Ah", True))
    cards = apply_effects((KeepOne(TWO, higher=True), Expose(TWO)), table.coup.cards)
    from_hand = dealing.discard_surplus_third(cards, ORDER, POINTS)
    assert [(one.position, one.place) for one in from_hand if isinstance(one, CardMoved)] == [(7, "discard")]


def test_a_card_that_waits_aside_is_the_third_card_of_whoever_asks() -> None:
    table = spoken(Word.NO, Word.NO)
    out = evolve(table, CardDealt(6, "aside", "9s", False))
    cards = apply_effects((SetAside(6),), out.coup.cards)
    moved = dealing.third_card_from_aside(cards, TWO)
    assert moved[0] == CardMoved(6, f"{TWO}-3")


# --- events that name no hand -----------------------------------------------------------------------------------------


def test_an_event_that_names_no_hand_is_about_the_only_side() -> None:
    alone = Coup(sides=Map({"punto": Side()}))
    assert named_hand(alone, "") == "punto"
    said = FOLDS[WordSaid](alone, WordSaid(Word.NO))
    assert said.side("punto").word is Word.NO
    assert msgspec.json.encode(WordSaid(Word.NO)) == b'{"event":"word-said@1","word":"no","duty":[]}'


def test_an_event_says_its_hand_where_it_names_one() -> None:
    assert msgspec.to_builtins(WordSaid(Word.NO, None, TWO))["hand"] == TWO
    assert folded(opened()).phase == "deal"
