"""The numbers in what a ruling does: points of a hand are from nought to nine, positions begin at nought."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.games.baccarat import effects as ef


@pytest.mark.parametrize(("kind", "lowest", "highest"), [(ef.Points, 0, 9), (ef.Position, 0, 10_000)])
def test_a_number_is_within_its_bounds(kind: Any, lowest: int, highest: int) -> None:
    assert [msgspec.convert(one, kind) for one in (lowest, highest)] == [lowest, highest]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(lowest - 1, kind)


def test_no_hand_has_ten_points_or_no_name() -> None:
    for wrong, kind in ((10, ef.Points), ("", ef.Hand), ("x" * 21, ef.Hand)):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, kind)
    assert [msgspec.convert(one, ef.Hand) for one in ("x", "x" * 20)] == ["x", "x" * 20]
