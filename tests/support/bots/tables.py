"""Tables of bots: how each is opened, how far it has come, what nobody may see; machines under a clock of the test."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tapete.bots import AT_ONCE, Pace, Troupe, staff_for
from tapete.bots.bot import DEMO, Bot, Move, roster_of
from tapete.games.chemin_de_fer.acts import OpenTable as OpenCheminDeFer
from tapete.games.dos_panos.acts import OpenTable as OpenDosPanos
from tapete.games.punto_banco.acts import OpenTable as OpenPuntoBanco
from tapete.games.punto_banco.terms import Variant
from tapete.kernel import ActBody, Offer, PersonId, Refused, Step
from tapete.live import Guest, Hall, Keys, TableActor
from tapete.play import Play
from tapete.table.staff import Role
from tests.support.bots.evening import Chair, Clock

ANA = PersonId("ana")
QUICK = Pace((0.0, 0.0), (0.02, 0.02), (0.0, 0.0), (0.01, 0.01))


@dataclass(frozen=True)
class Kind:
    """A sort of table."""

    name: str
    game: str
    pace: Pace
    players: int
    chief: Role
    opening: Callable[..., Any]
    coups: Callable[[TableActor[Any]], int]

    def staff(self) -> dict[Role, PersonId]:
        return staff_for("mesa", self.game)

    async def open(self, hall: Hall, **options: Any) -> TableActor[Any]:
        basis = {"rulebook": "asturias-2011", "minimum": 1000, "staff": self.staff()}
        return await hall.open_table(self.game, self.opening(name="mesa", **{**basis, **options}))


def _settled(table: TableActor[Any]) -> int:
    return len(table.view(None).history)


def _number(table: TableActor[Any]) -> int:
    return table.view(None).coup.number


_PUNTO_BANCO = ("punto-y-banca", AT_ONCE, 3, Role.TABLE_CHIEF)
LARGE = Kind("punto-y-banca", *_PUNTO_BANCO, partial(OpenPuntoBanco, maximum=50000), _settled)
MINI = Kind("mini", *_PUNTO_BANCO, partial(OpenPuntoBanco, maximum=50000, variant=Variant.MINI), _settled)
CHEMIN = Kind("chemin-de-fer", "chemin-de-fer", QUICK, 4, Role.INSPECTOR, OpenCheminDeFer, _number)
DOS_PANOS = Kind(
    "dos-panos",
    "dos-panos",
    QUICK,
    6,
    Role.INSPECTOR,
    partial(OpenDosPanos, bank_minimum=100_000, bank_maximum=1_000_000),
    _number,
)


def play(tmp_path: Path, scene: Callable[[Hall], Awaitable[None]], **options: Any) -> None:
    async def whole() -> None:
        hall = await Hall.start(f"sqlite:///{tmp_path / 'hall.db'}", Keys.load(tmp_path / "key"), **options)
        try:
            await scene(hall)
        finally:
            await hall.stop()

    asyncio.run(whole())


async def until(true: Callable[[], bool], seconds: float = 60, troupe: Troupe | None = None) -> None:
    """Wait until something is true; no bot may fail meanwhile."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        assert troupe is None or not troupe.errors, troupe.errors
        await asyncio.sleep(0.005)


def meant(hall: Hall, bot: type[Bot], person: PersonId, pace: Pace) -> Move | None:
    """Return what a bot on the person's place would do now and how long it would wait."""
    guest = Guest(hall, "mesa", person)
    offers: dict[str, list[Offer]] = {}
    for offer in guest.legal():
        offers.setdefault(offer.act, []).append(offer)
    return bot(guest, pace, Random(3)).choose(guest.view(), offers)


async def quiet(table: TableActor[Any], troupe: Troupe, pause: float = 0.3) -> None:
    """Wait until nothing has happened at a table for a pause: what bots had begun may take its time on a busy machine.

    Fails where they never come to rest.
    """
    for _ in range(100):
        version = table.version
        await asyncio.sleep(pause)
        assert not troupe.errors, troupe.errors
        if table.version == version:
            return
    raise AssertionError("the bots go on")


class Deed(NamedTuple):
    """What a machine did, when, and the clock that everybody saw before."""

    by: str
    act: str
    at: float
    clock: str


class Room:
    """A table with machines on its posts. ``play`` reads and ``set`` writes the table where its test keeps it."""

    def __init__(self, clock: Clock, play: Callable[[], Play[Any]], put: Callable[[Play[Any]], None]) -> None:
        self.clock, self.play, self.put = clock, play, put
        self.kind, self.of, self.ends = "", play().game.step(play().state), 0.0
        self.machines = [
            roster_of(play().game.key).staff[role](Chair(self, PersonId(f"bot-{name}"), name), DEMO, Random(3))
            for role, name in play().state.staff.items()
        ]
        self.deeds: list[Deed] = []

    @property
    def step(self) -> Step:
        return self.play().game.step(self.play().state)

    def left(self, kind: str = "") -> float:
        """Return the seconds that the clock of the table shows; with a ``kind``, on a clock of that kind alone."""
        runs = self.of == self.step and kind in ("", self.kind)
        return max(0.0, self.ends - self.clock.now) if runs else 0.0

    def view(self, who: PersonId) -> Any:
        return self.play().view(who)

    def legal(self, who: PersonId) -> tuple[Offer, ...]:
        return self.play().legal(who)

    def show(self, kind: str, seconds: float) -> None:
        self.kind, self.of, self.ends = kind, self.step, self.clock.now + seconds

    def act(self, who: PersonId, what: ActBody, at: Step | None) -> Refused | None:
        made = self.play().attempt(what, who, at)
        if isinstance(made.outcome, Refused):
            return made.outcome
        self.put(self.play().after(made))
        return None

    def look(self) -> None:
        """Let every machine look at the table, and set the clock if it means to."""
        for one in self.machines:
            one._move()

    def move_on(self) -> bool:
        """Let the machine act that would act first; return False where none means to."""
        meant = [(one, one._move()) for one in self.machines]
        due = [(one._due, number, one, move) for number, (one, move) in enumerate(meant) if move and move.act]
        if not due:
            return False
        at, _, machine, move = min(due, key=lambda one: one[:2])
        self.clock.now = max(self.clock.now, at)
        if move.clock:
            self.clock.now += self.left(move.clock)
        kind = self.kind if self.of == self.step else ""
        assert move.act is not None
        refused = asyncio.run(machine._do(move))
        assert refused is None, (move, refused)
        person = str(machine.seat.person).removeprefix("bot-")
        self.deeds.append(Deed(person, str(move.act.__struct_config__.tag), self.clock.now, kind))
        return True
