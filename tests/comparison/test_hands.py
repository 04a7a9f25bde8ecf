"""The lines of a shown hand: what was before it is tried, and what stands in it is done."""

from __future__ import annotations

import pytest

from tapete.comparison.hands import OR, TRY, _line

ACT = "ana stake 10"


@pytest.mark.parametrize(
    ("text", "is_before", "is_other", "is_tried"),
    [
        (ACT, False, False, False),
        (f"{TRY}{ACT}", False, False, True),
        (f"{OR}{ACT}", False, True, False),
        (ACT, True, False, True),
        (f"{TRY}{ACT}", True, False, True),
    ],
)
def test_a_line_says_whether_it_is_another_way_and_whether_it_may_be_refused(
    text: str, is_before: bool, is_other: bool, is_tried: bool
) -> None:
    made = _line(text, is_before)
    assert (made.text, made.is_or_else, made.is_tried, made.is_before) == (ACT, is_other, is_tried, is_before)
