"""Notices of the director: which are one, what is kept of each, and what their store is asked to keep."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tapete.people.notices import ADDRESSES_MOST, DAY_MOST, DAYS_KEPT, Notice, Notices, day_of
from tapete.people.security_events import SecurityEvent

AT = 1_800_000_000.0  # 2027-01-15, eight in the morning
DAY_S = 86_400
TODAY, TOMORROW = "2027-01-15", "2027-01-16"


class Shelf:
    """A store that notes what it was asked to keep."""

    def __init__(self, days: Mapping[str, tuple[Notice, ...]] | None = None) -> None:
        self.asked: list[dict[str, tuple[Notice, ...]]] = []
        self._days = dict(days or {})

    def load(self) -> dict[str, tuple[Notice, ...]]:
        return dict(self._days)

    def keep(self, days: Mapping[str, tuple[Notice, ...]]) -> None:
        self.asked.append(dict(days))


def happened(code: str, at: float = AT, address: str = "", by: str = "") -> SecurityEvent:
    return SecurityEvent(code, "whoever", at, address, {"by": by} if by else {})


@pytest.mark.parametrize(
    ("at", "day"), [(AT, TODAY), (AT + 16 * 3600 - 1, TODAY), (AT + 16 * 3600, TOMORROW), (0.0, "1970-01-01")]
)
def test_a_day_of_notices_ends_at_midnight_of_the_wall_clock_in_utc(at: float, day: str) -> None:
    assert day_of(at) == day


@pytest.mark.parametrize(
    ("before", "address", "after"),
    [
        ((), "", ()),
        ((), "a", ("a",)),
        (("a",), "", ("a",)),
        (("a", "b"), "a", ("b", "a")),
        (("a", "b", "c", "d"), "e", ("a", "b", "c", "d", "e")),
        (("a", "b", "c", "d", "e"), "f", ("b", "c", "d", "e", "f")),
        (("a", "b", "c", "d", "e"), "c", ("a", "b", "d", "e", "c")),
    ],
)
def test_a_notice_keeps_the_last_addresses_once_each(
    before: tuple[str, ...], address: str, after: tuple[str, ...]
) -> None:
    notice = Notice("login-failed", "dora", "eva", 10.0, 20.0, 2, before)
    assert notice.again(30.0, address) == Notice("login-failed", "dora", "eva", 10.0, 30.0, 3, after)
    assert len(after) <= ADDRESSES_MOST


def test_what_is_the_same_is_one_notice_and_the_last_that_happened_comes_first() -> None:
    notices = Notices()
    for seconds, code, name, by in (
        (0, "account-reset", "ana", "dora"),
        (1, "account-reset", "ana", "dora"),
        (2, "account-reset", "ana", "eva"),
        (3, "account-reset", "bea", "dora"),
        (4, "account-suspended", "ana", "dora"),
        (4, "account-suspended", "bea", "dora"),
        (5, "account-reset", "ana", "dora"),
    ):
        notices.add(happened(code, AT + seconds, by=by), name)
    assert notices.newest_first() == (
        Notice("account-reset", "ana", "dora", AT, AT + 5, 3),
        Notice("account-suspended", "bea", "dora", AT + 4, AT + 4),
        Notice("account-suspended", "ana", "dora", AT + 4, AT + 4),
        Notice("account-reset", "bea", "dora", AT + 3, AT + 3),
        Notice("account-reset", "ana", "eva", AT + 2, AT + 2),
    )


def test_what_happens_again_on_another_day_is_another_notice() -> None:
    notices = Notices()
    notices.add(happened("login-failed", AT, "192.0.2.1"), "dora")
    notices.add(happened("login-failed", AT + DAY_S, "192.0.2.2"), "dora")
    assert notices.newest_first() == (
        Notice("login-failed", "dora", "", AT + DAY_S, AT + DAY_S, 1, ("192.0.2.2",)),
        Notice("login-failed", "dora", "", AT, AT, 1, ("192.0.2.1",)),
    )


def test_beyond_its_bound_a_day_tells_what_happens_without_names_and_counts_on_what_it_has() -> None:
    notices = Notices()
    for number in range(DAY_MOST + 2):
        notices.add(happened("account-reset", AT, by="dora"), f"cuenta-{number}")
    notices.add(happened("account-reset", AT, by="dora"), "cuenta-7")
    kept = notices.newest_first()
    assert kept[0] == Notice("account-reset", "cuenta-7", "dora", AT, AT, 2)
    assert kept[1] == Notice("account-reset", "", "", AT, AT, 2)
    assert kept[2] == Notice("account-reset", f"cuenta-{DAY_MOST - 1}", "dora", AT, AT, 1)
    assert len(kept) == DAY_MOST + 1
    notices.add(happened("account-reset", AT + DAY_S, by="dora"), "cuenta-999")
    assert notices.newest_first()[0].name == "cuenta-999"


def test_a_notice_is_kept_under_its_day_and_old_days_are_taken_away_once() -> None:
    old, edge = day_of(AT - (DAYS_KEPT + 1) * DAY_S), day_of(AT - DAYS_KEPT * DAY_S)
    of_old, of_edge = Notice("login", "dora", "", 1.0, 1.0), Notice("login", "dora", "", 2.0, 2.0)
    shelf = Shelf({old: (of_old,), edge: (of_edge,)})
    notices = Notices(shelf)
    assert notices.newest_first() == (of_edge, of_old)
    notices.add(happened("login-failed"), "dora")
    notices.add(happened("login-failed", AT + 1), "dora")
    one = Notice("login-failed", "dora", "", AT, AT)
    assert shelf.asked == [{TODAY: (one,), old: ()}, {TODAY: (one.again(AT + 1, ""),)}]
    assert notices.newest_first() == (one.again(AT + 1, ""), of_edge)


def test_a_name_that_is_forgotten_leaves_the_days_that_had_it_and_no_other_is_written_anew() -> None:
    notices = Notices(shelf := Shelf())
    notices.add(happened("account-reset", AT, by="eva"), "dora")
    notices.add(happened("account-reset", AT, by="dora"), "eva")
    notices.add(happened("account-reset", AT, by="dora"), "caja")
    notices.add(happened("account-reset", AT + DAY_S, by="dora"), "caja")
    shelf.asked.clear()
    notices.rename("eva", "staff-1")
    today = (
        Notice("account-reset", "dora", "staff-1", AT, AT),
        Notice("account-reset", "staff-1", "dora", AT, AT),
        Notice("account-reset", "caja", "dora", AT, AT),
    )
    assert shelf.asked == [{TODAY: today}]
    assert notices.newest_first() == (Notice("account-reset", "caja", "dora", AT + DAY_S, AT + DAY_S), *today[::-1])
    notices.rename("nadie", "staff-2")
    assert shelf.asked == [{TODAY: today}]


@pytest.mark.parametrize(("name", "by"), [("eva", ""), ("eva", "dora"), ("dora", "eva"), ("eva", "eva")])
def test_a_name_is_forgotten_as_whom_it_happened_to_and_as_who_did_it(name: str, by: str) -> None:
    notices = Notices(shelf := Shelf())
    notices.add(happened("account-reset", AT, by=by), name)
    shelf.asked.clear()
    notices.rename("eva", "staff-1")
    whom, whose = ("staff-1" if one == "eva" else one for one in (name, by))
    kept = (Notice("account-reset", whom, whose, AT, AT),)
    assert (notices.newest_first(), shelf.asked) == (kept, [{TODAY: kept}])
