"""A small hall with two tables, and copies of it to tamper with."""

import asyncio
import random
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from msgspec.structs import replace

from tapete.bots import AT_ONCE, Troupe, player_count, staff_for
from tapete.catalogue import entry
from tapete.chance import ChanceKind
from tapete.games.bingo import acts as bingo
from tapete.games.bingo.cards import series_of_strips
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, SystemClock
from tapete.table.acts import BuyIn, Leave, Sit
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, ITEMS, MANAGER, STAFF
from tests.support.house import ANA, BEA
from tests.support.live.evening import DAYS, OPEN_BANK, OPENING, do, make_days, open_day, welcome

TABLE, OTHER = "mesa", "otra"
COUPS = 2


class Copy(NamedTuple):
    """A folder with ``hall.db``, ``hall.key`` and ``witness``, to be damaged; ``old`` holds what they were before."""

    folder: Path

    @property
    def db(self) -> Path:
        return self.folder / "hall.db"

    @property
    def key(self) -> Path:
        return self.folder / "hall.key"

    @property
    def witness(self) -> Path:
        return self.folder / "witness"

    @property
    def export(self) -> Path:
        return self.folder / "mesa.jsonl"

    @property
    def old(self) -> Path:
        return self.folder / "old"


class SteadyClock(SystemClock):
    """A clock that runs as it should and begins on the same day whenever the tests run."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.monotonic()
        self.begins = datetime(2026, 1, 2, 20, tzinfo=UTC)

    def wall(self) -> str:
        return (self.begins + timedelta(seconds=time.monotonic() - self._began)).isoformat(timespec="milliseconds")


async def started(folder: Path, days: int = 0) -> Hall:
    """Start the hall of a folder, so many days after the first."""
    clock = SteadyClock()
    clock.begins += timedelta(days=days)
    keys, url = Keys.load(folder / "hall.key"), f"sqlite:///{folder / 'hall.db'}"
    return await Hall.start(url, keys, witness_file=folder / "witness", clock=clock)


async def _is_over(hall: Hall, coups: int) -> bool:
    """Return True after so many coups, of which somebody won one; without any once there is a shoe."""
    events = [event for one in await hall.tables[TABLE].entries() for event in one.events]
    won = any(line["outcome"] == "won" for event in events for line in event.get("lines", ()))
    has_shoe = any(event["event"].startswith("shoe-sealed") for event in events)
    return len(hall.tables[TABLE].view(None).history) >= coups and (won if coups else has_shoe)


async def _evening(folder: Path, coups: int = COUPS) -> None:
    """Open two tables, play coups at one, act at the other, close."""
    hall, form = await started(folder), entry("punto-y-banca").form()
    for name in (TABLE, OTHER):
        fields = {"name": name, "rulebook": "asturias-2011", "minimum": 1000, "maximum": 50000}
        await hall.open_table("punto-y-banca", form.make({**fields, "staff": staff_for(name, "punto-y-banca")}))
    await hall.signer.sign()
    troupe = Troupe(hall, AT_ONCE, seed=4)
    troupe.join(TABLE, player_count("punto-y-banca", 2))
    while not await _is_over(hall, coups):
        assert not troupe.errors
        await asyncio.sleep(0.001)
    await troupe.stop()
    for number in (1, 2):
        await hall.tables[OTHER].act(Act(PersonId(f"ana-{number}"), Sit(number)), f"sit-{number}")
    await hall.stop()


async def _more(folder: Path, *, sign: bool) -> None:
    """Start again the day after and act at both tables; close, or die without a signature."""
    hall = await started(folder, 1)
    assert not hall.parked_tables
    for name in (TABLE, OTHER):
        for number in (6, 7, 8):
            found = await hall.tables[name].act(Act(PersonId(f"{name}-{number}"), Sit(number)), f"sit-{number}")
            assert found.refusal is None
    await hall.stop(sign=sign)


async def _day_of_house(folder: Path) -> None:
    """Open a house with one table; two players come, one leaves again, the other buys chips twice; close the hall."""
    hall = await started(folder)
    house = await open_day(hall)
    table = await hall.open_table("punto-y-banca", replace(OPENING, name=TABLE))
    for seat, who in enumerate((ANA, BEA), start=1):
        await welcome(house, who, 60_000)
        await do(table, who, Sit(seat), BuyIn(20_000))
    await do(table, BEA, Leave())
    await do(table, ANA, BuyIn(10_000))
    await hall.stop()


async def _house_of_cloths(folder: Path) -> None:
    """Open a house with one table of the two-cloth game, whose opening says that it is one of a house."""
    hall = await started(folder)
    await open_day(hall)
    await hall.open_table("dos-panos", replace(OPEN_BANK, name=TABLE))
    await hall.stop()


async def _drawing(folder: Path) -> None:
    """Open a hall of bingo with sealed balls, sell a cartón, draw three balls; close while the game is played."""
    hall = await started(folder)
    table = await hall.open_table("bingo", bingo.OpenHall(TABLE, "orden-1979", ChanceKind.SEALED, staff=STAFF))
    series = series_of_strips("B", 7, 6, 200, "0b" * 32)
    manager, chief, caller, cashier = map(PersonId, (MANAGER, CHIEF, CALLER, CASHIER))
    await do(table, manager, bingo.RegisterMachine("M-1", "drum", "CNJ-1"), bingo.RegisterBalls("S-9", "CNJ-2"), series)
    await do(table, chief, *(bingo.PassCheck(item) for item in ITEMS), bingo.LoadBalls("S-9"), bingo.OpenSession())
    await do(table, chief, bingo.AnnounceSale(("B-7",)))
    await do(table, caller, bingo.SellCards("B-7", 1, 1))
    await do(table, chief, bingo.CloseSale())
    await do(table, cashier, bingo.CollectUnsold("B-7", 5))
    await do(table, chief, bingo.AnnounceSold(), bingo.AnnouncePrizes(), bingo.AnnounceStart())
    for _ in range(3):
        await do(table, caller, bingo.DrawBall(), bingo.AnnounceBall(), bingo.ShowBall())
    await hall.stop()


def make_closed_hall(folder: Path) -> Path:
    """Make a hall in good order in a folder: ``closed``; what it was after its first evening lies in ``old``."""
    order = random.Random(20260102)
    closed = folder / "closed"
    closed.mkdir()
    with mock.patch("tapete.live.card_orders.secrets.randbelow", order.randrange):
        asyncio.run(_evening(closed))
    (closed / "old").mkdir()
    for name in ("hall.db", "witness"):
        shutil.copy(closed / name, closed / "old" / name)
    return closed


def make_halls(folder: Path) -> None:
    """Make seven halls: in good order, killed, with a house, of two cloths, with three days, with bingo in play; and a
    short one, of which anything may be changed often.
    """
    closed = make_closed_hall(folder)
    (folder / "short").mkdir()
    asyncio.run(_evening(folder / "short", 0))
    for name, evening in (("house", _day_of_house), ("cloths", _house_of_cloths), ("balls", _drawing)):
        (folder / name).mkdir()
        asyncio.run(evening(folder / name))
    (folder / "days").mkdir()
    keys, opening = Keys.load(folder / "days" / "hall.key"), replace(OPENING, name=TABLE)
    asyncio.run(make_days(folder / "days", keys, *DAYS, clock=SteadyClock(), opening=opening))
    shutil.copytree(closed, folder / "killed")
    asyncio.run(_more(closed, sign=True))
    asyncio.run(_more(folder / "killed", sign=False))


def copy_hall(halls: Path, base: str, to: Path) -> Copy:
    shutil.copytree(halls / base, to)
    return Copy(to)
