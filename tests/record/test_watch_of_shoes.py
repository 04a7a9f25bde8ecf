"""What a watch over shoes and urns knows and says: every fault with its facts, which order is in use, where a card lay
before the cut, and the orders that a store keeps, held against what was committed to.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.cards import Card, packs
from tapete.chance import CardRekeyed, ChanceKind, LotDrawn, ShoeSealed, TokenProof, UrnSealed, commitment
from tapete.games.bingo.events import BallDrawn
from tapete.record.card_proofs import (
    ShoeWatch,
    ShownCard,
    TokenKind,
    is_proved,
    order_number,
    shoe_name,
    told_order,
    told_token,
)
from tapete.record.private import KeySealer
from tapete.record.shoes import LaidShoe, committed_shoes, seal_shoe, shoe_faults
from tests.support.record.tables import GAME, KEY, TableActor, changed, play
from tests.support.record.toy import Laid, OnTable, Table, Wants

SEALED, SEEDED, KEYED = ChanceKind.SEALED, ChanceKind.SEEDED, ChanceKind.KEYED
NINE, EIGHT = Card("9s"), Card("8s")
LOTS = ("1", "2", "2")


def shoe(number: int, size: int = 12, kind: ChanceKind = SEALED) -> ShoeSealed:
    return ShoeSealed(number, kind, size)


def urn(number: int, kind: ChanceKind = SEALED) -> UrnSealed:
    return UrnSealed(number, kind, LOTS)


def told(watch: ShoeWatch, *events: Any, **state: Any) -> list[Any]:
    """Feed events to a watch, the table being as it is said; return the faults that are new."""
    before = len(watch.faults)
    for event in events:
        watch.apply_event(GAME, Table(**{"shoe": 1, **state}), event)
    return watch.faults[before:]


def numbered(number: int, before: int, *, is_urn: bool = False) -> tuple[str, dict[str, Any]]:
    return "shoe", {"number": number, "before": before} | ({"case": "urn"} if is_urn else {})


@pytest.mark.parametrize(
    ("orders", "faults"),
    [
        ((shoe(1), shoe(2), shoe(3)), []),
        ((shoe(2), shoe(3)), []),
        ((shoe(1), shoe(3)), [numbered(3, 1)]),
        ((shoe(1), shoe(2), shoe(1)), [numbered(1, 2)]),
        ((shoe(2), shoe(1)), [numbered(1, 2)]),
        ((urn(1), urn(2)), []),
        ((urn(1), urn(1)), [numbered(1, 1, is_urn=True)]),
        ((urn(1), urn(3)), [numbered(3, 1, is_urn=True)]),
        ((shoe(1), urn(1), shoe(2), urn(2)), []),
        ((shoe(3), urn(1)), []),
        ((urn(3), shoe(1)), []),
        ((shoe(1), urn(1), urn(3), shoe(4)), [numbered(3, 1, is_urn=True), numbered(4, 1)]),
    ],
)
def test_shoes_and_urns_are_each_numbered_without_gaps(orders: Any, faults: list[Any]) -> None:
    watch = ShoeWatch()
    assert told(watch, *orders) == faults
    assert watch.sealed == {order_number(one): one for one in orders}


@pytest.mark.parametrize(
    ("orders", "used"),
    [
        ((), ()),
        ((shoe(1),), (shoe(1),)),
        ((shoe(1), shoe(2)), (shoe(2),)),
        ((urn(1), urn(2)), (urn(2),)),
        ((urn(1), shoe(1), urn(2), shoe(2)), (shoe(2), urn(2))),
    ],
)
def test_the_last_shoe_and_the_last_urn_are_in_use(orders: Any, used: Any) -> None:
    watch = ShoeWatch()
    told(watch, *orders)
    assert watch.in_use() == used


def test_the_cut_is_read_off_the_draws_and_says_where_a_card_lay_before_it() -> None:
    watch = ShoeWatch()
    assert watch.committed_index(1, 0) is None
    assert told(watch, shoe(1)) == []
    assert watch.committed_index(1, 0) is None
    assert told(watch, Wants("card"), wants="card", cut=5, position=3) == []
    assert watch.rotation == {1: 5}
    assert [watch.committed_index(1, at) for at in (0, 6, 7, 11)] == [5, 11, 0, 4]
    assert watch.committed_index(2, 0) is None
    turned = ("shoe", {"case": "turned", "shoe": 1, "first": 5, "then": 6})
    assert told(watch, Wants("card"), wants="card", cut=6) == [turned]
    assert told(watch, Wants("card"), wants="card", shoe=2, cut=6) == []
    assert watch.rotation == {1: 5, 2: 6}
    told(watch, urn(1))
    assert watch.committed_index(-1, 0) is None


@pytest.mark.parametrize(("size", "held"), [(12, 1), (51, 1), (52, 1), (53, 2), (104, 2), (105, 3)])
def test_a_shoe_holds_each_face_as_often_as_it_has_packs_begun_or_whole(size: int, held: int) -> None:
    watch = ShoeWatch()
    told(watch, shoe(1, size))
    for count in range(1, held + 3):
        cards = tuple(OnTable(at, NINE, True) for at in range(count))
        too_often = ("face-too-often", {"shoe": 1, "count": count, "face": "9s", "packs": held})
        assert told(watch, Wants(""), layout=cards) == ([too_often] if count > held else [])


def test_an_urn_holds_each_token_as_often_as_it_was_put_in() -> None:
    watch = ShoeWatch()
    told(watch, urn(1))
    assert told(watch, LotDrawn(1, 0, "1"), LotDrawn(1, 1, "2"), LotDrawn(1, 2, "2")) == []
    too_often = {"urn": 1, "count": 2, "token": "1", "most": 1}
    assert told(watch, LotDrawn(1, 3, "1")) == [("token-too-often", too_often)]
    assert told(watch, LotDrawn(1, 4, "9")) == [("token-too-often", {**too_often, "count": 1, "token": "9", "most": 0})]


@pytest.mark.parametrize(
    ("event", "kind"), [(LotDrawn(1, 2, "2"), TokenKind.LOT), (BallDrawn(1, 2, "2"), TokenKind.BALL)]
)
def test_a_token_is_shown_once_at_its_own_place(event: Any, kind: TokenKind) -> None:
    watch = ShoeWatch()
    told(watch, urn(1))
    assert watch.apply_event(GAME, Table(), event) == (ShownCard(-1, 2, "2", 2, kind),)
    assert watch.apply_event(GAME, Table(), event) == ()
    assert (watch.turned, watch.faults) == ({-1: {2: "2"}}, [])


def test_a_card_is_shown_when_it_is_first_seen_and_says_where_it_lay() -> None:
    watch = ShoeWatch()
    told(watch, shoe(1), Wants("card"), wants="card", cut=5)
    lying = Table(shoe=1, coup=7, layout=(OnTable(0, NINE, True), OnTable(1, EIGHT, False), OnTable(2, None, True)))
    assert watch.apply_event(GAME, lying, Wants("")) == (ShownCard(1, 0, "9s", 5),)
    assert watch.apply_event(GAME, lying, Wants("")) == ()
    assert (watch.turned, watch.coups) == ({1: {0: "9s"}}, {(7, 0): 1})


@pytest.mark.parametrize(("kind", "is_fault"), [(SEALED, True), (SEEDED, False), (KEYED, False)])
def test_a_card_of_a_sealed_shoe_keeps_its_face(kind: ChanceKind, is_fault: bool) -> None:
    watch = ShoeWatch()
    told(watch, shoe(1, 52, kind), Wants(""), layout=(OnTable(0, NINE, True),))
    assert watch.is_sealed(1) is is_fault
    assert watch.is_sealed(2) is False
    changed_face = ("face-changed", {"shoe": 1, "card": 0, "before": "9s", "now": "8s"})
    assert told(watch, Wants(""), layout=(OnTable(0, EIGHT, True),)) == ([changed_face] if is_fault else [])
    assert watch.turned == {1: {0: "8s"}}


def test_a_correction_is_of_the_shoe_from_which_the_card_of_its_coup_came() -> None:
    watch = ShoeWatch()
    told(watch, shoe(1, 52, KEYED), Wants(""), coup=3, layout=(OnTable(4, NINE, True),))
    told(watch, shoe(2, 52, KEYED), CardRekeyed(3, 4, NINE, EIGHT), shoe=2)
    assert watch.turned == {1: {4: "8s"}}
    told(watch, CardRekeyed(9, 4, NINE, Card("7s")), CardRekeyed(3, 5, NINE, Card("7s")))
    assert watch.turned == {1: {4: "8s"}}


@pytest.mark.parametrize(
    ("event", "kind", "seen", "is_unsaid"),
    [
        (CardRekeyed(0, 4, NINE, EIGHT), SEALED, False, True),
        (CardRekeyed(0, 4, NINE, EIGHT), SEALED, True, False),
        (CardRekeyed(0, 4, NINE, EIGHT), SEEDED, False, False),
        (Laid(4, NINE, False), SEALED, False, False),
        (Laid(4, NINE, True), SEALED, False, True),
        (Laid(4, None, True), SEALED, False, False),
        (Wants(""), SEALED, False, False),
    ],
)
def test_a_card_of_a_sealed_shoe_that_is_published_must_be_said_to_lie_on_the_table(
    event: Any, kind: ChanceKind, seen: bool, is_unsaid: bool
) -> None:
    watch = ShoeWatch()
    told(watch, shoe(1, 52, kind), Wants(""), layout=(OnTable(4 if seen else 3, NINE, True),))
    assert watch.is_undeclared(1, event) is is_unsaid
    assert [one for one in told(watch, event) if one[0] == "card-unsaid"] == (
        [("card-unsaid", {"card": 4})] if is_unsaid else []
    )


def test_openings_of_an_entry_stand_by_shoe_in_the_order_in_which_cards_were_shown() -> None:
    watch = ShoeWatch()
    opened: list[tuple[int, int]] = []

    def opener(number: int, at: int) -> TokenProof:
        opened.append((number, at))
        return TokenProof(at, "x", "")

    events = [shoe(1), Wants("card"), Laid(0, NINE, True), Laid(1, EIGHT, True)]
    (one,) = watch.openings(GAME, GAME.blank(), events, opener)
    assert (one.shoe, [card.position for card in one.cards]) == (1, [0, 1])
    assert opened == [(1, 0), (1, 1)]
    assert ShoeWatch().openings(GAME, GAME.blank(), [shoe(1, 12, SEEDED), *events[1:]], opener) == ()


def test_orders_are_named_and_told_by_their_numbers() -> None:
    assert [shoe_name("t", one) for one in (1, 3, -2)] == ["t/1", "t/3", "t/urn/2"]
    assert [told_order(one) for one in (1, -2, 0, "x", None)] == [
        {"shoe": 1}, {"case": "urn", "urn": 2}, {"shoe": 0}, {"shoe": "x"}, {"shoe": None},
    ]  # fmt: skip
    assert told_token(1, 4) == {"shoe": 1, "card": 4}
    assert told_token(-2, 4) == {"case": "urn", "urn": 2, "draw": 4}
    assert [order_number(one) for one in (shoe(3), urn(3))] == [3, -3]


# --- kept orders ------------------------------------------------------------------------------------------------------

SEALER, SALTS = KeySealer(KEY), tuple(f"{at:032x}" for at in range(120))


def commits(faces: tuple[str, ...], number: int = 1) -> ShoeSealed:
    name = shoe_name("t", number)
    made = tuple(commitment(name, at, face, SALTS[at]) for at, face in enumerate(faces))
    return ShoeSealed(number, SEALED, len(faces), made)


def kept(faces: tuple[str, ...], number: int = 1, **more: Any) -> bytes:
    laid = LaidShoe(faces, more.get("salts", SALTS[: len(faces)]))
    return seal_shoe(SEALER, laid, more.get("table", "t"), more.get("bound", number))


SHORT, PACK = tuple(packs(1)[:12]), tuple(packs(1))
FALSE = (*PACK[:-1], PACK[0])


@pytest.mark.parametrize(
    ("said", "stored", "faults"),
    [
        (commits(SHORT), kept(SHORT), []),
        (commits(PACK), kept(PACK), []),
        (commits(PACK * 2), kept(PACK * 2), []),
        (commits(PACK[::-1]), kept(PACK[::-1]), []),
        (commits(FALSE), kept(FALSE), [("order-false", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT[::-1]), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT[:-1]), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept((*SHORT, "9s")), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT, salts=SALTS[1:13]), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT, salts=SALTS[:11]), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept((*SHORT[:-1], "9h")), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT, table="u"), [("shoe-changed", {"shoe": 1, "case": "shut"})]),
        (commits(SHORT), kept(SHORT, bound=2), [("shoe-changed", {"shoe": 1, "case": "shut"})]),
    ],
)
def test_a_kept_order_is_the_one_that_was_committed_to_and_whole(said: Any, stored: bytes, faults: list[Any]) -> None:
    found = list(shoe_faults("t", {1: said}, {1: stored}, SEALER))
    assert found == [(1, *one) for one in faults]
    assert list(shoe_faults("t", {1: said}, {1: stored}, None)) == []


def test_orders_that_are_gone_or_strange_are_said_in_order_without_the_key_too() -> None:
    said = {one: commits(SHORT, one) for one in (3, 1, 2)}
    stored = {one: kept(SHORT, one) for one in (9, 2, 8)}
    for sealer in (None, SEALER):
        assert list(shoe_faults("t", said, stored, sealer)) == [
            (1, "shoe-missing", {"shoe": 1}),
            (3, "shoe-missing", {"shoe": 3}),
            (8, "shoe-foreign", {"shoe": 8}),
            (9, "shoe-foreign", {"shoe": 9}),
        ]
    assert list(shoe_faults("t", {}, {}, SEALER)) == []


def test_an_entry_commits_to_the_orders_that_were_sealed_and_to_no_other() -> None:
    actor = play(TableActor())
    first = actor.made[0]
    (one,) = committed_shoes(first.entry)
    assert (order_number(one), one.kind, len(one.commitments)) == (1, SEALED, 12)
    assert [committed_shoes(made.entry) for made in actor.made[1:]] == [()] * (len(actor.made) - 1)
    trees = [dict(tree, kind="seeded") if "commitments" in tree else tree for tree in first.entry.events]
    assert committed_shoes(changed(first, events=tuple(trees)).entry) == ()


@pytest.mark.parametrize("position", [-1, 12])
def test_no_opening_fits_a_commitment_that_is_not_there(position: int) -> None:
    said = commits(SHORT)
    assert all(is_proved("t", said, TokenProof(at, face, SALTS[at])) for at, face in enumerate(SHORT))
    assert not is_proved("t", said, TokenProof(position, SHORT[-1], SALTS[11]))
    assert not is_proved("t", said, TokenProof(0, "\ud800", SALTS[0]))
    assert not is_proved("u", said, TokenProof(0, SHORT[0], SALTS[0]))
