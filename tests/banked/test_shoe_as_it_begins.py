"""A shoe as it begins, how often a face has left it, and what a count of its cards finds: every answer whole."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from immutables import Map

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat.layout import ASIDE, LaidCard, Layout
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked.shoe import (
    AskCardCheck,
    CardsChecked,
    CheckCards,
    InsertStopCard,
    Shoe,
    check_result,
    copies_out,
    require_card_check_done,
    require_check_asked,
    require_check_possible,
    require_face,
    require_face_in_shoe,
)
from tapete.kernel import PersonId
from tapete.table.seats import Seats

ANA, BEA, ZOE = map(PersonId, ("ana", "bea", "zoe"))
SEATS = Seats((1, 2, 3), Map({1: ANA, 2: BEA}))
TWO = Card("2s")
LAID: Layout = (
    LaidCard(0, "punto", TWO),
    LaidCard(1, ASIDE, TWO),
    LaidCard(2, "banca", Card("3s")),
    LaidCard(3, ASIDE, None),
)


def test_a_shoe_that_nobody_has_loaded_holds_nothing() -> None:
    assert Shoe() == Shoe(0, 0, 0, 0, False, False, 0, frozenset(), False, Map())
    assert (Shoe().is_loaded, Shoe().is_empty) == (False, True)
    assert InsertStopCard() == InsertStopCard(below=None)
    assert CheckCards(52) == CheckCards(52, complete=True)
    assert (AskCardCheck.is_timeless, CheckCards.is_timeless, InsertStopCard.is_timeless) == (True, False, False)


@pytest.mark.parametrize(
    ("kind", "field", "value", "allowed"),
    [
        (InsertStopCard, "below", 0, True),
        (InsertStopCard, "below", 1000, True),
        (InsertStopCard, "below", 1001, False),
        (InsertStopCard, "below", -1, False),
        (InsertStopCard, "below", None, True),
        (CheckCards, "found", 0, True),
        (CheckCards, "found", 1000, True),
        (CheckCards, "found", 1001, False),
        (CheckCards, "found", -1, False),
    ],
)
def test_an_act_at_the_shoe_counts_from_nought_to_a_thousand_cards(
    kind: Any, field: str, value: int | None, allowed: bool
) -> None:
    tree = {"act": kind.__struct_config__.tag, field: value}
    if allowed:
        assert getattr(msgspec.convert(tree, kind), field) == value
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(tree, kind)


@pytest.mark.parametrize(("size", "position", "awaited", "loaded", "empty"), [
    (52, 0, False, True, False), (52, 51, False, True, False), (52, 52, False, True, True), (52, 53, False, True, True),
    (1, 0, False, True, False), (0, 0, False, False, True), (52, 0, True, False, False),
])  # fmt: skip
def test_a_shoe_is_loaded_with_cards_in_a_known_order_until_the_last_is_out(
    size: int, position: int, awaited: bool, loaded: bool, empty: bool
) -> None:
    shoe = Shoe(1, size, position, is_order_awaited=awaited)
    assert (shoe.is_loaded, shoe.is_empty) == (loaded, empty)


# --- the check --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shoe", "who", "late", "wrong"),
    [
        (Shoe(1, 52), ANA, False, None),
        (Shoe(1, 52), ANA, True, "check-too-late"),
        (Shoe(1, 0), ANA, True, "no-shoe"),
        (Shoe(1, 0), ZOE, True, "not-at-table"),
        (Shoe(1, 52, check=frozenset({ANA})), ANA, True, "check-too-late"),
        (Shoe(1, 52, check=frozenset({ANA})), ANA, False, "check-asked-already"),
        (Shoe(1, 52, check=frozenset({ANA})), BEA, False, None),
        (Shoe(1, 1), BEA, False, None),
    ],
)
def test_a_check_is_asked_for_by_somebody_there_once_and_in_time(
    shoe: Shoe, who: PersonId, late: bool, wrong: str | None
) -> None:
    assert require_check_possible(shoe, SEATS, who, late) == (None if wrong is None else Fault(wrong))


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("asked", [(), (BEA,), (BEA, ANA)])
def test_whoever_asked_is_named_in_order_until_the_check_is_made(asked: tuple[PersonId, ...], ended: bool) -> None:
    shoe = Shoe(1, 52, check=frozenset(asked), has_ended=ended)
    due = Fault("check-asked", {"by": sorted(asked)}) if asked and ended else None
    assert require_card_check_done(shoe) == due
    assert require_check_asked(shoe) == (None if asked else Fault("no-check-asked"))


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("found", [51, 52, 53])
def test_a_pack_is_whole_when_every_card_is_there_by_rank_and_suit_too(found: int, complete: bool) -> None:
    counted = check_result(Shoe(3, 52), ANA, CheckCards(found, complete))
    assert counted == CardsChecked(3, 52, found, complete and found == 52, ANA)


# --- faces ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("played", "face", "out"), [
    ({}, "2s", 2), ({"2s": 3}, "2s", 5), ({"2s": 3}, "3s", 1), ({"4s": 1}, "4s", 1), ({}, "4s", 0),
])  # fmt: skip
def test_cards_of_a_face_are_counted_on_the_table_and_among_those_that_have_left_it(
    played: dict[str, int], face: str, out: int
) -> None:
    shoe = Shoe(1, 104, 4, played_cards=Map({Card(one): count for one, count in played.items()}))
    assert copies_out(shoe, LAID, Card(face)) == out
    for decks in range(1, 8):
        found = require_face_in_shoe(shoe, LAID, decks, Card(face))
        assert (found is None) is (out < decks)


SHOWN, HIDDEN = DueCard(4, "punto", True), DueCard(4, "punto", False)


@pytest.mark.parametrize(
    ("due", "face", "keyed", "found"),
    [
        (SHOWN, None, True, Fault("face-missing", {"position": 4})),
        (SHOWN, None, False, Fault("face-missing", {"position": 4})),
        (HIDDEN, None, True, None),
        (HIDDEN, None, False, None),
        (SHOWN, "5h", True, None),
        (SHOWN, "5h", False, None),
        (HIDDEN, "5h", True, Fault("face-not-shown", {"position": 4})),
        (HIDDEN, "5h", False, None),
        (SHOWN, "0123456789", True, Fault("unknown-card", {"card": "01234567"})),
        (HIDDEN, "0123456789", False, Fault("unknown-card", {"card": "01234567"})),
        (SHOWN, "2s", False, None),
    ],
)
def test_a_face_is_keyed_with_a_card_that_is_shown(due: DueCard, face: str | None, keyed: bool, found: Any) -> None:
    given = None if face is None else Card(face)
    assert require_face(Shoe(1, 104, 4), LAID, due, given, decks=2, keyed=keyed) == found


def test_a_face_of_which_every_card_is_out_is_keyed_no_more() -> None:
    none_left = require_face_in_shoe(Shoe(1, 104, 4), LAID, 2, TWO)
    assert none_left is not None
    assert require_face(Shoe(1, 104, 4), LAID, SHOWN, TWO, decks=2, keyed=True) == none_left
    assert require_face(Shoe(1, 156, 4), LAID, SHOWN, TWO, decks=3, keyed=True) is None
