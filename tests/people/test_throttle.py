"""Waits after failures, count by count and second by second, and what of them is kept for a restart."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tapete.people.throttle import (
    FORGOTTEN_S,
    FREE,
    MOST,
    NONE,
    PAUSE_S,
    STORED,
    Attempts,
    Throttle,
    after_failure,
    is_pause,
    wait,
)

Kept = dict[tuple[str, str], Attempts]


class Shelf:
    """A store that notes what it was asked to keep."""

    def __init__(self, held: Kept | None = None) -> None:
        self.held, self.asked = held or {}, list[Kept]()

    def load(self) -> Kept:
        return dict(self.held)

    def keep(self, attempts: Mapping[tuple[str, str], Attempts]) -> None:
        self.asked.append(dict(attempts))


@pytest.mark.parametrize(
    ("failures", "seconds"), [(0, 0), (1, 0), (2, 0), (3, 2), (4, 4), (5, 8), (6, PAUSE_S), (7, PAUSE_S)]
)
def test_each_failure_beyond_the_free_ones_doubles_the_wait_until_there_is_a_pause(
    failures: int, seconds: float
) -> None:
    found = Attempts(failures, 1000.0)
    assert (FREE, MOST, PAUSE_S) == (3, 6, 900.0)
    assert [wait(found, 1000.0 + after) for after in (0, 0.5, seconds, seconds + 1)] == [
        seconds,
        max(0, seconds - 0.5),
        0,
        0,
    ]
    assert is_pause(found) is (failures >= 6)


@pytest.mark.parametrize(("after", "failures"), [(0, 6), (FORGOTTEN_S - 1, 6), (FORGOTTEN_S, 1), (FORGOTTEN_S + 1, 1)])
def test_failures_are_counted_on_for_a_day(after: float, failures: int) -> None:
    assert after_failure(Attempts(5, 1000.0), 1000.0 + after) == Attempts(failures, 1000.0 + after)


def test_who_has_not_failed_has_no_failures() -> None:
    assert Attempts(0, 0) == NONE
    assert after_failure(NONE, 5.0) == Attempts(1, 5.0)
    assert Throttle().wait("ana", "", 0.0) == 0


def test_waits_that_run_are_kept_and_a_failure_that_makes_nobody_wait_is_not() -> None:
    counts = Throttle(store=(shelf := Shelf()))
    for at in (1.0, 2.0):
        counts.fail("ana", "", at)
    counts.fail("bea", "", 2.5)
    assert shelf.asked == []
    assert counts.fail("ana", "", 3.0) == Attempts(3, 3.0)
    assert shelf.asked == [{("ana", ""): Attempts(3, 3.0)}]
    for at in (6.0, 7.0):
        counts.fail("bea", "phone", at)
    counts.fail("bea", "phone", 8.0)  # what ana waited for is over
    assert shelf.asked[1:] == [{("bea", "phone"): Attempts(3, 8.0)}]


def test_forgetting_writes_where_a_wait_was_kept_and_nowhere_else() -> None:
    held = {("ana", ""): Attempts(3, 10.0), ("bea", ""): Attempts(2, 11.0), ("eva", "x"): Attempts(6, 12.0)}
    counts = Throttle(store=(shelf := Shelf(held)))
    counts.forget("bea")
    counts.forget("nadie")
    counts.forget("ana", "x")
    assert shelf.asked == []
    counts.forget("ana")
    assert shelf.asked == [{("eva", "x"): Attempts(6, 12.0)}]
    counts.forget("eva", "x")
    assert shelf.asked[1:] == [{}]
    assert [counts.wait(*one, 12.0) for one in held] == [0, 0, 0]


def test_each_account_waits_on_each_browser_for_itself() -> None:
    counts = Throttle(store=Shelf({("ana", ""): Attempts(3, 10.0), ("ana", "x"): Attempts(6, 10.0)}))
    asked = [("ana", ""), ("ana", "x"), ("ana", "y"), ("bea", ""), ("bea", "x")]
    assert [counts.wait(*one, 11.0) for one in asked] == [1, PAUSE_S - 1, 0, 0, 0]


def test_of_what_is_left_the_waits_are_kept_that_run_since_the_last_failure() -> None:
    held = {
        ("ana", ""): Attempts(6, 50.0),
        ("bea", ""): Attempts(3, 48.0),
        ("eva", ""): Attempts(3, 48.5),
        ("luz", ""): Attempts(1, 50.0),
    }
    counts = Throttle(store=(shelf := Shelf(held)))
    counts.forget("ana")
    assert shelf.asked == [{("eva", ""): Attempts(3, 48.5)}]  # half a second is left; of the other's wait nothing


def test_the_newest_waits_are_kept_where_there_are_too_many() -> None:
    held = {(f"cuenta-{number}", ""): Attempts(MOST, 100.0) for number in range(STORED)}
    counts = Throttle(store=(shelf := Shelf(held)))
    for _ in range(FREE):
        counts.fail("ana", "", 100.0)
    (kept,) = shelf.asked
    assert list(kept) == [*list(held)[1:], ("ana", "")]


def test_whoever_failed_longest_ago_is_forgotten_first() -> None:
    counts = Throttle(most=2)
    for name in ("ana", "bea", "ana", "ana", "eva"):
        counts.fail(name, "", 0.0)
    assert [counts.fail(name, "", 0.0).failures for name in ("ana", "eva", "bea")] == [4, 2, 1]
