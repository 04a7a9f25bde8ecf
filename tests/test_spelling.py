"""Who sees two names takes nobody for somebody else: names that look alike have one skeleton, others have not."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tapete.spelling import is_blank, skeleton


@pytest.mark.parametrize(
    "other",
    [
        "ANA LUZ PEÑA",
        "Аnа Luz Реñа",  # Cyrillic А, а, Р, е
        "Αna Luz Ρeña",  # Greek Alpha, Rho
        "Ａｎａ　Ｌｕｚ　Ｐｅｎａ",  # full width
        "A\u200bna\u2060 Luz\ufeff Pe\u034fña",  # nothing that is seen
        "Ana Lu\u0336z Pena",
        "\U0001d400na Luz Peña",
        "\U0001f170na Luz Peña",
        "ᴀna-luz.peña",
        "Ana 1uz Peña",
        "Ana Iuz Peña",
    ],
)
def test_names_that_look_alike_have_one_skeleton(other: str) -> None:
    assert skeleton(other) == skeleton("Ana Luz Peña")


@pytest.mark.parametrize(("one", "other"), [("Ana", "Eva"), ("José", "Josefa"), ("山田", "山本"), ("Пётр", "Павел")])
def test_names_that_nobody_confuses_have_two(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "name", ["", " ", "\u3164", "\u2800\u2800", "\uffa0", "\u115f", "\u0301", "\u0e31", "\ufe0f", "…"]
)
def test_a_name_that_shows_nothing_is_blank(name: str) -> None:
    assert is_blank(name)


@given(st.text(max_size=12))
def test_a_skeleton_looks_like_itself(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)
