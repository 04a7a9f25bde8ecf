"""A hall with real tables on SQLite, the application over it, and people who know how to play a coup."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as b
from tapete.games.bingo.terms import CheckItem, MachineType
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import Hand as Side
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import Hand as Cloth
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco.terms import Bet, Hand, Variant
from tapete.kernel import Accepted, Act, PersonId, Ruled
from tapete.live import Clock as HallClock, Hall, Keys, TableActor
from tapete.people.staff import HousePeople
from tapete.record.codec import members
from tapete.table.acts import BuyIn, Sit, StandBehind
from tapete.table.staff import Role
from tapete.table.state import Conduct
from tapete.web import create_app
from tapete.web.operations.routes import MonitorAccess
from tapete.web.sessions import COOKIE
from tapete.web.staff_access import StaffAccess
from tests.support.bingo.drawn import drawn, registering

HALL_POSTS = (Role.TABLE_CHIEF, Role.CALLER, Role.CASHIER, Role.HALL_MANAGER)
OPEN = StaffAccess(is_open=True)
KEY = "llave-de-la-sala"
SHUT = StaffAccess(key=KEY)
HERE = "http://testserver.local"
ORIGIN = {"origin": HERE}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class House:
    """The hall of a test, its application and a client; ``table`` is the punto y banca table."""

    def __init__(self, hall: Hall, client: httpx.AsyncClient, tables: dict[str, TableActor[Any]]) -> None:
        self.hall, self.client, self.tables = hall, client, tables
        self.table = tables["mesa"]
        self.app: Any = client._transport.app  # type: ignore[attr-defined]

    async def act(self, who: str, what: Any, table: str = "mesa") -> Any:
        """Do an act in the hall itself, without HTTP; it must stand."""
        actor = self.tables[table]
        answer = await actor.act(Act(PersonId(who), what, actor.step))
        assert isinstance(answer.outcome, Accepted), answer.outcome
        return answer

    async def prepare(self, table: str = "mesa") -> None:
        """Two players with chips, and a shoe that is ready: betting is open."""
        for seat, who in ((1, "ana"), (2, "bea")):
            await self.act(who, Sit(seat), table)
            await self.act(who, BuyIn(100_000), table)
        boss = self.tables[table].view(None).staff["croupier"]
        for what in (a.CountPack(), a.ShufflePack(), a.CutPack(100), a.InsertCutCard(), a.BurnCards()):
            await self.act(boss, what, table)
        await self.act(boss, a.OpenBets(), table)
        await self.hold_shoe(table)

    async def hold_shoe(self, table: str = "mesa") -> None:
        """Whoever is offered the shoe takes it."""
        for seat in self.tables[table].view(None).seats:
            if seat.offered_shoe and not seat.has_shoe:
                await self.act(str(seat.person), a.TakeShoe(), table)

    async def deal(self, table: str = "mesa") -> None:
        """Stakes of both players, betting closed, two cards to each hand, face down."""
        if self.tables[table].view(None).phase != "bets":
            await self.prepare(table)
        await self.hold_shoe(table)
        await self.act("ana", a.PlaceBet(Bet.PUNTO, 2_000), table)
        await self.act("bea", a.PlaceBet(Bet.BANCA, 1_000), table)
        await self.act(self.tables[table].view(None).staff["croupier"], a.CloseBets(), table)
        await self.act(self.dealer(table), a.Deal(), table)

    def dealer(self, table: str = "mesa") -> str:
        view = self.tables[table].view(None)
        holder = next((seat.person for seat in view.seats if seat.has_shoe), None)
        return str(holder or view.staff["croupier"])

    async def finish(self, table: str = "mesa", at: str = "between") -> None:
        actor = self.tables[table]
        people = ["ana", "bea", "marta"]
        while actor.view(None).phase != at:
            for who in people:
                main = [one for one in actor.legal(PersonId(who)) if one.main]
                if main:
                    fields = {"hand": Hand(main[0].fixed_value("hand"))} if "hand" in main[0].fields else {}
                    kind = {"show-hand": a.ShowHand, "draw-card": a.DrawCard, "settle": a.Settle}[main[0].act]
                    await self.act(who, kind(**fields), table)
                    break
            else:
                raise AssertionError(f"nobody may act in {actor.view(None).phase}")

    async def circle(self, table: str = "cf") -> None:
        """Four people with chips, a shoe that is ready: the bank is offered to Ana at place 1."""
        for seat, who in enumerate(("ana", "bea", "carla", "dani"), start=1):
            await self.act(f"{who}-{table}", Sit(seat), table)
            await self.act(f"{who}-{table}", BuyIn(500_000), table)
        await self.shoe(table)

    async def shoe(self, table: str = "cf") -> None:
        for _ in range(12):
            if self.tables[table].view(None).phase in ("bank", "between"):
                return
            for who in (f"{name}-{table}" for name in ("luz", "ana", "bea", "carla", "dani")):
                main = [one for one in self.tables[table].legal(PersonId(who)) if one.main]
                if main:
                    fields = {"depth": 100} if "depth" in main[0].fields else {}
                    kinds = {str(one.__struct_config__.tag): one for one in members(CHEMIN_DE_FER.act_types)}
                    await self.act(who, kinds[main[0].act](**fields), table)
                    break
        raise AssertionError(self.tables[table].view(None).phase)

    async def betting(self, table: str = "cf", bank: int = 20_000) -> None:
        """Ana holds a bank, of 200 euros if none is named, and betting is open."""
        await self.circle(table)
        await self.act(f"ana-{table}", c.TakeBank(bank), table)
        await self.act(f"luz-{table}", c.OpenBets(), table)

    async def dealt(self, table: str = "cf") -> None:
        """Bea plays banco; four cards lie dealt, hers before her, nobody has looked."""
        await self.betting(table)
        await self.act(f"bea-{table}", c.CallBanco(), table)
        await self.act(f"luz-{table}", c.CloseBets(), table)
        for hand in (Side.PUNTO, Side.BANCA, Side.PUNTO, Side.BANCA):
            await self.act(f"ana-{table}", c.DealCard(hand), table)
        await self.act(f"luz-{table}", c.CarryCards(), table)

    async def irregular(self, what: Any, table: str = "real") -> None:
        """Let the croupier key something that opens an incident."""
        here = self.tables[table]
        answer = await here.act(Act(PersonId(f"luz-{table}"), what, here.step))
        assert isinstance(answer.outcome, Ruled), answer.outcome

    async def open_two_cloths(self, table: str = "panos", **options: Any) -> None:
        posts = (Role.CROUPIER, Role.CHANGER, Role.ASSISTANT, Role.INSPECTOR, *options.pop("further_posts", ()))
        staff = {role: PersonId(f"{role}-{table}") for role in posts}
        fields: dict[str, Any] = {"rulebook": "asturias-2011", "bank_minimum": 1_000_00, "bank_maximum": 10_000_00}
        what = d.OpenTable(name=table, minimum=10_00, staff=staff, **(fields | options))
        self.tables[table] = await self.hall.open_table("dos-panos", what)

    async def open_bingo(self, table: str = "sala", balls: ChanceKind = ChanceKind.SEALED) -> None:
        staff = {role: PersonId(f"{role}-{table}") for role in HALL_POSTS}
        what = b.OpenHall(name=table, rulebook="orden-1979", balls=balls, staff=staff)
        self.tables[table] = await self.hall.open_table("bingo", what)

    async def start_bingo(self, table: str = "sala", balls: ChanceKind = ChanceKind.SEALED) -> None:
        """Open a bingo hall, sell all the cartones of a series and start the game."""
        await self.open_bingo(table, balls)
        chief, caller, cashier, manager = (f"{role}-{table}" for role in HALL_POSTS)
        for what in (
            b.RegisterMachine("M-1", MachineType.PNEUMATIC, "simulation"),
            b.RegisterBalls("S-1", "simulation"),
            registering(drawn()),
        ):
            await self.act(manager, what, table)
        for what in (*(b.PassCheck(item) for item in CheckItem), b.LoadBalls("S-1"), b.OpenSession()):
            await self.act(chief, what, table)
        (series,) = self.tables[table].state.hall.series
        await self.act(chief, b.AnnounceSale((series,)), table)
        await self.act(caller, b.SellCards(series, 1, 60), table)
        await self.act(chief, b.CloseSale(), table)
        await self.act(cashier, b.CollectUnsold(series, 0), table)
        for what in (b.AnnounceSold(), b.AnnouncePrizes(), b.AnnounceStart()):
            await self.act(chief, what, table)

    async def deal_on_two_cloths(self, table: str = "panos") -> None:
        """Two punters on each cloth, a banker; six cards lie dealt, those of the cloths before their players."""
        await self.stake_on_two_cloths(table)
        croupier, banker = f"croupier-{table}", f"rosa-{table}"
        await self.act(croupier, d.CloseBets(), table)
        for hand in (*Cloth, *Cloth):
            await self.act(banker, d.DealCard(hand), table)
        await self.act(croupier, d.CarryCards(), table)

    async def stake_on_two_cloths(self, table: str = "panos", **options: Any) -> None:
        """Two punters on each cloth, a banker; the betting is open, and 100 euros lie on each cloth."""
        await self.open_two_cloths(table, **options)
        croupier, banker = f"croupier-{table}", f"rosa-{table}"
        for place, who in ((1, "ana"), (2, "bea"), (6, "carla"), (7, "dani")):
            await self.act(f"{who}-{table}", Sit(place), table)
            await self.act(f"{who}-{table}", BuyIn(1_000_00), table)
        await self.act(banker, StandBehind(5), table)
        await self.act(f"inspector-{table}", d.AnnounceBank(PersonId(banker), 1_000_00), table)
        await self.act(banker, d.DepositBank(1_000_00), table)
        for what in (d.CountPack(312), d.ShufflePack(), d.CutPack(100), d.InsertStopCard()):
            await self.act(croupier, what, table)
        await self.act(banker, d.DeliverBank(1_000_00), table)
        for step in (d.OpenBets(), d.CloseCalls()):
            await self.act(croupier, step, table)
        for who, cloth in (("ana", Cloth.PRIMERO), ("carla", Cloth.SEGUNDO)):
            await self.act(f"{who}-{table}", d.Stake(100_00, cloth), table)

    async def enter(self, link: str, table: str = "mesa") -> str:
        answer = await self.client.post(f"/mesa/{table}/{link}", headers=ORIGIN, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def cookie(self, person: str, table: str = "mesa", *, staff: bool = False) -> str:
        return f"{COOKIE}={self.app.state.sessions.open(table, person, staff=staff)}"

    async def token(self, person: str, table: str = "mesa") -> dict[str, str]:
        answer = await self.client.post("/api/v1/sessions", json={"table": table, "person": person})
        assert answer.status_code == 201, answer.text
        return {"authorization": f"Bearer {answer.json()['token']}"}


@asynccontextmanager
async def house(
    folder: Path,
    shoe: ChanceKind = ChanceKind.SEALED,
    staff_access: StaffAccess = OPEN,
    keys: Keys | None = None,
    clock: HallClock | None = None,
    people: Callable[[Hall], HousePeople] | None = None,
    monitor: MonitorAccess | None = None,
    witness: bool = False,
) -> AsyncIterator[House]:
    """Open a hall with a large table and a mini one; ``people`` makes it a house with accounts."""
    seen = folder / "hall.witness" if witness else None
    hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys or Keys.fresh(), clock=clock, witness_file=seen)
    staff = {Role.CROUPIER: PersonId("marta"), Role.TABLE_CHIEF: PersonId("julio")}
    mini = {Role.CROUPIER: PersonId("pilar"), Role.TABLE_CHIEF: PersonId("ramon")}
    tables = {
        "mesa": await hall.open_table(
            "punto-y-banca", a.OpenTable("mesa", "asturias-2011", 500, 50_000, staff=staff, shoe=shoe)
        ),
        "mini": await hall.open_table(
            "punto-y-banca", a.OpenTable("mini", "asturias-2011", 500, 10_000, variant=Variant.MINI, staff=mini)
        ),
    }
    posts = {Role.CROUPIER: PersonId("luz"), Role.INSPECTOR: PersonId("fermin")}
    for name, conduct, kind in (("cf", Conduct.STRICT, shoe), ("real", Conduct.OBSERVED, ChanceKind.KEYED)):
        their = {role: PersonId(f"{who}-{name}") for role, who in posts.items()}
        what = c.OpenTable(name, "asturias-2011", 1_000, staff=their, shoe=kind, conduct=conduct)
        tables[name] = await hall.open_table("chemin-de-fer", what)
    try:
        # The client speaks to the application in this very event loop, where the tables live.
        doors: dict[str, Any] = {"staff_access": staff_access} if people is None else {"people": people(hall)}
        doors["monitor"] = monitor
        transport = httpx.ASGITransport(create_app(hall, hosts=["testserver.local"], **doors))  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver.local") as client:
            yield House(hall, client, tables)
    finally:
        await hall.stop()


def opened(by: str = "", **options: Any) -> Callable[[Any], Any]:
    """Play a test that is a scene in a hall that is opened with these options, or by another fixture than ``run``."""

    def marked(scene: Any) -> Any:
        scene.options, scene.opened_by = options, by
        return scene

    return marked
