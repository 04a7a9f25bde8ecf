"""The machines of a table under a clock that a test moves: who moves next, when, and what everybody sees on the clock.

Nobody waits: the clock jumps to the moment at which the next machine would act.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from tapete.bots.pace import DEMO
from tapete.bots.rosters import roster_of
from tapete.kernel import ActBody, Offer, PersonId, Refused, Step
from tapete.play import Play


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        """Return the seconds that it shows."""
        return self.now


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
        self.version = 0
        self.kind, self.of, self.ends = "", play().game.step(play().state), 0.0
        self.machines = [
            roster_of(play().game.key).staff[role](Chair(self, PersonId(name)), DEMO, Random(3))
            for role, name in play().state.staff.items()
        ]
        self.deeds: list[Deed] = []

    @property
    def step(self) -> Step:
        """Where the table stands."""
        return self.play().game.step(self.play().state)

    def left(self, kind: str = "") -> float:
        """Return the seconds that the clock of the table shows; with a ``kind``, on a clock of that kind alone."""
        runs = self.of == self.step and kind in ("", self.kind)
        return max(0.0, self.ends - self.clock.now) if runs else 0.0

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


class Chair:
    """What a machine has of its table; its id is that of the post with the prefix of machines before it."""

    def __init__(self, room: Room, person: PersonId) -> None:
        self.room, self.person, self.holder = room, PersonId(f"bot-{person}"), person

    @property
    def step(self) -> Step:
        return self.room.step

    @property
    def version(self) -> int:
        return self.room.version

    @property
    def is_alone(self) -> bool:
        return True

    def view(self) -> Any:
        return self.room.play().view(self.holder)

    def legal(self) -> tuple[Offer, ...]:
        return self.room.play().legal(self.holder)

    def time_left(self, kind: str = "") -> float:
        return self.room.left(kind)

    def show_clock(self, kind: str, seconds: float) -> None:
        self.room.kind, self.room.of, self.room.ends = kind, self.step, self.room.clock.now + seconds

    def changes(self) -> AsyncIterator[int]:
        raise NotImplementedError

    async def act(self, what: ActBody, at: Step | None = None) -> Any:
        play = self.room.play()
        made = play.attempt(what, self.holder, at)
        refused = made.outcome if isinstance(made.outcome, Refused) else None
        if refused is None:
            self.room.put(play.after(made))
            self.room.version += 1
        return SimpleNamespace(refusal=refused, outcome=made.outcome, version=self.room.version)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        return None
