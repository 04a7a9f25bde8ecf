"""The shoe of a banked table and small answers about its cards, boundary by boundary."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat import effects as e
from tapete.games.baccarat.conflicts import is_agreement, is_conflict, is_tightening, touches
from tapete.games.baccarat.drawing import Cell, DrawingTable
from tapete.games.baccarat.layout import ASIDE, LaidCard
from tapete.games.baccarat.marks import Cards, Marks, third
from tapete.games.baccarat.pack import StopCardSeen
from tapete.games.banked.dealing import third_card_from_aside
from tapete.games.banked.events import CardMoved, CardTurned
from tapete.games.banked.findings import is_two_cards_open, renamed_fault
from tapete.games.banked.rulings import card_places
from tapete.games.banked.shoe import (
    Shoe,
    require_card_check_done,
    require_check_asked,
    require_check_possible,
    stop_card,
)
from tapete.kernel import PersonId
from tapete.table.seats import Seats
from tests.support.banked.two_cloths import own

ANA, BEA, PAU = map(PersonId, ("ana", "bea", "pau"))


def code(found: Fault | None) -> str:
    return "" if found is None else found.code


@pytest.mark.parametrize(
    ("position", "count", "seen_at"),
    [
        (0, 1, None),
        (8, 1, None),
        (9, 1, None),  # the last card before it
        (10, 1, 10),
        (11, 1, 11),
        (8, 2, None),
        (8, 3, 10),
        (9, 2, 10),
        (10, 0, None),
        (11, 0, None),
    ],
)
def test_the_stop_card_comes_out_with_the_card_that_it_lies_before(position: int, count: int, seen_at: Any) -> None:
    shoe = Shoe(number=1, size=52, position=position, stop=10)
    assert stop_card(shoe, count) == (() if seen_at is None else (StopCardSeen(seen_at),))
    if count == 1:
        assert stop_card(shoe) == stop_card(shoe, 1)
    seen = Shoe(number=1, size=52, position=position, stop=10, is_stop_seen=True)
    assert stop_card(seen, count) == ()


@pytest.mark.parametrize(
    ("size", "order_awaited", "position", "loaded", "empty"),
    [(0, False, 0, False, True), (1, False, 0, True, False), (1, True, 0, False, False), (52, False, 52, True, True)],
)
def test_a_shoe_is_loaded_when_its_order_is_known_and_empty_after_its_last_card(
    size: int, order_awaited: bool, position: int, loaded: bool, empty: bool
) -> None:
    shoe = Shoe(size=size, position=position, is_order_awaited=order_awaited)
    assert (shoe.is_loaded, shoe.is_empty) == (loaded, empty)


@pytest.mark.parametrize(
    ("size", "who", "late", "said"),
    [
        (52, ANA, False, ""),
        (52, BEA, False, "check-asked-already"),
        (52, PAU, False, "not-at-table"),
        (0, ANA, False, "no-shoe"),
        (52, ANA, True, "check-too-late"),
    ],
)
def test_somebody_at_the_table_asks_once_for_the_check_of_a_shoe(
    size: int, who: PersonId, late: bool, said: str
) -> None:
    seats = Seats((1, 2), Map({1: ANA, 2: BEA}))
    assert code(require_check_possible(Shoe(size=size, check=frozenset({BEA})), seats, who, late)) == said


@pytest.mark.parametrize(("ended", "asked"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_check_that_was_asked_for_is_made_once_the_shoe_is_over(ended: bool, asked: bool) -> None:
    shoe = Shoe(size=52, has_ended=ended, check=frozenset({BEA, ANA} if asked else ()))
    assert code(require_check_asked(shoe)) == ("" if asked else "no-check-asked")
    found = require_card_check_done(shoe)
    assert found == (Fault("check-asked", {"by": [ANA, BEA]}) if ended and asked else None)


def test_a_ruling_puts_a_card_into_a_hand_as_its_third_or_out_of_play() -> None:
    assert card_places(("punto", "banca")) == {
        *("punto", "banca", third("punto"), third("banca")),
        *("basket", "discard", "floor", "aside"),
    }


def test_a_fault_of_another_name_keeps_its_facts_and_clauses() -> None:
    found = Fault("early", {"hand": "punto"}, ("CF.E1.05",))  # type: ignore[arg-type]
    assert renamed_fault("late", found) == Fault("late", {"hand": "punto"}, found.clauses)
    assert renamed_fault("late", None) == Fault("late")


@pytest.mark.parametrize(
    ("faces", "up", "is_open"),
    [
        (("7s", "2h"), (True, True), True),
        (("7s", "2h"), (True, False), False),
        (("7s", None), (True, True), False),  # turned up, and nobody has keyed it yet
        (("7s",), (True,), False),
        ((), (), False),
    ],
)
def test_a_hand_lies_open_when_everybody_knows_both_cards(faces: Any, up: tuple[bool, ...], is_open: bool) -> None:
    laid = tuple(LaidCard(at, "punto", face, up[at]) for at, face in enumerate(faces))
    other = (LaidCard(9, "banca", Card("Kd"), True), LaidCard(10, "banca", Card("Kd"), True))
    assert is_two_cards_open(Cards((*laid, *other)), "punto") is is_open


def test_the_first_card_that_waits_aside_is_the_next_third_card() -> None:
    laid = tuple(LaidCard(at, ASIDE, Card(face)) for at, face in ((4, "6s"), (5, "9h")))
    cards = Cards(laid, Marks(aside=(e.SetAside(5), e.SetAside(4))))
    assert third_card_from_aside(cards, "punto") == (CardMoved(5, third("punto")), CardTurned(5, Card("9h")))


OBJECTS = [
    (e.VoidCoup(), "outcome"),
    (e.LoseCoup("banca"), "outcome"),
    (e.VoidCoup("cloth-1"), "outcome:cloth-1"),
    (e.LoseCoup("punto"), "outcome:punto"),
    (e.ReturnStake(ANA), "stake:ana"),
    (e.OfferWithdrawal(), "stakes"),
    (e.SettleLast(ANA), "order:ana"),
    (e.Discard(3), "card:3"),
    (e.AssignCard(3, "punto"), "card:3"),
    (e.SetAside(3), "card:3"),
    (e.KeepOne("punto", True), "third:punto"),
    (e.Expose("punto"), "faces:punto:():"),
    (e.Expose("punto", (1, 2)), "faces:punto:(1, 2):"),
    (e.Expose("punto", (1, 2), ANA), "faces:punto:(1, 2):ana"),
    (e.DeemTotal("punto", 9), "total:punto"),
    (e.DeemNatural("punto", 9), "total:punto"),
    (e.LoseNatural("punto"), "total:punto"),
    (e.BindToScheme("banca"), "binding:banca"),
    (e.BindToTable("banca"), "binding:banca"),
    (e.Unbind("banca"), "binding:banca"),
    (e.Oblige("banca", Cell.DRAW), "word:banca:()"),
    (e.Oblige("banca", Cell.DRAW, (1, 2)), "word:banca:(1, 2)"),
    (e.GiveCards("punto", ANA), "holder:punto:this"),
    (e.GiveCards("punto", ANA, e.EffectCoup.NEXT), "holder:punto:next"),
    (e.BarPerson(ANA, e.BarredAction.CARDS), "bar:ana:cards"),
    (e.OfferChoice(ANA, "keep", ("yes", "no")), "choice:keep"),
    (e.NoteOnly("late"), "note:late"),
]


def test_each_effect_speaks_about_one_object() -> None:
    assert [touches(effect) for effect, _ in OBJECTS] == [said for _, said in OBJECTS]


def test_two_effects_differ_about_one_object_or_about_the_outcome_of_the_coup() -> None:
    for one, first in OBJECTS:
        for other, second in OBJECTS:
            whole = first.startswith("outcome") and second.startswith("outcome") and "outcome" in (first, second)
            expected = one != other and (first == second or whole)
            assert is_conflict(one, other) is expected, (one, other)


def test_what_binds_a_hand_to_the_table_alike_is_an_agreement_by_whosever_error() -> None:
    mine = e.BindToTable("banca", Cell.DRAW, e.Party.BANKER)
    assert is_agreement(mine, e.BindToTable("banca", Cell.DRAW, e.Party.CROUPIER))
    assert not is_agreement(mine, e.BindToTable("banca", Cell.STAND, e.Party.BANKER))
    assert not is_agreement(mine, e.BindToTable("punto", Cell.DRAW, e.Party.BANKER))
    assert not is_agreement(mine, e.BindToScheme("banca", Cell.DRAW))
    assert not is_agreement(e.BindToScheme("banca", Cell.DRAW), mine)


def test_a_later_order_only_closes_the_choice_that_an_earlier_one_left_for_the_same_error() -> None:
    left = e.BindToTable("banca", Cell.OPTIONAL, e.Party.BANKER)
    closed = e.BindToTable("banca", Cell.DRAW, e.Party.BANKER)
    assert is_tightening(closed, left)
    assert not is_tightening(left, closed)
    assert not is_tightening(e.BindToTable("banca", Cell.DRAW, e.Party.CROUPIER), left)
    assert not is_tightening(e.BindToTable("punto", Cell.DRAW, e.Party.BANKER), left)
    assert not is_tightening(e.BindToScheme("banca"), left)
    assert not is_tightening(closed, e.BindToScheme("banca"))


@pytest.mark.parametrize(
    "rows",
    [
        ("T" * 11,) * 7,
        ("T" * 11,) * 9,
        (*("T" * 11,) * 7, "T" * 10),
        ("P" * 12, *("T" * 11,) * 7),
        (*("T" * 11,) * 3, "TTTTTXTTTTT", *("T" * 11,) * 4),
    ],
)
def test_a_drawing_table_has_eight_rows_of_eleven_cells(rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="eight rows of eleven"):
        DrawingTable(tuple(own(row) for row in rows), own(False))
    whole = tuple(own("TPO" + "T" * 8) for _ in range(8))
    assert DrawingTable(whole, own(False)).rows == whole
