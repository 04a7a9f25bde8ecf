"""Bots for a whole table: staff and players, started together and stopped together."""

from __future__ import annotations

import asyncio
from random import Random

from tapete.bots.bot import PREFIX, Bot
from tapete.bots.pace import DEMO, Pace
from tapete.bots.punto_banco_players import Player, Temper
from tapete.bots.punto_banco_staff import Chief, Croupier
from tapete.kernel import PersonId
from tapete.live import Guest, Hall
from tapete.table.staff import Role

NAMES = ("lucia", "mateo", "carmen", "hugo", "elena", "pablo", "irene", "diego")


def staff_for(table: str) -> dict[Role, PersonId]:
    """Return the bots that go on duty at a table, for its opening act."""
    return {
        Role.CROUPIER: PersonId(f"{PREFIX}croupier-{table}"),
        Role.TABLE_CHIEF: PersonId(f"{PREFIX}chief-{table}"),
    }


class Troupe:
    """The bots of one hall. Start them with :meth:`join`, end them with :meth:`stop`."""

    def __init__(self, hall: Hall, pace: Pace = DEMO, seed: int | None = None) -> None:
        self._hall, self._pace, self._chance = hall, pace, Random(seed)  # not the chance of the game
        self._tasks: set[asyncio.Task[None]] = set()
        self.bots: list[Bot] = []
        self.errors: list[BaseException] = []
        """What ended a bot before its time."""

    def join(self, table: str, players: int = 3, *, staff: bool = True) -> None:
        """Send staff and players to a punto y banca table. Players take places by themselves."""
        if staff:
            on_duty = staff_for(table)
            self._start(Croupier(self._guest(table, on_duty[Role.CROUPIER]), self._pace, self._fresh()))
            self._start(Chief(self._guest(table, on_duty[Role.TABLE_CHIEF]), self._pace, self._fresh()))
        tempers = list(Temper)
        for number in range(players):
            guest = self._guest(table, PersonId(f"{PREFIX}{NAMES[number % len(NAMES)]}-{table}"))
            self._start(Player(guest, self._pace, self._fresh(), tempers[number % len(tempers)], place=2 * number + 2))

    async def stop(self) -> None:
        """Take all bots from their tables."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _guest(self, table: str, person: PersonId) -> Guest:
        return Guest(self._hall, table, person)

    def _fresh(self) -> Random:
        return Random(self._chance.random())  # not the chance of the game

    def _start(self, bot: Bot) -> None:
        async def play() -> None:
            with bot.seat:
                await bot.run()

        self.bots.append(bot)
        task = asyncio.create_task(play(), name=bot.seat.person)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.errors.append(error)
