"""A house above a hall: opened for a day, whole days at one table, an open bank; what its people do there."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tapete.cards import Card
from tapete.catalogue import house_games
from tapete.games.baccarat.procedure import CloseTable, CutPack, ShufflePack
from tapete.games.banked.acts import Stand
from tapete.games.banked.coup import Word
from tapete.games.chemin_de_fer import acts as c
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import CLOTHS, HANDS, BankMode, Hand, Phase
from tapete.games.punto_banco import acts as p
from tapete.house import acts as a
from tapete.house.desk import Payment, kept_for_others
from tapete.house.state import VOUCHERS
from tapete.house.terms import Means, SlipKind
from tapete.kernel import Act, ActBody, PersonId, Refused, RefusedError
from tapete.live import Hall, Keys, card_orders
from tapete.live.answer import Answer
from tapete.money import Cents
from tapete.play import ListedShoe
from tapete.table.acts import BuyIn, Leave, Sit
from tapete.table.staff import Role
from tests.support.dos_panos.table import STAFF
from tests.support.house import ANA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, asked

DAY = "2026-11-22"
OPENING = p.OpenTable(TABLE, "asturias-2011", 1_000, 50_000, staff={Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF})
OTHER = c.OpenTable(
    "mesa-2", "asturias-2011", 1_000, staff={Role.CROUPIER: PersonId("luz"), Role.INSPECTOR: PersonId("fermin")}
)


async def do(actor: Any, who: PersonId, *whats: ActBody) -> None:
    for what in whats:
        answer: Answer = await actor.act(Act(who, what, actor.step))
        assert not isinstance(answer.outcome, Refused), answer.outcome


async def pay(house: Any, what: Payment) -> None:
    await do(house, what.person, asked(what))
    await do(house, CASHIER, what)


async def refused(actor: Any, who: PersonId, what: ActBody) -> Refused:
    versions = [one.version for one in (actor, *others(actor))]
    outcome = (await actor.act(Act(who, what, actor.step))).outcome
    assert isinstance(outcome, Refused), outcome
    assert [one.version for one in (actor, *others(actor))] == versions
    return outcome


def others(actor: Any) -> tuple[Any, ...]:
    house = actor._services.house.actor
    return () if house is None or house is actor else (house,)


async def open_day(hall: Hall, *, admission: bool = True) -> Any:
    """Return the house of a hall on an open day, with its posts filled and its cash desk supplied."""
    house = await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR, admission))
    duties = (a.GoOnDuty(Role.CASHIER, CASHIER), a.GoOnDuty(Role.ADMISSION, DOOR))
    await do(house, DIRECTOR, a.OpenDay(DAY), *duties)
    await slip(house, SlipKind.SUPPLY, 5_000_000, cash=2_000_000)
    return house


async def slip(house: Any, kind: SlipKind, chips: Cents, table: str = "", cash: Cents = 0) -> None:
    """Move chips on a slip of the cash desk and the director; a count finds all that the desk keeps besides."""
    besides = (house.state.ledger.get(VOUCHERS, 0), kept_for_others(house.state)) if kind is SlipKind.COUNT else (0, 0)
    await do(house, CASHIER, a.WriteSlip(kind, chips, table, cash, None, *besides))
    await do(house, DIRECTOR, a.SignSlip(house.state.last_slip))


async def welcome(house: Any, who: PersonId, amount: Cents = 0) -> None:
    await do(house, DOOR, a.Admit(who))
    if amount:
        await do(house, CASHIER, a.SellChips(who, amount))


def purse(house: Any, who: PersonId) -> Cents:
    return int(house.state.ledger.get(f"person:{who}", 0))


async def open_bets(table: Any, who: PersonId = ANA) -> None:
    """Bring a table of punto y banca to its first bets; ``who`` takes the shoe."""
    await do(table, CROUPIER, p.CountPack(), p.ShufflePack(), p.CutPack(200), p.InsertCutCard(), p.BurnCards())
    await do(table, who, p.TakeShoe())
    await do(table, CROUPIER, p.OpenBets())


async def refused_opening(hall: Hall, what: Any, game: str = "dos-panos") -> Refused:
    assert hall.house is not None
    before, tables = hall.house.version, set(hall.tables)
    with pytest.raises(RefusedError) as error:
        await hall.open_table(game, what)
    assert (hall.house.version, set(hall.tables)) == (before, tables)
    return error.value.refused


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
    await do(table, CHIEF, CloseTable())
    await slip(house, SlipKind.CLOSING, FLOAT, table.id)
    held = house.state.ledger
    await slip(house, SlipKind.COUNT, held.get("chips", 0), cash=held.get("cash", 0))
    await do(house, DIRECTOR, a.CloseDay())


async def play_day(hall: Hall, day: str, *, opening: Any = OPENING, kept: Cents = KEPT) -> Any:
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


ROSA, OFFICER, INSPECTOR, HAND = (PersonId(one) for one in ("rosa", "director", "inspector", "croupier"))
BANK = 5_000_00
PROVEN = 40_000_00
OPEN_BANK = d.OpenTable("libre", "asturias-2011", 10_00, mode=BankMode.OPEN, staff=STAFF)
PUNTERS = {PersonId(who): seat for who, seat in (("ana", 1), ("bea", 2), ("carla", 6), ("dani", 7))}
LOST = "9s 9h Kd 8c 8d 6h"
"""The first cards of a shoe with which the bank loses to both cloths, 7 against 6."""


async def held_by_rosa(
    house: Any, table: Any, amount: Cents = BANK, means: Means = Means.CASH, proven: Cents = PROVEN
) -> None:
    await do(house, CASHIER, a.TakeDeposit(ROSA, amount, means))
    if table.state.is_open_bank:
        await do(house, CASHIER, a.LodgeProof(ROSA, proven))
        await do(table, OFFICER, d.ProveDeposit(ROSA))
    await do(table, INSPECTOR, d.AnnounceBank(ROSA, amount))
    await do(table, ROSA, d.DepositBank(amount, str(means)))


async def prepare_shoe(table: Any) -> None:
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

    monkeypatch.setattr(card_orders, "shuffled_cards", order)
