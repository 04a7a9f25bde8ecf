"""The feed of a table: what happens, event by event, each once; and beside it what its viewer alone knows.

Everybody is told what a game lists of its events. Whoever an event of the cash desk is about reads it whole, and so do
the staff on duty, who read the record. No hidden face is in any: what somebody knows of them, their own view says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from tapete.kernel import PersonId
from tapete.record.entry import Entry
from tapete.table.state import TableView
from tapete.web.games import has_screen, screen_of
from tapete.web.logbook import CASH_DESK, LOOK_BACK
from tapete.web.packing import Private
from tapete.web.ports import Table
from tapete.web.staff_access import is_on_duty

PLACE: Final = r"^([0-9]{1,15})(\.([0-9]{1,9}))?$"
"""How an id names a place in the feed: the version of an entry, and which of its events was told last."""

OWN: Final = CASH_DESK | {"person-left"}
"""Events with an amount that only their person reads."""

WHOLE: Final = 10**9
"""After all the events of an entry."""


class Feed:
    """The feed as one viewer follows it, after the place of an id: of an id that is none, from now on.

    No more than the last :data:`LOOK_BACK` entries are told: whose every stake was, an evening long, is for the staff.
    """

    def __init__(self, table: Table, person: PersonId | None, after: str) -> None:
        self._table, self._person = table, person
        self._listed = screen_of(table.game.key).public_events if has_screen(table.game.key) else {}
        found = re.fullmatch(PLACE, after)
        self._at = (int(found[1]), int(found[3] or WHOLE)) if found else (table.version, WHOLE)
        self._has_begun = False
        self._own = ""

    async def news(self) -> tuple[str, ...]:
        """Return what the viewer alone knows; then where the feed begins, or goes on after a gap, and what happened."""
        told = "".join(self._begin())
        while entries := await self._table.entries(self._at[0] - (self._at[1] < WHOLE), LOOK_BACK):
            told += "".join(self._told(entries))
            self._at = (entries[-1].version, WHOLE)
        known, self._own = self._own, self._own_message()
        told = type(self._own)(told)  # private while what its viewer knows is
        return (told,) if self._own == known else (self._own, told)

    def _begin(self) -> Iterator[str]:
        newest = self._table.version
        oldest = max(0, newest - LOOK_BACK)
        is_there = oldest <= self._at[0] <= newest
        if not is_there:
            self._at = (oldest if self._at[0] < oldest else newest, WHOLE)
        if not is_there or not self._has_begun:
            yield _message({"after": _id(*self._at), "version": newest}, "begin", _id(*self._at))
        self._has_begun = True

    def _told(self, entries: Iterable[Entry]) -> Iterator[str]:
        reads_record = self._person is not None and is_on_duty(self._table, self._person)
        for entry in entries:
            for number, event in enumerate(entry.events, 1):
                if (entry.version, number) > self._at and (told := event if reads_record else self._part(event)):
                    yield _message({"version": entry.version, "event": told}, at=_id(entry.version, number))

    def _part(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the viewer may know of an event; nothing of one that is not for them."""
        kind = str(event["event"]).partition("@")[0]
        if kind in OWN and event["person"] == self._person:
            return event
        if kind not in self._listed:
            return {}
        told: dict[str, Any] = {"event": event["event"]}
        for name in self._listed[kind]:
            name, _, inner = name.partition(".")
            if inner:
                told.setdefault(name, {})[inner] = event[name][inner]
            elif name in event:
                told[name] = event[name]
        return told

    def _own_message(self) -> str:
        """Return what a view tells its viewer of themselves, and the coup as they see it while they know more of it."""
        view: object = self._table.view(self._person)
        if self._person is None or not isinstance(view, TableView):
            return ""
        text = _message({"me": view.me} | ({"coup": getattr(view, "coup", None)} if view.is_private else {}), "me")
        return Private(text) if view.is_private else text


def _id(version: int, number: int) -> str:
    return str(version) if number == WHOLE else f"{version}.{number}"


def _message(told: Mapping[str, Any], kind: str = "", at: str = "") -> str:
    named = (f"id: {at}\n" if at else "") + (f"event: {kind}\n" if kind else "")
    return f"{named}data: {msgspec.json.encode(told).decode()}\n\n"
