"""Bots at a table in memory, without a hall: each acts as its wait ends, by a clock that nobody waits for."""

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
from tapete.bots.bot import DEMO, Bot, BotRoster, Move, Pace
from tapete.kernel import ActBody, Offer, PersonId, Refused, RefusedError, Step
from tapete.table.staff import Role
from tests.support.sentences import require_sound

LOOKS = count()


class Clock:
    """The seconds of an evening."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


class Room:
    """A table, its clocks, the time and the bots at it; what was done there, what came of it and what was refused."""

    def __init__(
        self, table: Any, clock: Clock, roster: BotRoster, seed: object, players: int = 0, pace: Pace = DEMO
    ) -> None:
        self.table, self.clock = table, clock
        self.clocks: dict[str, float] = {}
        self.acts: list[tuple[PersonId, ActBody]] = []
        self.events: list[Any] = []
        self.refused: list[Refused] = []
        self.chance = Random(f"{seed}")
        self.staff: list[Bot[Any]] = [
            make(Chair(self, staff_of(roster)[role]), pace, Random(f"{seed} {role}"))
            for role, make in roster.staff.items()
        ]
        self.players: list[Bot[Any]] = [
            roster.player(Chair(self, PersonId(f"bot-{number}")), pace, Random(f"{seed} {number}"), number)
            for number in range(players or roster.least + 1)
        ]

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

    def act(self, who: PersonId, what: ActBody, at: Step | None = None) -> Refused | None:
        try:
            self.table = self.table.do(what, by=who, at=at)
        except RefusedError as error:
            self.refused.append(error.refused)
            return error.refused
        self.acts.append((who, what))
        self.events += self.table.last.events
        require_sound(self.table.game, self.table.state)
        return None

    def go_on(self) -> bool:
        """Let the bot act that would act first, a player before the staff; return False where none means to."""
        waiting: list[tuple[float, int, Bot[Any], Move]] = []
        for at, bot in enumerate((*self.chance.sample(self.players, len(self.players)), *self.staff)):
            if (move := bot._move()) and move.act:
                waiting.append((bot._due, at, bot, move))
                if bot._due <= self.clock.now:
                    break
        for due, _, bot, move in sorted(waiting, key=lambda one: one[:2])[:1]:
            self.clock.now = max(self.clock.now, due)
            drive(bot._do(move))
        return bool(waiting)


def drive(coroutine: Any) -> None:
    """Run a coroutine that never waits."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    raise AssertionError("a chair in memory never waits")


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


def played(table: Any, roster: BotRoster, seed: int, coups: int) -> tuple[Any, list[tuple[PersonId, ActBody]]]:
    """Return a table after an evening of bots, and the acts that were taken."""
    with clock_of_bots() as clock:
        room = Room(table, clock, roster, seed)
        while room.step.cycle <= coups and room.go_on():
            pass
    return room.table, room.acts


class Evening(NamedTuple):
    """An evening of bots: the game, who plays, the seed, how many coups are played."""

    game: Any
    roster: BotRoster
    seed: int
    coups: int

    def opened(self, **options: Any) -> Any:
        return self.game.open_table(seed=self.seed, staff=staff_of(self.roster), **options)


EVENINGS = {
    "chemin-de-fer": Evening(chemin_de_fer, chemin_bots.ROSTER, 3, 8),
    "dos-panos": Evening(dos_panos, dos_panos_bots.ROSTER, 4, 8),
    "punto-y-banca": Evening(punto_banco, punto_bots.ROSTER, 5, 16),
}
"""An evening of each game of cards."""


@cache
def acts_played(name: str) -> tuple[tuple[PersonId, ActBody], ...]:
    """Return the acts of an evening, but for those that were refused."""
    one = EVENINGS[name]
    return tuple(played(one.opened(), one.roster, one.seed, one.coups)[1])
