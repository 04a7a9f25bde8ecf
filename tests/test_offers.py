"""The fields of an offer: what they allow, what is read of them, and how the API writes them."""

import pytest

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
        (Count(1, 6), [1, 6], [0, 7]),
        (Text(), ["", "a word"], []),
        (CardFace(), ["As"], []),
    ],
)
def test_a_field_allows_what_lies_within_it_and_nothing_else(field, inside, outside):
    assert [one for one in inside if not is_allowed(field, one)] == []
    assert [one for one in outside if is_allowed(field, one)] == []


def test_what_is_fixed_listed_or_bounded_is_read_as_such():
    offer = Offer("stake", {"hand": FixedValue("punto"), "leader": People(("ana", "bea")), "amount": Amount(500, 900)})
    assert (offer.fixed_value("hand"), offer.fixed_value("leader"), offer.fixed_value("nothing")) == (
        "punto",
        None,
        None,
    )
    assert (offer.options("hand"), offer.options("leader"), offer.options("amount")) == (("punto",), ("ana", "bea"), ())
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
        "depth": Count(1, 311, optional=True),
        "found": Count(0),
        "face": CardFace(),
        "reason": Text(),
        "effects": Effects(),
        "place": Note("punto-3"),
        "needs": Note(("position", "count")),
    }
    assert plain(fields) == {
        "hand": "punto",
        "seat": [1, None],
        "leader": ["ana"],
        "amount": {"min": 500, "max": 900, "step": 100},
        "paid": {},
        "depth": {"min": 1, "max": 311, "optional": True},
        "found": {"min": 0},
        "face": "card",
        "reason": "text",
        "effects": "effects",
        "place": "punto-3",
        "needs": ["position", "count"],
    }
