"""Bots at a table in memory, without a hall: each acts as its wait ends, by a clock that nobody waits for."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from tapete import chemin_de_fer, dos_panos, punto_banco
from tapete.bots import chemin_de_fer as chemin_bots, dos_panos as dos_panos_bots, punto_banco as punto_bots
from tapete.bots.bot import DEMO, Bot, BotRoster, Pace
from tapete.kernel import ActBody, Offer, PersonId, Refused, RefusedError, Step
from tapete.table.staff import Role

LOOKS = count()
COUPS = 16
"""How many coups an evening has."""


class Clock:
    """The seconds of an evening."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Room:
    """A table, its clocks, and the time."""

    def __init__(self, table: Any, clock: Clock) -> None:
        self.table, self.clock = table, clock
        self.clocks: dict[str, float] = {}

    @property
    def step(self) -> Step:
        return self.table.game.step(self.table.state)

    def view(self, who: PersonId) -> Any:
        return self.table.view(who)

    def legal(self, who: PersonId) -> Any:
        return self.table.legal(who)

    def left(self, kind: str = "") -> float:
        ends = [end for name, end in self.clocks.items() if kind in ("", name)]
        return max(0.0, max(ends, default=0.0) - self.clock.now)

    def show(self, kind: str, seconds: float) -> None:
        self.clocks[kind] = self.clock.now + seconds

    def act(self, who: PersonId, what: ActBody, at: Step | None) -> Refused | None:
        try:
            self.table = self.table.do(what, by=who, at=at)
        except RefusedError as error:
            return error.refused
        return None


class Chair:
    """A bot's place at a table in memory: the room says what its holder sees, and does what he does."""

    is_alone = True

    def __init__(self, room: Any, person: PersonId, holder: PersonId | None = None) -> None:
        self.room, self.person, self.holder = room, person, holder or person

    @property
    def version(self) -> int:
        """Every look is a fresh one."""
        return next(LOOKS)

    @property
    def step(self) -> Step:
        return self.room.step

    def view(self) -> Any:
        return self.room.view(self.holder)

    def legal(self) -> tuple[Offer, ...]:
        return self.room.legal(self.holder)

    def time_left(self, kind: str = "") -> float:
        return self.room.left(kind)

    def show_clock(self, kind: str, seconds: float) -> None:
        self.room.show(kind, seconds)

    def changes(self) -> AsyncIterator[int]:
        """Nobody waits for changes here."""
        raise NotImplementedError

    async def act(self, what: ActBody, at: Step | None = None) -> Any:
        refused = self.room.act(self.holder, what, at)
        return SimpleNamespace(refusal=refused, version=self.version)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        return None


@contextmanager
def clock_of_bots() -> Iterator[Clock]:
    """Let the bots read a clock that stands still until it is set."""
    clock = Clock()
    with patch.object(time, "monotonic", clock.monotonic):
        yield clock


def staff_of(roster: BotRoster) -> dict[Role, PersonId]:
    return {role: PersonId(f"bot-{role.value}") for role in roster.staff}


def played(
    table: Any, roster: BotRoster, seed: int, coups: int = COUPS, pace: Pace = DEMO
) -> tuple[Any, list[tuple[PersonId, ActBody]]]:
    """Return a table after an evening of bots, and the acts that were taken."""
    acts: list[tuple[PersonId, ActBody]] = []
    with clock_of_bots() as clock:
        room = Room(table, clock)
        bots: list[Bot[Any]] = [
            make(Chair(room, who), pace, Random(f"{seed} {role}"))
            for role, make in roster.staff.items()
            if (who := staff_of(roster)[role])
        ]
        for number in range(roster.least + 1):
            chair = Chair(room, PersonId(f"bot-{number}"))
            bots.append(roster.player(chair, pace, Random(f"{seed} {number}"), number))
        while bots[0].seat.step.cycle <= coups:
            moves = [(bot._due, at, bot, move) for at, bot in enumerate(bots) if (move := bot._move()) and move.act]
            if not moves:
                break
            due, _, bot, move = min(moves, key=lambda one: one[:2])
            clock.now = max(clock.now, due)
            if not asyncio.run(bot._do(move)) and isinstance(move.act, ActBody):
                acts.append((bot.seat.person, move.act))
    return room.table, acts


class Evening(NamedTuple):
    """An evening of bots: the game, who plays, the seed."""

    game: Any
    roster: BotRoster
    seed: int

    def opened(self, **options: Any) -> Any:
        return self.game.open_table(seed=self.seed, staff=staff_of(self.roster), **options)


EVENINGS = {
    "chemin-de-fer": Evening(chemin_de_fer, chemin_bots.ROSTER, 3),
    "dos-panos": Evening(dos_panos, dos_panos_bots.ROSTER, 4),
    "punto-y-banca": Evening(punto_banco, punto_bots.ROSTER, 5),
}
"""An evening of each game of cards."""


@cache
def acts_played(name: str) -> tuple[tuple[PersonId, ActBody], ...]:
    """Return the acts of an evening, but for those that were refused."""
    one = EVENINGS[name]
    return tuple(played(one.opened(), one.roster, one.seed)[1])


class ChairInMemory(Chair):
    """A bot's place at a table that has a game and a state, and no clock."""

    @property
    def version(self) -> int:
        return self.room.version

    @property
    def step(self) -> Step:
        return self.room.game.step(self.room.state)

    def view(self) -> Any:
        return self.room.game.view(self.room.state, self.person)

    def legal(self) -> tuple[Offer, ...]:
        return self.room.game.legal(self.room.state, self.person)

    def time_left(self, kind: str = "") -> float:
        return 0.0

    def show_clock(self, kind: str, seconds: float) -> None:
        del kind, seconds

    async def act(self, what: Any, at: Step | None = None) -> Any:
        outcome = self.room.act(self.person, what, at)
        refused = outcome if isinstance(outcome, Refused) else None
        return SimpleNamespace(refusal=refused, version=self.version)
