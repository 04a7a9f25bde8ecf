"""A bank of the two-cloth game in a hall with a house: what its people do, and the cash desk for them."""

from __future__ import annotations

from typing import Any

from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.dos_panos import acts as d
from tapete.house import acts as a
from tapete.house.terms import Means
from tapete.kernel import PersonId
from tapete.money import Cents
from tests.support.house import CASHIER
from tests.support.live.evening import do

ROSA, OFFICER, INSPECTOR, HAND = (PersonId(one) for one in ("rosa", "director", "inspector", "croupier"))
BANK = 5_000_00
PROVEN = 40_000_00


async def held_by_rosa(house: Any, table: Any, amount: Cents = BANK, means: Means = Means.CASH) -> None:
    """Let Rosa be announced, and deposit at the cash desk what she has in custody there."""
    await do(house, CASHIER, a.TakeDeposit(ROSA, amount, means))
    if table.state.is_open_bank:
        await do(house, CASHIER, a.LodgeProof(ROSA, PROVEN))
        await do(table, OFFICER, d.ProveDeposit(ROSA))
    await do(table, INSPECTOR, d.AnnounceBank(ROSA, amount))
    await do(table, ROSA, d.DepositBank(amount, str(means)))


async def prepare_shoe(table: Any) -> None:
    """Let the croupier prepare a shoe, every step of it."""
    if table.state.book.pack.shown_to_players.value:
        await do(table, HAND, d.LayOutPacks())
    whole = table.state.settings.decks * 52
    await do(table, HAND, d.CountPack(whole), ShufflePack(), CutPack(whole // 2), d.InsertStopCard())
