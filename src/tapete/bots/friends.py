"""Tables among friends: anybody opens one, machines hold its posts, and it ends once nobody has been there a while."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Final

import msgspec

from tapete.bots.bot import DEMO, Pace, has_bots, is_bot
from tapete.bots.troupe import Troupe, staff_for
from tapete.catalogue import Unit, entries, entry
from tapete.kernel import HOUSE, Act, ActBody, Game
from tapete.live import Hall, LiveError
from tapete.record.codec import members
from tapete.table.phases import CLOSED

PREFIX: Final = "amigos-"
"""How the names of these tables begin."""
MARK_BYTES: Final = 4
LIMITS: Final = (1, 5, 20)
"""The limits to choose from, in those of the demo."""
MOST: Final = 12
"""Tables among friends that may be open together."""
EMPTY_S: Final = 600.0
"""Seconds without anybody after which a table is ended."""
LOOK_S: Final = 20.0


class FriendGame(msgspec.Struct, frozen=True):
    """A game that friends may choose: its name, and its least stakes in cents; none for a game without limits."""

    name: str
    minima: tuple[int, ...]


class FriendTables:
    """The tables among friends of a hall. Made in a running event loop; ended by :meth:`stop`."""

    def __init__(self, hall: Hall, pace: Pace = DEMO, empty_s: float = EMPTY_S) -> None:
        self._hall, self._pace, self._empty_s = hall, pace, empty_s
        self._troupes: dict[str, Troupe] = {}
        self._empty_since: dict[str, float] = {}
        for name in filter(self.is_one, list(hall.tables)):  # those of before a restart
            if hall.tables[name].state.phase == CLOSED:
                hall.let_go(name)
            else:
                self._staff(name)
        self._looking = asyncio.create_task(self._look(), name="tapete-friends")

    @staticmethod
    def is_one(table: str) -> bool:
        return table.startswith(PREFIX)

    @property
    def is_full(self) -> bool:
        return len(self._troupes) >= MOST

    def games(self) -> tuple[FriendGame, ...]:
        """Return what may be played: every game whose posts machines can hold and that has pages."""
        return tuple(
            FriendGame(
                _called(key, fields),
                tuple(fields["minimum"] * times for times in LIMITS) if "minimum" in fields else (),
            )
            for key, one in entries().items()
            if key in self._hall.games and one.has_pages and has_bots(key)
            for fields in one.demo
        )

    async def open(self, name: str, choice: int) -> str:
        """Open a table of a game, with the limits of a choice, and return its id; machines hold its posts.

        Raises :class:`~tapete.kernel.RefusedError` where the rules do not open it so, ``KeyError`` for an unknown game.
        """
        key, fields = {_called(key, fields): (key, fields) for key, one in entries().items() for fields in one.demo}[
            name
        ]
        game, table = entry(key), f"{PREFIX}{token_hex(MARK_BYTES)}"
        money = {one.field for one in game.form().options if one.unit == Unit.MONEY}
        scaled = {field: value * LIMITS[choice] if field in money else value for field, value in fields.items()}
        given = {**scaled, "name": table, "staff": staff_for(table, key, game.opening_posts(fields))}
        opened = await self._hall.open_table(key, game.form().make(given))
        self._staff(opened.id)
        return opened.id

    async def stop(self) -> None:
        self._looking.cancel()
        for troupe in self._troupes.values():
            await troupe.stop()

    def _staff(self, table: str) -> None:
        self._troupes[table] = troupe = Troupe(self._hall, self._pace)
        self._empty_since[table] = self._hall.clock.monotonic()
        troupe.join(table, 0)

    async def _look(self) -> None:
        while True:
            await self._hall.clock.sleep(LOOK_S)
            now = self._hall.clock.monotonic()
            for table in list(self._troupes):
                if any(not is_bot(one) for one in self._hall.presence.people_at(table)):
                    self._empty_since[table] = now
                elif now - self._empty_since[table] >= self._empty_s or table not in self._hall.tables:
                    await self.end(table)

    async def end(self, table: str) -> None:
        """Send the machines away and close the table; one that the rules keep open stays in the record as it is."""
        await self._troupes.pop(table).stop()
        live = self._hall.tables.get(table)
        if live is None:
            return
        try:
            if live.state.phase != CLOSED:
                await live.act(Act(HOUSE, _closing(live.game)))
            self._hall.let_go(table)
        except LiveError:  # the hall itself ends
            return


def _closing(game: Game[Any]) -> ActBody:
    tag = entry(game.key).closing
    kind = next(one for one in members(game.act_types) if one.__struct_config__.tag == tag)
    made: ActBody = msgspec.convert({"act": tag}, kind)
    return made


def _called(key: str, fields: Mapping[str, Any]) -> str:
    """Return the name of the game, or of its form, that a table of the demo is of."""
    names = entry(key).names
    return next((name for name, form in names.items() if form and form.items() <= fields.items()), key)
