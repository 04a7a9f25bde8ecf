"""Bots for a whole table: staff and players, started together and stopped together."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from random import Random
from typing import Any

from tapete.bots.bot import DEMO, PREFIX, Bot, Pace, roster_of
from tapete.kernel import PersonId
from tapete.live import Guest, Hall
from tapete.table.staff import Role

NAMES = ("lucia", "mateo", "carmen", "hugo", "elena", "pablo", "irene", "diego")

SHORT_POSTS = {Role.TABLE_CHIEF: "chief"}
"""How a post stands in the name of its bot where that is shorter than the post."""


def staff_for(table: str, game: str, posts: Collection[Role] | None = None) -> dict[Role, PersonId]:
    """Return the bots on duty for an opening act: on all posts that machines can hold, or on ``posts``."""
    wanted = [role for role in roster_of(game).staff if posts is None or role in posts]
    return {role: PersonId(f"{PREFIX}{SHORT_POSTS.get(role, role)}-{table}") for role in wanted}


def player_name(number: int) -> str:
    """Return the name of a player by their number; where there are more players than names, with a figure."""
    again, place = divmod(number, len(NAMES))
    return f"{NAMES[place]}-{again + 1}" if again else NAMES[place]


def player_count(game: str, players: int) -> int:
    """Return how many bots play where ``players`` were asked for: none, or as many as the game needs at least."""
    return max(players, roster_of(game).least) if players else 0


def _off_duty(machines: dict[Role, PersonId], role: Role, task: asyncio.Task[None]) -> None:
    del task
    machines.pop(role, None)


class Troupe:
    """The bots of one hall. Start them with :meth:`join`, end them with :meth:`stop`."""

    def __init__(self, hall: Hall, pace: Pace = DEMO, seed: int | None = None) -> None:
        self._hall, self._pace, self._chance = hall, pace, Random(seed)  # not the chance of the game
        self._tasks: set[asyncio.Task[None]] = set()
        self.bots: list[Bot[Any]] = []
        self.errors: list[BaseException] = []
        """What ended a bot before its time."""

    def join(self, table: str, players: int = 3, *, staff: bool = True) -> None:
        """Send staff and players to a table, whatever its game. Players take places by themselves."""
        game = self._hall.tables[table].game.key
        roster = roster_of(game)
        machines = self._hall.tables[table].machines
        held = self._hall.tables[table].state.staff
        for role, person in staff_for(table, game).items() if staff else ():
            if role not in held:
                continue
            machines[role] = person
            task = self._start(roster.staff[role](self._guest(table, person), self._pace, self._fresh()))
            task.add_done_callback(partial(_off_duty, machines, role))
        for number in range(players):
            name = PersonId(f"{PREFIX}{player_name(number)}-{table}")
            self._start(roster.player(self._guest(table, name), self._pace, self._fresh(), number))

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _guest(self, table: str, person: PersonId) -> Guest:
        return Guest(self._hall, table, person)

    def _fresh(self) -> Random:
        return Random(self._chance.random())  # not the chance of the game

    def _start(self, bot: Bot[Any]) -> asyncio.Task[None]:
        async def play() -> None:
            with bot.seat:
                await bot.run()

        self.bots.append(bot)
        task = asyncio.create_task(play(), name=bot.seat.person)
        self._tasks.add(task)
        task.add_done_callback(self._on_end)
        return task

    def _on_end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.errors.append(error)
