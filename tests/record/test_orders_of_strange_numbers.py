"""Sealed orders whose numbers no table gives, as a hostile record may have them, and cards that lose their face."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.cards import Card
from tapete.chance import ChanceKind, ShoeSealed, TokenProof, UrnSealed, commitment
from tapete.record.card_proofs import ShoeWatch, is_proved, order_number, shoe_name, told_order, told_token
from tapete.record.private import KeySealer
from tapete.record.shoes import shoe_faults
from tests.support.record.tables import GAME, KEY
from tests.support.record.toy import Laid, OnTable, Table, Wants

LOTS = ("1", "2")


def shoe(number: int) -> ShoeSealed:
    return ShoeSealed(number, ChanceKind.SEALED, 12)


def urn(number: int) -> UrnSealed:
    return UrnSealed(number, ChanceKind.SEALED, LOTS)


def fault(number: int, before: int, *, is_urn: bool = False) -> tuple[str, dict[str, Any]]:
    return "shoe", {"number": number, "before": before} | ({"case": "urn"} if is_urn else {})


@pytest.mark.parametrize(
    ("number", "name", "order", "token"),
    [
        (1, "t/1", {"shoe": 1}, {"shoe": 1, "card": 7}),
        (0, "t/urn/0", {"shoe": 0}, {"shoe": 0, "draw": 7}),
        (-1, "t/urn/1", {"case": "urn", "urn": 1}, {"case": "urn", "urn": 1, "draw": 7}),
        (-2, "t/urn/2", {"case": "urn", "urn": 2}, {"case": "urn", "urn": 2, "draw": 7}),
    ],
)
def test_an_order_is_named_and_told_by_its_number(number: int, name: str, order: Any, token: Any) -> None:
    assert (shoe_name("t", number), told_order(number), told_token(number, 7)) == (name, order, token)


@pytest.mark.parametrize(
    ("orders", "faults", "in_use"),
    [
        ((shoe(0),), [], ()),
        ((urn(0),), [], ()),
        ((shoe(0), shoe(0)), [fault(0, 0)], ()),
        ((shoe(0), urn(0)), [fault(0, 0)], ()),
        ((shoe(0), shoe(1)), [], (shoe(1),)),
        ((shoe(1), shoe(0)), [], (shoe(1),)),
        ((shoe(0), urn(1)), [], (urn(1),)),
        ((shoe(0), urn(2)), [fault(2, 0, is_urn=True)], (urn(2),)),
        ((urn(1), shoe(0)), [fault(0, 1)], (urn(1),)),
        ((shoe(-1),), [], (shoe(-1),)),
        ((shoe(-1), urn(1)), [fault(1, 1, is_urn=True)], (urn(1),)),
        ((shoe(1), urn(-1)), [fault(1, 1)], (urn(-1),)),
        ((shoe(1), urn(1), urn(2), shoe(2)), [], (shoe(2), urn(2))),
    ],
)
def test_orders_that_no_table_numbers_so_are_told_and_are_not_in_use(
    orders: tuple[Any, ...], faults: list[Any], in_use: tuple[Any, ...]
) -> None:
    watch = ShoeWatch()
    for one in orders:
        watch.apply_event(GAME, Table(), one)
    assert (watch.faults, watch.in_use()) == (faults, in_use)
    assert watch.sealed == {order_number(one): one for one in orders}


@pytest.mark.parametrize(("position", "proved"), [(-2, False), (-1, False), (0, True), (1, True), (2, False)])
def test_an_opening_is_proved_at_a_place_of_the_order_alone(position: int, proved: bool) -> None:
    """Even where somebody has committed to what lies before the first."""
    said = tuple(commitment("t/1", position, "9s", "00") for _ in range(2))
    sealed = ShoeSealed(1, ChanceKind.SEALED, 2, said)
    assert is_proved("t", sealed, TokenProof(position, Card("9s"), "00")) is proved


def test_a_card_whose_face_is_not_known_any_more_keeps_the_one_that_was_seen() -> None:
    watch = ShoeWatch()
    watch.apply_event(GAME, Table(), ShoeSealed(1, ChanceKind.SEALED, 52))
    for face, face_up in (("9s", True), (None, True), ("8s", False), ("9s", True)):
        card = OnTable(0, None if face is None else Card(face), face_up)
        watch.apply_event(GAME, Table(shoe=1, layout=(card,)), Wants(""))
    assert (watch.turned, watch.faults) == ({1: {0: "9s"}}, [])


def test_a_card_that_is_shown_before_the_cut_is_known_is_not_opened() -> None:
    events = (shoe(1), Laid(0, Card("9s"), True))
    assert ShoeWatch().openings(GAME, GAME.blank(), events, lambda *asked: pytest.fail(str(asked))) == ()


@pytest.mark.parametrize(
    ("committed", "kept", "faults"),
    [
        ((9, 10, 2), {}, [(at, "shoe-missing", {"shoe": at}) for at in (10, 2, 9)]),
        ((0,), {0: b"no order"}, [(0, "shoe-changed", {"shoe": 0, "case": "urn-shut"})]),
        ((1,), {1: b"no order"}, [(1, "shoe-changed", {"shoe": 1, "case": "shut"})]),
        ((-1,), {-1: b"no order"}, [(-1, "shoe-changed", {"case": "urn-shut", "urn": 1})]),
    ],
)
def test_an_order_that_is_gone_or_cannot_be_opened_is_told(committed: Any, kept: Any, faults: list[Any]) -> None:
    said: dict[int, Any] = {at: shoe(at) if at >= 0 else urn(-at) for at in committed}
    assert list(shoe_faults("t", said, kept, KeySealer(KEY))) == faults
