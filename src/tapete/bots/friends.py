"""Tables among friends: anybody opens one, machines hold its posts, and it ends once nobody has been there a while."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from functools import partial
from secrets import token_hex
from typing import Any, Final

import msgspec

from tapete.bots.bot import DEMO, Pace, has_bots, is_bot
from tapete.bots.troupe import Troupe, staff_for
from tapete.catalogue import Unit, entries, entry
from tapete.kernel import HOUSE, Act, ActBody, Game, PersonId, Refused
from tapete.live import Hall, LiveError, TableActor
from tapete.record.codec import members, read_act
from tapete.record.store.schema import AMONG_FRIENDS
from tapete.table.phases import CLOSED

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
    """The tables among friends of a hall. Made by :meth:`start`, ended by :meth:`stop`. Where nobody ``may_open`` one,
    those of before go on until nobody is there.
    """

    def __init__(self, hall: Hall, pace: Pace = DEMO, empty_s: float = EMPTY_S, *, may_open: bool = True) -> None:
        self._hall, self._pace, self._empty_s = hall, pace, empty_s
        self.may_open: Final = may_open
        self._troupes: dict[str, Troupe] = {}
        self._empty_since: dict[str, float] = {}
        self._opening = 0
        self._looking = asyncio.create_task(self._look(), name="tapete-friends")

    @classmethod
    async def start(
        cls, hall: Hall, pace: Pace = DEMO, empty_s: float = EMPTY_S, *, may_open: bool = True
    ) -> FriendTables:
        """Return the tables among friends of a hall, with those of before a restart."""
        made = cls(hall, pace, empty_s, may_open=may_open)
        for table in list(hall.tables.values()):
            if await _is_among_friends(table):
                if table.state.phase == CLOSED:
                    hall.let_go(table.id)
                else:
                    made._staff(table.id)
        return made

    def is_one(self, table: str) -> bool:
        return table in self._troupes

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

    async def open(self, name: str, choice: int) -> str | None:
        """Open a table of a game, with the limits of a choice, and return its id; machines hold its posts. ``None``
        where as many are open as may be.

        Raises :class:`~tapete.kernel.RefusedError` where the rules do not open it so, ``KeyError`` for an unknown game.
        """
        key, fields = {_called(key, fields): (key, fields) for key, one in entries().items() for fields in one.demo}[
            name
        ]
        game, table = entry(key), f"amigos-{token_hex(MARK_BYTES)}"
        money = {one.field for one in game.form().options if one.unit == Unit.MONEY}
        scaled = {field: value * LIMITS[choice] if field in money else value for field, value in fields.items()}
        given = {**scaled, "name": table, "staff": staff_for(table, key, game.opening_posts(fields))}
        if len(self._troupes) + self._opening >= MOST:
            return None
        self._opening += 1
        try:
            opened = await self._hall.open_table(key, game.form().make(given))
        finally:
            self._opening -= 1
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
                if self._visitor(table) is not None:
                    self._empty_since[table] = now
                elif now - self._empty_since[table] >= self._empty_s or table not in self._hall.tables:
                    await self.end(table)

    def _visitor(self, table: str) -> PersonId | None:
        return next((one for one in self._hall.presence.people_at(table) if not is_bot(one)), None)

    async def end(self, table: str) -> None:
        """Send the machines away and close the table, unless somebody has come before it is closed; one that the rules
        keep open stays in the record as it is.
        """
        await self._troupes[table].stop()
        live = self._hall.tables.get(table)
        try:
            if live is not None and live.state.phase != CLOSED:
                closing = Act(HOUSE, _closing(live.game))
                await live.act(closing, check=partial(self._if_empty, table, closing))
        except LiveError:  # the hall itself ends
            live = None
        if live is not None and self._visitor(table) is not None:
            self._staff(table)
            return
        if live is not None:
            self._hall.let_go(table)
        self._troupes.pop(table, None)

    def _if_empty(self, table: str, closing: Act[Any]) -> Act[Any] | Refused:
        visitor = self._visitor(table)
        return closing if visitor is None else Refused("still-there", {"person": visitor})


async def _is_among_friends(table: TableActor[Any]) -> bool:
    """Return True for a table that was opened here: its record begins with machines of its own at its posts. What an
    operator calls alike has people there.
    """
    if not re.fullmatch(AMONG_FRIENDS, table.id):
        return False
    (first,) = await table.entries(0, 1)
    staff = read_act(table.game, first.act).body.staff
    return bool(staff == staff_for(table.id, table.game.key, staff))


def _closing(game: Game[Any]) -> ActBody:
    tag = entry(game.key).closing
    kind = next(one for one in members(game.act_types) if one.__struct_config__.tag == tag)
    made: ActBody = msgspec.convert({"act": tag}, kind)
    return made


def _called(key: str, fields: Mapping[str, Any]) -> str:
    """Return the name of the game, or of its form, that a table of the demo is of."""
    names = entry(key).names
    return next((name for name, form in names.items() if form and form.items() <= fields.items()), key)
