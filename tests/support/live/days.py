"""Whole days of a house at one table: opened, played, counted, closed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tapete.catalogue import house_games
from tapete.games.baccarat.procedure import CloseTable
from tapete.house import acts as a
from tapete.house.terms import SlipKind
from tapete.live import Hall, Keys
from tapete.money import Cents
from tapete.table.acts import BuyIn, Leave, Sit
from tapete.table.staff import Role
from tests.support.house import ANA, CASHIER, CHIEF, DIRECTOR, DOOR
from tests.support.live.evening import OPENING, do, pay, slip

DAYS = ("2026-11-22", "2026-11-23", "2026-11-24")
CHIPS, CASH, FLOAT, BOUGHT, KEPT = 5_000_000, 2_000_000, 1_000_000, 60_000, 10_000
"""What the desk begins with, the float of the table, what Ana buys each day, and what of it she takes home."""


async def begin(hall: Hall) -> Any:
    """Return the house of a hall, made now and with its posts filled where there is none yet."""
    if hall.house is not None:
        return hall.house
    house = await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
    await do(house, DIRECTOR, a.GoOnDuty(Role.CASHIER, CASHIER), a.GoOnDuty(Role.ADMISSION, DOOR))
    return house


async def close(house: Any, table: Any) -> None:
    """Close a table and count it, count the desk, close the day."""
    await do(table, CHIEF, CloseTable())
    await slip(house, SlipKind.CLOSING, FLOAT, table.id)
    held = house.state.ledger
    await slip(house, SlipKind.COUNT, held.get("chips", 0), cash=held.get("cash", 0))
    await do(house, DIRECTOR, a.CloseDay())


async def play_day(hall: Hall, day: str, *, opening: Any = OPENING, kept: Cents = KEPT) -> Any:
    """Play a day from its opening to its close; return its table."""
    house = await begin(hall)
    await do(house, DIRECTOR, a.OpenDay(day))
    await slip(house, SlipKind.SUPPLY, CHIPS, cash=CASH)
    table = await hall.open_table("punto-y-banca", opening)
    await slip(house, SlipKind.OPENING, FLOAT, table.id)
    await do(house, DOOR, a.Admit(ANA))
    await do(house, CASHIER, a.SellChips(ANA, BOUGHT))
    await do(table, ANA, Sit(1), BuyIn(BOUGHT), Leave())
    await pay(house, a.BuyBackChips(ANA, BOUGHT - kept))
    await close(house, table)
    return table


def house_with_minutes(folder: Path, name: str = "minutes.db") -> Path:
    """Return the store of a house: a day with a difference, a sentence and a complaint, and one that answers it."""

    async def scene() -> None:
        keys, witness = Keys.load(folder / f"{name}.key"), folder / f"{name}.witness"
        hall = await Hall.start(f"sqlite:///{folder / name}", keys, witness_file=witness, games=house_games())
        try:
            house = await begin(hall)
            await do(house, DIRECTOR, a.OpenDay(DAYS[0]), a.WriteMinutes("corte de luz"), a.Complain("hace frío"))
            await do(house, CASHIER, a.WriteSlip(SlipKind.COUNT, 0, cash=100))
            await do(house, DIRECTOR, a.ConfirmDifference(1, 0, -100, "una moneda en el suelo"), a.CloseDay())
            await do(house, DIRECTOR, a.OpenDay(DAYS[1]), a.AnswerComplaint(1, "ya no"))
        finally:
            await hall.stop()

    asyncio.run(scene())
    return folder / name


async def make_days(folder: Path, keys: Keys, *days: str, clock: Any = None, opening: Any = OPENING) -> None:
    """Play days in a hall over ``folder/hall.db``, each between a start and an end of the hall."""
    for day in days:
        url = f"sqlite:///{folder / 'hall.db'}"
        hall = await Hall.start(url, keys, witness_file=folder / "witness", games=house_games(), clock=clock)
        try:
            await play_day(hall, day, opening=opening)
        finally:
            await hall.stop()
