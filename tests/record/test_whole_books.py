"""A Beancount file as a whole: every line of it, for entries of several days, and for a day without those before it."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tapete.house.events import BalancesCarried
from tapete.kernel import HOUSE, Act, ActBody, Event, PersonId
from tapete.record.beancount import EQUITY, AccountNames, amount, beancount
from tapete.record.codec import to_tree
from tapete.record.entry import Entry
from tests.support.record.toy import Deal, Paid, Settle, Stake, Staked, Toy, Wants

ANA, BEA = PersonId("ana"), PersonId("bea")


class DayToy(Toy):
    """The small game, with the balances of a day that begins without those before it."""

    event_types: ClassVar[Any] = Toy.event_types | BalancesCarried


def entry(version: int, when: str, body: ActBody, *events: Event, by: PersonId = ANA) -> Entry:
    return Entry(
        table="t1",
        game="toy",
        version=version,
        time=when,
        by=by,
        epoch=1,
        edition="1",
        act=to_tree(Act(by, body)),
        events=tuple(map(to_tree, events)),
    )


WHOLE = """\
option "title" "toy t1"
option "operating_currency" "EUR"

2026-01-02 open Equity:Cash-desk EUR
  account: "cash-desk"
2026-01-02 open Assets:Person:Ana EUR
  account: "person:ana"
2026-01-02 open Assets:Person:Bea EUR
  account: "person:bea"
2026-01-02 open Assets:Stakes EUR
  account: "stakes"

2026-01-03 * "stake"
  entry: 1
  time: "2026-01-03T20:00:00+01:00"
  by: "ana"
  Equity:Cash-desk  -10.05 EUR
  Assets:Person:Ana  10.05 EUR
  Assets:Person:Ana  -10.05 EUR
  Assets:Stakes  10.05 EUR

2026-01-02 * "settle"
  entry: 3
  time: "2026-01-02T20:00:00+01:00"
  by: "system:house"
  Assets:Stakes  -3.00 EUR
  Assets:Person:Bea  3.00 EUR

2026-01-04 balance Equity:Cash-desk -10.05 ~ 0.00 EUR
2026-01-04 balance Assets:Person:Ana 0.00 ~ 0.00 EUR
2026-01-04 balance Assets:Person:Bea 3.00 ~ 0.00 EUR
2026-01-04 balance Assets:Stakes 7.05 ~ 0.00 EUR
"""


def test_a_file_opens_every_account_books_every_entry_that_moves_something_and_balances_after_the_last_day() -> None:
    """Whatever the order of the days, for clocks go back: accounts open on the first and balance after the last."""
    entries = [
        entry(1, "2026-01-03T20:00:00+01:00", Stake(1005), Staked(ANA, 1005)),
        entry(2, "2026-01-09T20:00:00+01:00", Deal(), Wants("card")),
        entry(3, "2026-01-02T20:00:00+01:00", Settle(BEA), Paid(BEA, 300), by=HOUSE),
    ]
    assert beancount(Toy(), entries) == WHOLE
    assert beancount(Toy(), iter(entries), "CHF") == WHOLE.replace("EUR", "CHF")


def test_a_file_in_which_nothing_moves_has_a_title_and_nothing_else() -> None:
    empty = 'option "title" "{}"\noption "operating_currency" "EUR"\n\n\n'
    assert beancount(Toy(), []) == empty.format("toy")
    assert beancount(Toy(), [entry(1, "2026-01-02T20:00:00+01:00", Deal(), Wants("card"))]) == empty.format("toy t1")


HELD = BalancesCarried("Casa", has_admission=False, day="d", days=1, balances={"person:ana": 500, "stakes": -500})
CARRIED_LINES = ["  Assets:Person:Ana  5.00 EUR", "  Assets:Stakes  -5.00 EUR"]


@pytest.mark.parametrize(
    ("versions", "carried"), [((5,), True), ((2,), True), ((1,), False), ((1, 2), False), ((5, 6), True)]
)
def test_the_first_entry_of_a_day_by_itself_brings_the_balances_of_the_day(
    versions: tuple[int, ...], carried: bool
) -> None:
    """Those of an entry that follows others are what these have led to."""
    entries = [entry(at, "2026-01-02T20:00:00+01:00", Deal(), HELD) for at in versions]
    moved = [line for line in beancount(DayToy(), entries).splitlines() if line.startswith("  Assets")]
    assert moved == (CARRIED_LINES if carried else [])


@pytest.mark.parametrize("account", ["cash-desk", "unrecorded", "outside", "safe-chips", "safe-cash"])
def test_what_stands_outside_is_equity_and_everything_else_is_an_asset(account: str) -> None:
    assert AccountNames()[account] == f"Equity:{account.capitalize()}"
    assert AccountNames()[f"{account}-x"] == f"Assets:{account.capitalize()}-x"
    assert account in EQUITY
    assert len(EQUITY) == 5


def test_two_accounts_never_have_one_name() -> None:
    names = AccountNames()
    said = ["box:a b", "box:a-b", "box:a_b", "box:a b", "box-a:b", "ñu", "é", "box:", "Box:a b"]
    assert [names[one] for one in said] == [
        "Assets:Box:A-b",
        "Assets:Box:A-b-2",
        "Assets:Box:A-b-3",
        "Assets:Box:A-b",
        "Assets:Box-a:B",
        "Assets:X-u",
        "Assets:X-",
        "Assets:Box:X",
        "Assets:Box:A-b-4",
    ]


@pytest.mark.parametrize(
    ("cents", "said"),
    [(0, "0.00"), (1, "0.01"), (-1, "-0.01"), (99, "0.99"), (100, "1.00"), (-100, "-1.00"), (-12345, "-123.45")],
)
def test_cents_are_written_as_units_with_two_decimals(cents: int, said: str) -> None:
    assert amount(cents, "EUR") == f"{said} EUR"
