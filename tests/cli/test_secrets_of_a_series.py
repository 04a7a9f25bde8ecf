"""The secrets that a new series of cartones is tried with: another while two cards are equal, thrice at most."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.cartones import Law
from tapete.cli import series_files

NEW: Any = ("B", 7, "2.50", True)


def tried(monkeypatch: pytest.MonkeyPatch, equal: int) -> list[tuple[bytes, bool]]:
    """Let so many secrets give equal cards; return the secrets that are tried, and which of them is the last."""
    found: list[tuple[bytes, bool]] = []

    def made(series: Any, secret: bytes, grids: Any, *, is_last: bool) -> Any:
        found.append((secret, is_last))
        return None if len(found) <= equal else (series, grids)

    monkeypatch.setattr(series_files, "_made", made)
    return found


@pytest.mark.parametrize(("equal", "last"), [(0, [False]), (1, [False, False]), (2, [False, False, True])])
def test_a_secret_that_gives_equal_cards_is_left_for_a_new_one(
    equal: int, last: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = tried(monkeypatch, equal)
    series, grids = series_files.new(5, 0, None, *NEW)  # type: ignore[misc]
    assert [is_last for _, is_last in secrets] == last
    assert len({secret for secret, _ in secrets}) == len(secrets)
    assert {len(secret) for secret, _ in secrets} == {32}
    assert (series.letter, series.id, series.size, series.face_value, series.double) == ("B", 7, 30, 250, True)
    assert (series.law, series.digest, grids) == (Law.STRIPS, "", ())


def test_single_cards_are_as_many_as_were_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tried(monkeypatch, 0)
    series, _ = series_files.new(0, 5, None, *NEW)  # type: ignore[misc]
    assert (series.size, series.law) == (5, Law.SINGLES)
