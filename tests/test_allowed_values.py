"""What a field of an offer allows: each bound for itself, of the right type, and no value besides."""

from typing import Any

import pytest

from tapete.kernel import Amount, CardFace, Choice, Count, Effects, FixedValue, Note, People, Several, Text, is_allowed
from tapete.kernel.offers import Field

SOME = ("ana", "bea", "carla")


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        (FixedValue(1), 1, True),
        (FixedValue(1), 2, False),
        (FixedValue(None), None, True),
        (FixedValue(None), 0, False),
        (Choice(SOME), "bea", True),
        (Choice(SOME), "dora", False),
        (Choice(()), None, False),
        (People(SOME), "carla", True),
        (People(SOME), None, False),
        (Several(SOME, 1, 2), ("ana",), True),
        (Several(SOME, 1, 2), ("carla", "ana"), True),
        (Several(SOME, 1, 2), (), False),
        (Several(SOME, 1, 2), (["ana"],), False),
        (Several(SOME, 1, 2), SOME, False),
        (Several(SOME, 1, 3), SOME, True),
        (Several(SOME, 0, 3), (), True),
        (Several(SOME, 1, 2), ("ana", "ana"), False),
        (Several(SOME, 1, 2), ("ana", "dora"), False),
        (Several(SOME, 1, 2), ["ana"], False),
        (Several(SOME, 1, 2), {"ana"}, False),
        (Several(SOME, 1, 2), "ana", False),
        (Amount(500, 900), 499, False),
        (Amount(500, 900), 500, True),
        (Amount(500, 900), 900, True),
        (Amount(500, 900), 901, False),
        (Amount(500), 501, True),
        (Amount(500), 499, False),
        (Amount(maximum=900), -1, True),
        (Amount(maximum=900), 901, False),
        (Amount(0, 900), -1, False),
        (Amount(500, 0), 500, False),
        (Amount(500, 900, 100), 600, True),
        (Amount(500, 900, 100), 601, False),
        (Amount(550, 900, 100), 650, True),
        (Amount(550, 900, 100), 600, False),
        (Amount(500, 900, 0), 601, True),
        (Amount(step=100), 200, True),
        (Amount(step=100), 201, False),
        (Amount(500, 900, 100, 600), 600, False),
        (Amount(500, 900, 100, 600), 700, True),
        (Amount(500, 900), "500", False),
        (Amount(500, 900), 500.0, False),
        (Amount(500, 900), None, False),
        (Count(1, 6), 0, False),
        (Count(1, 6), 1, True),
        (Count(1, 6), 6, True),
        (Count(1, 6), 7, False),
        (Count(1, 6), 2.0, False),
        (Count(1, 6), "2", False),
        (Count(1, 6), None, False),
        (Count(1), 7, True),
        (Count(1), 0, False),
        (Count(0), -1, False),
        (Count(maximum=6), 0, True),
        (Count(maximum=6), 7, False),
        (Count(maximum=0), 1, False),
        (Count(), -7, True),
        (CardFace(), "As", True),
        (Text(), "", True),
        (Effects(), (), True),
        (Note("a word"), None, True),
    ],
)
def test_a_field_allows_a_value_or_not(field: Field, value: Any, allowed: bool) -> None:
    assert is_allowed(field, value) is allowed


@pytest.mark.parametrize(
    ("field", "least"),
    [
        (Amount(), 0),
        (Amount(standing=0), 1),
        (Amount(1), 1),
        (Amount(500, step=50, standing=500), 550),
        (Amount(500, 549, 50, 500), None),
        (Amount(500, 550, 50, 500), 550),
        (Amount(maximum=-1), None),
    ],
)
def test_the_least_amount_is_the_bound_or_a_step_above_what_stands_there(field: Amount, least: int | None) -> None:
    assert field.first() == least
