"""What a hall itself says in an act of its house, whatever its author has written there, and again as at first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.house.acts import Admit, OpenDay, SignSlip, WriteSlip
from tapete.house.terms import SlipKind
from tapete.kernel import Act, ActBody
from tapete.live.said_by_hall import SAID, as_first_said, with_hall_said
from tapete.record.codec import to_tree
from tests.support.house import ANA, CASHIER, DIRECTOR, TABLE, open_house

DEBTS = {TABLE: 700, "otra": 900, "": None}


def services(today: str | None = "2026-11-23") -> Any:
    house = SimpleNamespace(debt_at=lambda table: DEBTS.get(table, 1))
    return SimpleNamespace(calendar=None if today is None else lambda: today, house=house)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (OpenDay("2026-11-22"), {"has_balances": True, "today": "2026-11-23"}),
        (OpenDay("2026-11-22", False, "2030-01-01"), {"has_balances": True, "today": "2026-11-23"}),
        (WriteSlip(SlipKind.CREDIT, 100, TABLE), {"debt": 700, "is_whole": False}),
        (WriteSlip(SlipKind.CREDIT, 100, TABLE, debt=0, is_whole=True), {"debt": 700, "is_whole": False}),
        (WriteSlip(SlipKind.FILL, 100, "otra"), {"debt": 900, "is_whole": False}),
        (WriteSlip(SlipKind.COUNT, 100), {"debt": None, "is_whole": True}),
        (SignSlip(2), {"debt": 700}),
        (SignSlip(2, 5), {"debt": 700}),
        (SignSlip(99, 5), {"debt": None}),
        (Admit(ANA), {}),
    ],
)
def test_what_is_the_hall_s_alone_is_said_by_the_hall(what: ActBody, said: dict[str, Any]) -> None:
    """The second slip of the house takes chips off its table; of the ninety-ninth there is none."""
    here = open_house()
    here.do(WriteSlip(SlipKind.FILL, 100, TABLE), CASHIER)
    state = replace(
        here.state, slips=here.state.slips.set(2, replace(here.state.slips[here.state.last_slip], serial=2))
    )
    act: Act[Any] = Act(CASHIER, what, here.state.step)
    found = with_hall_said(act, state, services())
    assert found == replace(act, body=replace(what, **said))
    assert set(SAID.get(type(what), {})) == set(said)


def test_a_hall_without_a_calendar_names_no_day() -> None:
    act: Act[Any] = Act(DIRECTOR, OpenDay("2026-11-22", today="2026-11-22"))
    found = with_hall_said(act, open_house().state, services(None))
    assert found.body == OpenDay("2026-11-22", True, None)


def entry(act: Act[Any]) -> Any:
    return SimpleNamespace(act={"by": act.by, "at": None, "what": to_tree(act.body)})


@pytest.mark.parametrize(
    ("first", "again", "found"),
    [
        (OpenDay("2026-11-22", True, "2026-11-22"), OpenDay("2026-11-25"), OpenDay("2026-11-25", True, "2026-11-22")),
        (OpenDay("2026-11-22"), OpenDay("2026-11-22", True, "2026-11-23"), OpenDay("2026-11-22")),
        (
            WriteSlip(SlipKind.COUNT, 5, "", debt=70, is_whole=True),
            WriteSlip(SlipKind.FILL, 9, TABLE, debt=1),
            WriteSlip(SlipKind.FILL, 9, TABLE, debt=70, is_whole=True),
        ),
        (SignSlip(3, 70), SignSlip(4), SignSlip(4, 70)),
        (SignSlip(3, 70), OpenDay("2026-11-22"), OpenDay("2026-11-22")),  # another request under the same id
        (OpenDay("2026-11-22", True), SignSlip(3, 5), SignSlip(3, 5)),
        (Admit(ANA), Admit(ANA), Admit(ANA)),
        (OpenDay("2026-11-22", True), Admit(ANA), Admit(ANA)),
    ],
)
def test_a_request_that_comes_again_is_read_with_what_the_hall_said_the_first_time(
    first: ActBody, again: ActBody, found: ActBody
) -> None:
    act: Act[Any] = Act(CASHIER, again)
    assert as_first_said(act, entry(Act(CASHIER, first))) == replace(act, body=found)
