"""A short evening of a house and its table: every act of it that moves something in both records, and some that do not.

Each act follows from the two records alone, so a hall that comes back after a crash goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tapete.games.baccarat.procedure import CloseTable
from tapete.house import acts as a
from tapete.house.engine import ESTABLISHMENT
from tapete.house.terms import SlipKind
from tapete.kernel import Act
from tapete.live import Hall, Keys
from tapete.table.acts import BuyIn, Leave, Sit
from tapete.table.staff import Role
from tests.support.house import ANA, CASHIER, CHIEF, DIRECTOR, DOOR
from tests.support.live.evening import OPENING

HOUSE = "house"
PREPARING = (
    (DIRECTOR, a.OpenDay("2026-11-22")),
    (DIRECTOR, a.GoOnDuty(Role.CASHIER, CASHIER)),
    (DIRECTOR, a.GoOnDuty(Role.ADMISSION, DOOR)),
    (CASHIER, a.WriteSlip(SlipKind.SUPPLY, 500_000)),
    (DIRECTOR, a.SignSlip(1)),
    (DOOR, a.Admit(ANA)),
    (CASHIER, a.SellChips(ANA, 60_000)),
)
"""What is done in the house before its table opens; then the table is opened, which is an act of the hall."""
AT_TABLE = (
    (ANA, Sit(1)),
    (ANA, BuyIn(40_000)),
    (ANA, Leave()),
    (ANA, Sit(2)),
    (ANA, BuyIn(100)),
    (CHIEF, CloseTable()),
)
"""What is done at the table; each of these has a twin."""
Step = tuple[str, Any, Any]
EVENING: tuple[Step, ...] = (
    *(("house", *one) for one in PREPARING),
    ("open", None, None),
    *(("table", *one) for one in AT_TABLE),
)
"""Every step is one entry of the house: so its version says what comes next."""


async def play(order: dict[str, Any], at: Callable[[str], None], say: Callable[..., None]) -> None:
    """Play as many acts of the evening as an order says, from wherever the records stand."""
    hall = await Hall.start(order["url"], Keys.load(order["key"]), reserve=0)
    house = hall.house or await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
    say(parked={name: str(why) for name, why in hall.parked_tables.items()}, versions=_versions(hall))
    for _ in range(order["acts"]):
        done = house.version - 1
        if done == len(EVENING):
            break
        where, who, what = EVENING[done]
        if where == "open":
            await hall.open_table("punto-y-banca", OPENING)
            at("answered")
            continue
        actor = house if where == "house" else hall.tables[max(hall.tables)]
        answer = await actor.act(Act(who, what, actor.step), f"s{done}")
        assert answer.refusal is None, answer
        at("answered")
    say(
        end=_versions(hall),
        problems=list(ESTABLISHMENT.problems(house.state)),
        purse=house.state.ledger.get(f"person:{ANA}", 0),
        seated=house.state.visitor(ANA).table,
    )
    await hall.stop()


def _versions(hall: Hall) -> dict[str, int]:
    assert hall.house is not None
    former = {name: one.end.version for name, one in hall.archive.tables.items()}
    return {HOUSE: hall.house.version, **former, **{name: table.version for name, table in hall.tables.items()}}
