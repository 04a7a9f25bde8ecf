"""What a signed slip, a difference that was booked and the end of a day move in the books: every leg, in every kind."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from tapete.accounts import Posting
from tapete.house import events as e
from tapete.house.books import POSTINGS
from tapete.house.table_events import CashBrought, CashPaid, ChipsBrought, ChipsTaken
from tapete.house.terms import PAYMENTS, SlipKind
from tapete.kernel import PersonId

CAJA, DORA = PersonId("caja"), PersonId("dora")
TABLE = "table:mesa-1"
MOVED: dict[SlipKind, tuple[tuple[str, str], tuple[str, str] | None]] = {
    SlipKind.OPENING: (("chips", TABLE), None),
    SlipKind.FILL: (("chips", TABLE), None),
    SlipKind.CREDIT: ((TABLE, "chips"), None),
    SlipKind.CLOSING: ((TABLE, "chips"), None),
    SlipKind.TIPS: ((TABLE, "tips"), None),
    SlipKind.SUPPLY: (("safe-chips", "chips"), ("safe-cash", "cash")),
    SlipKind.RETURN: (("chips", "safe-chips"), ("cash", "safe-cash")),
}
"""From which account to which the chips of a slip go, and its cash."""


def sums(postings: tuple[Posting, ...]) -> dict[str, int]:
    """Return what comes to each account."""
    found: Counter[str] = Counter()
    for one in postings:
        found[one.account] += one.amount
    return {account: amount for account, amount in found.items() if amount}


def moved(*legs: tuple[int, str, str]) -> dict[str, int]:
    """Return what comes to each account where amounts go from one to another."""
    found: Counter[str] = Counter()
    for amount, source, target in legs:
        found[source] -= amount
        found[target] += amount
    return {account: amount for account, amount in found.items() if amount}


def signed(kind: SlipKind, chips: int, cash: int, shortage: int = 0, missing_cash: int = 0) -> dict[str, int]:
    table = "mesa-1" if TABLE in MOVED.get(kind, (("", ""), None))[0] else ""
    event = e.SlipSigned(7, kind, table, chips, cash, CAJA, DORA, shortage, missing_cash)
    return sums(POSTINGS[e.SlipSigned](event))


@pytest.mark.parametrize("kind", SlipKind)
def test_a_signed_slip_moves_its_chips_and_its_cash(kind: SlipKind) -> None:
    for chips, cash in itertools.product((0, 1, 12_300), (0, 700)):
        if kind is SlipKind.TIPS_PAID:
            expected = moved((chips, "tips", "chips"), (chips, "cash", "outside"))
        elif kind is SlipKind.COUNT or kind in PAYMENTS:  # what is paid is an event of its own
            expected = {}
        else:
            of_chips, of_cash = MOVED[kind]
            expected = moved((chips, *of_chips), *([(cash, *of_cash)] if of_cash else []))
        assert signed(kind, chips, cash) == expected, (chips, cash)


@pytest.mark.parametrize("chips", [-250, 0, 400])
@pytest.mark.parametrize("cash", [-30, 0, 60])
def test_a_count_and_a_closing_of_old_bring_the_books_to_what_was_counted(chips: int, cash: int) -> None:
    """Records from before differences were confirmed have them in the slip itself."""
    of_cash = (cash, "cash", "difference-cash")
    assert signed(SlipKind.COUNT, 9_000, 800, chips, cash) == moved((chips, "chips", "difference-chips"), of_cash)
    closing = moved((chips, TABLE, "difference-chips"), (9_000, TABLE, "chips"))
    assert signed(SlipKind.CLOSING, 9_000, 0, chips, cash) == closing


@pytest.mark.parametrize("kind", [SlipKind.CLOSING, SlipKind.COUNT])
def test_a_difference_is_booked_where_it_was_counted(kind: SlipKind) -> None:
    counted, table = (TABLE, "mesa-1") if kind is SlipKind.CLOSING else ("chips", "")
    for chips, cash, vouchers in itertools.product((-250, 0, 400), (-30, 0, 60), (-7, 0, 9)):
        event = e.DifferenceBooked(7, kind, table, chips, cash, "cambio", DORA, CAJA, vouchers)
        assert sums(POSTINGS[e.DifferenceBooked](event)) == moved(
            (chips, counted, "difference-chips"),
            (cash, "cash", "difference-cash"),
            (vouchers, "vouchers", "difference-vouchers"),
        )


@pytest.mark.parametrize("vouchers", [0, 5])
def test_at_the_end_of_a_day_all_that_the_desk_has_goes_to_the_safe(vouchers: int) -> None:
    event = e.DayClosed("2026-11-22", 300, 40, vouchers)
    assert sums(POSTINGS[e.DayClosed](event)) == moved(
        (300, "chips", "safe-chips"), (40, "cash", "safe-cash"), (vouchers, "vouchers", "safe-cash")
    )


@pytest.mark.parametrize(
    ("event", "legs"),
    [
        (CashPaid("m1", 700), [(700, "table:m1", "chips"), (700, "cash", "outside")]),
        (CashBrought("m1", 700), [(700, "chips", "table:m1"), (700, "outside", "cash")]),
        (ChipsBrought(PersonId("ana"), "m1", 700), [(700, "person:ana", "table:m1")]),
        (ChipsTaken(PersonId("ana"), "m1", 700), [(700, "table:m1", "person:ana")]),
    ],
)
def test_chips_and_cash_go_from_who_gives_to_who_takes(event: Any, legs: list[tuple[int, str, str]]) -> None:
    assert sums(POSTINGS[type(event)](event)) == moved(*legs), "chips or cash went the other way"
