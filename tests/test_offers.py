"""The fields of an offer: what they allow, what is read of them, and how the API writes them."""

from random import Random

import pytest

from tapete.bots.act_builder import amount_within, build_act
from tapete.games.dos_panos.acts import Stake
from tapete.kernel import (
    Amount,
    CardFace,
    Choice,
    Count,
    Effects,
    FixedValue,
    Note,
    Offer,
    People,
    Several,
    Text,
    is_allowed,
    plain,
)


@pytest.mark.parametrize(
    ("field", "inside", "outside"),
    [
        (FixedValue("punto"), ["punto"], ["banca", None]),
        (Choice((None, 1, 2)), [None, 1, 2], [0, 3, "1"]),
        (People(("ana", "bea")), ["ana", "bea"], ["carla"]),
        (Amount(500, 900), [500, 700, 900], [499, 901, "700"]),
        (Amount(500), [500, 10**9], [499]),
        (Amount(maximum=900), [0, 900], [901]),
        (Amount(500, 900, 100), [500, 600, 900], [550, 901]),
        (Amount(550, 900, 100), [550, 650, 850], [600, 900, 950]),
        (Amount(maximum=900, step=100), [0, 100, 900], [50, 1000]),
        (Amount(step=100), [0, 100, 10**9], [1, 99]),
        (Amount(500, 900, standing=600), [500, 599, 601, 900], [600]),
        (Count(1, 6), [1, 6], [0, 7]),
        (Several(("A", "B", "C"), 1, 2), [("A",), ("C", "B")], [(), ("A", "B", "C"), ("A", "A"), ("A", "D"), ("D",)]),
        (Several(("A", "B", "C"), 1, 2), [], [["A"], "A", {"A"}, None, 1]),
        (Several(("A", "B"), 0, 2), [(), ("A", "B"), ("B", "A")], [("A", "A"), ("A", "B", "A")]),
        (Text(), ["", "a word"], []),
        (CardFace(), ["As"], []),
    ],
)
def test_a_field_allows_what_lies_within_it_and_nothing_else(field, inside, outside):
    assert [one for one in inside if not is_allowed(field, one)] == []
    assert [one for one in outside if is_allowed(field, one)] == []


BOUNDS = (None, 0, 1, 500)


@pytest.mark.parametrize("minimum", BOUNDS)
@pytest.mark.parametrize("maximum", BOUNDS)
@pytest.mark.parametrize("step", [None, 1, 50])
def test_an_amount_with_any_bounds_answers_for_every_value(minimum, maximum, step):
    field, found = Amount(minimum, maximum, step), []
    for value in (None, True, "500", -1, 0, 1, 50, 500, 10**15):
        try:
            found.append(is_allowed(field, value))
        except Exception as error:  # a value that does not fit is not allowed, and that is all
            pytest.fail(f"{field} {value!r}: {error!r}")
    assert set(map(type, found)) == {bool}


@pytest.mark.parametrize(
    ("field", "least"),
    [
        (Amount(500, 900), 500),
        (Amount(500, 900, standing=500), 501),
        (Amount(500, 900, 100, 500), 600),
        (Amount(550, 900, 100, 550), 650),
        (Amount(step=100, standing=0), 100),
        (Amount(500, 500, standing=500), None),
        (Amount(500, 499), None),
    ],
)
def test_the_least_amount_of_a_field_is_one_that_it_allows(field, least):
    assert field.first() == least


def test_a_bot_takes_the_amount_nearest_to_what_it_wants_and_leaves_what_stands():
    offer = Offer("stake", {"amount": Amount(500, 900, 100, 700)})
    assert [amount_within(offer, wanted) for wanted in (100, 650, 750, 2_000)] == [500, 600, None, 900]
    assert {build_act({"stake": Stake}, offer, Random(n), cloth="primero").amount for n in range(60)} == {
        *(500, 600, 800, 900)
    }


def test_what_is_fixed_listed_or_bounded_is_read_as_such():
    offer = Offer("stake", {"hand": FixedValue("punto"), "leader": People(("ana", "bea")), "amount": Amount(500, 900)})
    assert (offer.fixed_value("hand"), offer.fixed_value("leader"), offer.fixed_value("nothing")) == (
        "punto",
        None,
        None,
    )
    assert (offer.options("hand"), offer.options("leader"), offer.options("amount")) == (("punto",), ("ana", "bea"), ())
    series = Offer("open-sale", {"series": Several(("A", "B"), 1, 2), "seat": Choice((None, 3)), "found": Count(2, 5)})
    assert (series.options("series"), series.options("seat"), series.options("found")) == (("A", "B"), (None, 3), ())
    assert (series.options("nothing"), series.fixed_value("series")) == ((), None)
    assert series.bounds("found") == (2, 5)
    assert offer.bounds("amount") == (500, 900)
    assert Offer("bid", {"amount": Amount()}).bounds("amount") == (0, None)
    with pytest.raises(LookupError):
        offer.bounds("hand")


def test_the_api_writes_a_value_a_list_bounds_or_the_word_for_what_is_keyed():
    fields = {
        "hand": FixedValue("punto"),
        "seat": Choice((1, None)),
        "leader": People(("ana",)),
        "amount": Amount(500, 900, 100),
        "paid": Amount(),
        "again": Amount(500, standing=700),
        "depth": Count(1, 311, optional=True),
        "found": Count(0),
        "face": CardFace(),
        "reason": Text(),
        "effects": Effects(),
        "series": Several(("A", "B", "C"), 1, 2),
        "place": Note("punto-3"),
        "needs": Note(("position", "count")),
    }
    assert plain(fields) == {
        "hand": "punto",
        "seat": [1, None],
        "leader": ["ana"],
        "amount": {"min": 500, "max": 900, "step": 100},
        "paid": {},
        "again": {"min": 500, "standing": 700},
        "depth": {"min": 1, "max": 311, "optional": True},
        "found": {"min": 0},
        "face": "card",
        "reason": "text",
        "effects": "effects",
        "series": {"several": ["A", "B", "C"], "min": 1, "max": 2},
        "place": "punto-3",
        "needs": ["position", "count"],
    }


@pytest.mark.parametrize(
    ("bounds", "allowed", "refused"),
    [
        (Count(None, 5), (-1, 0, 5), (6, "5")),
        (Count(2, None), (2, 99), (1, None)),
        (Count(2, 5), (2, 5), (1, 6)),
        (Count(None, None), (-1, 99), ("1",)),
    ],
)
def test_a_count_has_a_least_and_a_most_or_only_one_of_them(
    bounds: Count, allowed: tuple[object, ...], refused: tuple[object, ...]
) -> None:
    assert [is_allowed(bounds, one) for one in (*allowed, *refused)] == [True] * len(allowed) + [False] * len(refused)
