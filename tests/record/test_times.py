"""Times that cannot be right: how far back a clock may go, how far ahead of the wall, what a signature contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry
from tapete.record.report import Findings
from tapete.record.times import judge_times

NOON = "2026-03-01T12:00:00+00:00"
BEFORE_5, BEFORE_6 = "2026-03-01T11:59:55+00:00", "2026-03-01T11:59:54+00:00"
A_DAY_LATER, A_DAY_AND_A_SECOND_LATER = "2026-03-02T12:00:00+00:00", "2026-03-02T12:00:01+00:00"
AFTER_5, AFTER_6 = "2026-03-01T12:00:05+00:00", "2026-03-01T12:00:06+00:00"


def warned(
    times: Sequence[str], said: Sequence[tuple[int, str]] = (), now: str = "", first: int = 1
) -> dict[str, dict[str, Any]]:
    """Return what is warned of entries at some times, with checkpoints of versions at theirs."""
    found = Findings("t")
    same: dict[str, Any] = {"table": "t", "game": "toy", "by": "ana", "epoch": 1, "edition": "1", "act": {}}
    entries = [Entry(version=version, time=time, **same) for version, time in enumerate(times, first)]
    judge_times(found, entries, [Checkpoint("t", version, "", time, "") for version, time in said], now)
    return {one.code: one.facts for one in found.warnings}


def test_times_that_rise_or_stand_still_are_without_a_word() -> None:
    assert warned([]) == {}
    assert warned([], now=NOON) == {}
    assert warned([NOON, NOON, AFTER_6], now=AFTER_6) == {}


def test_a_clock_may_be_set_back_by_five_seconds() -> None:
    assert warned([NOON, BEFORE_5]) == {}
    assert warned([NOON, BEFORE_6]) == {"time-fell": {"count": 1, "first": 2}}
    assert warned([NOON, BEFORE_6, NOON, BEFORE_5, NOON, BEFORE_6]) == {"time-fell": {"count": 2, "first": 2}}


@pytest.mark.parametrize(
    ("time", "is_likely"),
    [
        ("2024-12-31T23:59:59+00:00", False),
        ("2025-01-01T00:00:00+00:00", True),
        ("2025-01-01T00:59:59+01:00", False),
        (A_DAY_LATER, True),
        (A_DAY_AND_A_SECOND_LATER, False),
    ],
)
def test_nothing_happened_before_the_engine_or_a_day_after_the_audit(time: str, is_likely: bool) -> None:
    assert ("time-unlikely" not in warned([time], now=NOON)) is is_likely


def test_nobody_knows_what_is_too_late_without_a_time_of_the_audit() -> None:
    assert warned([A_DAY_AND_A_SECOND_LATER]) == {}


def test_the_first_strange_entry_is_named_with_its_time() -> None:
    times = [NOON, "2026-03-03T00:00:00+00:00", "2026-03-04T00:00:00+00:00"]
    assert warned(times, now=NOON) == {"time-unlikely": {"count": 2, "first": 2, "time": "2026-03-03 00:00:00+00:00"}}


@pytest.mark.parametrize(
    ("said", "strange"),
    [
        ([(2, NOON)], []),
        ([(2, BEFORE_5)], []),
        ([(2, BEFORE_6)], [2]),
        ([(1, BEFORE_6)], [1]),
        ([(1, AFTER_5)], []),
        ([(1, AFTER_6)], [2]),
        ([(3, AFTER_6)], []),
        ([(0, AFTER_6)], [1]),
        ([(0, BEFORE_6)], []),
        ([(2, "no time"), (2, BEFORE_6)], [2]),
        ([(9, BEFORE_6), (9, AFTER_6)], []),
        ([(2, BEFORE_6), (1, AFTER_6), (2, AFTER_6)], [2, 3]),
    ],
)
def test_a_signature_says_that_its_entry_was_there_and_the_next_was_not(
    said: list[tuple[int, str]], strange: list[int]
) -> None:
    found = warned([NOON, NOON, NOON], said).get("time-unlikely", {"count": 0, "first": 0})
    assert (found["count"], found["first"]) == (len(strange), strange[0] if strange else 0)


def test_a_time_without_an_offset_contradicts_nothing() -> None:
    assert warned([NOON], [(1, "2026-03-01T11:00:00")]) == {}


def test_versions_are_those_of_the_entries() -> None:
    assert warned([NOON, BEFORE_6], first=7) == {"time-fell": {"count": 1, "first": 8}}
    assert warned([NOON, NOON], [(7, AFTER_6)], first=7)["time-unlikely"]["first"] == 8
