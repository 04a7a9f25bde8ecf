"""A bank of the two-cloth game in a hall with a house: what its people do, and the cash desk for them."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.cards import Card
from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.banked.acts import Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import CLOTHS, HANDS, BankMode, Hand, Phase
from tapete.house import acts as a
from tapete.house.terms import Means
from tapete.kernel import PersonId
from tapete.live import vault
from tapete.money import Cents
from tapete.play import ListedShoe
from tapete.table.acts import BuyIn, Sit
from tests.support.dos_panos.table import STAFF
from tests.support.house import CASHIER
from tests.support.live.evening import do

ROSA, OFFICER, INSPECTOR, HAND = (PersonId(one) for one in ("rosa", "director", "inspector", "croupier"))
BANK = 5_000_00
PROVEN = 40_000_00
OPENING = d.OpenTable("libre", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)
PUNTERS = {PersonId(who): seat for who, seat in (("ana", 1), ("bea", 2), ("carla", 6), ("dani", 7))}
LOST = "9s 9h Kd 8c 8d 6h"
"""The first cards of a shoe with which the bank loses to both cloths, 7 against 6."""


async def held_by_rosa(
    house: Any, table: Any, amount: Cents = BANK, means: Means = Means.CASH, proven: Cents = PROVEN
) -> None:
    """Let Rosa be announced, and deposit at the cash desk what she has in custody there."""
    await do(house, CASHIER, a.TakeDeposit(ROSA, amount, means))
    if table.state.is_open_bank:
        await do(house, CASHIER, a.LodgeProof(ROSA, proven))
        await do(table, OFFICER, d.ProveDeposit(ROSA))
    await do(table, INSPECTOR, d.AnnounceBank(ROSA, amount))
    await do(table, ROSA, d.DepositBank(amount, str(means)))


async def prepare_shoe(table: Any) -> None:
    """Let the croupier prepare a shoe, every step of it."""
    if table.state.book.pack.shown_to_players.value:
        await do(table, HAND, d.LayOutPacks())
    whole = table.state.settings.decks * 52
    await do(table, HAND, d.CountPack(whole), ShufflePack(), CutPack(whole // 2), d.InsertStopCard())


async def bring_punters(house: Any, table: Any, **chips: Cents) -> None:
    """Seat two punters at each cloth, with the chips that the cash desk sells to some of them."""
    for who, seat in PUNTERS.items():
        await do(table, who, Sit(seat))
        if bought := chips.get(who, 0):
            await do(house, CASHIER, a.SellChips(who, bought))
            await do(table, who, BuyIn(bought))


async def stake(table: Any, **stakes: Cents) -> None:
    """Open the betting, and let punters stake by name, each on the cloth where he sits."""
    await do(table, HAND, d.OpenBets())
    if table.state.phase is Phase.BANCO:
        await do(table, HAND, d.CloseCalls())
    for who, amount in stakes.items():
        cloth = CLOTHS[PUNTERS[PersonId(who)] >= 6]
        await do(table, PersonId(who), d.Stake(amount, cloth))


async def play_coup(table: Any) -> None:
    """Play a coup whose stakes are closed with the cards of a listed shoe: both cloths and the bank stand."""
    for hand in (*HANDS[:2], Hand.BANCA) * 2:
        await do(table, ROSA, d.DealCard(hand))
    await do(table, HAND, d.CarryCards())
    for cloth in CLOTHS:
        holder = table.state.holder(cloth)
        await do(table, holder, d.Lift(cloth), d.Say(Word.NO))
    await do(table, ROSA, d.Lift(Hand.BANCA), Stand())
    for hand in HANDS:
        if table.state.phase is Phase.SHOW and any(
            one.place == hand and not one.face_up for one in table.state.coup.cards.layout
        ):
            await do(table, HAND, d.ShowHand(hand))
    await do(table, HAND, d.Settle())


def list_shoes(monkeypatch: pytest.MonkeyPatch, first: str = LOST) -> None:
    """Have every shoe of a hall begin with these cards, once it was cut in its middle."""

    def order(size: int) -> tuple[Card, ...]:
        listed = ListedShoe(tuple(map(Card, first.split())), size // 52).order
        return (*listed[-(size // 2) :], *listed[: -(size // 2)])

    monkeypatch.setattr(vault, "shuffled_cards", order)
