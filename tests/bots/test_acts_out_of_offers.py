"""Which acts there are in a room, and which act comes out of an offer: a value for each kind of field it may hold."""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from tapete.bots.act_builder import acts_of, amount_within, build_act, offer_with_value
from tapete.kernel import ActBody, Amount, Choice, Count, FixedValue, Offer, People, Several, Text
from tapete.kernel.offers import CardFace, Effects, Field, Note


class Made(ActBody, frozen=True, tag="made"):
    """An act of these tests."""

    value: Any = "as the act has it"


class Other(ActBody, frozen=True, tag="other"):
    """Another one."""


class NoAct(msgspec.Struct, frozen=True, tag="no-act"):
    """A part of an act."""


def test_the_acts_of_a_room_are_the_acts_that_it_names() -> None:
    room = ModuleType("room")
    vars(room).update(made=Made, other=Other, part=NoAct, plain=int, word="made", function=len, single=Made())
    assert acts_of(room) == {"made": Made, "other": Other}


def drawn(field: Field, **given: Any) -> set[Any]:
    """Return every value that an act has out of a field."""
    offer = Offer("made", {"value": field, "strange": FixedValue("no field of the act")})
    made: list[Any] = [build_act({"other": Other, "made": Made}, offer, Random(seed), **given) for seed in range(80)]
    assert {type(one) for one in made} == {Made}
    return {tuple(one.value) if isinstance(one.value, list) else one.value for one in made}


@pytest.mark.parametrize(
    ("field", "values"),
    [
        (FixedValue("ana"), {"ana"}),
        (FixedValue(None), {None}),
        (Choice(("a", "b", "c")), {"a", "b", "c"}),
        (People(("ana", "bea")), {"ana", "bea"}),
        (Several(("a", "b", "c"), 1, 2), {("a",), ("b",), ("c",)}),
        (Several(("a", "b"), 2, 2), {("a", "b"), ("b", "a")}),
        (Several(("a", "b"), 0, 2), {()}),
        (Amount(5, 7), {5, 6, 7}),
        (Amount(5, 5), {5}),
        (Amount(5, 9, 2), {5, 7, 9}),
        (Amount(5, 10, 3), {5, 8}),
        (Amount(5, 6, standing=5), {6}),
        (Amount(5, 9, 4, standing=5), {9}),
        (Amount(5, 5, standing=5), {None}),
        (Amount(5), {5}),
        (Amount(None, 9), {9}),
        (Amount(9, 5), {None}),
        (Amount(), {None}),
        (Count(2, 4), {2, 3, 4}),
        (Count(2), {2}),
        (Count(None, 4), {4}),
        (Count(0, 1), {0, 1}),
        (Count(), {None}),
        (Text(), {""}),
        (Text(optional=True), {""}),
        (CardFace(), {None}),
        (Effects(), {None}),
        (Note("where"), {None}),
    ],
)
def test_a_value_is_any_of_those_that_the_field_may_hold(field: Field, values: set[Any]) -> None:
    assert drawn(field) == values
    assert drawn(field, value="decided") == {"decided"}


@pytest.mark.parametrize(
    ("field", "asked", "found"),
    [
        (Count(500, 900), 499, 500),
        (Count(500, 900), 701, 701),
        (Count(500, 900), 702, 702),
        (Count(500, 900), 901, 900),
        (Amount(500, 900, 0), 701, 701),
        (Amount(None, 900), 700, 700),
        (Amount(None, 900), 901, 900),
        (Amount(500, 900, 200), 898, 700),
        (Amount(500, 900, 200, standing=700), 898, None),
    ],
)
def test_an_amount_lies_within_the_field_of_any_kind(field: Field, asked: int, found: int | None) -> None:
    assert amount_within(Offer("made", {"amount": field}), asked) == found
    assert amount_within(Offer("made", {"value": field}), asked, "value") == found


def test_an_amount_that_no_field_bounds_is_at_least_one() -> None:
    for asked, found in ((-5, 1), (0, 1), (1, 1), (2, 2), (701, 701)):
        assert amount_within(Offer("made"), asked) == found


def test_an_offer_lets_all_of_the_wanted_values_be_or_is_passed_over() -> None:
    offers = [
        Offer("made", {"value": FixedValue("a")}),
        Offer("made", {"value": FixedValue("a"), "count": Count(1, 3)}),
        Offer("made", {"value": FixedValue("a"), "count": Count(3, 5)}),
    ]
    found = [offer_with_value(offers, value="a", count=count) for count in range(1, 7)]
    assert found == [offers[1], offers[1], offers[1], offers[2], offers[2], None]
    assert offer_with_value(offers, value="b") is None
    assert offer_with_value((), value="a") is None
