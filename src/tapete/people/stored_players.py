"""Players in the hall's database: what erases one is a single transaction, and nothing of him stays in the file."""

from __future__ import annotations

import threading

from sqlalchemy import ColumnElement, and_, or_, select

from tapete.kernel import PersonId
from tapete.people.player_store import Player, Way, WayKind, by_name
from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.people.sealed_rows import Change, change_rows
from tapete.record.store import Store, schema

_NAMES = schema.people.c
_WAYS = schema.ways_back.c


class StoredPlayers:
    """The players of a house's store. Reading asks the database once, at the start: one hall at a time writes it.
    Whoever opens it requires too that its rows are the hall's own.
    """

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._store, self._seal = store, seal
        self._turn = threading.RLock()
        with store.reading() as connection:
            names = connection.execute(select(schema.people)).all()
            ways = connection.execute(select(schema.ways_back)).all()
        self._names = {PersonId(row.pseudonym): str(row.name) for row in names}
        try:
            self._ways = {row.digest: Way(PersonId(row.pseudonym), WayKind(row.kind), int(row.until)) for row in ways}
        except (TypeError, ValueError, OverflowError):
            raise SealBrokenError("people-changed", name=str(schema.ways_back)) from None

    def name(self, person: PersonId) -> str | None:
        """Return the name behind a pseudonym."""
        return self._names.get(person)

    def put_name(self, person: PersonId, name: str) -> None:
        with self._turn:
            row = {"pseudonym": person, "name": name}
            change_rows(self._store, self._seal, Change(schema.people, _NAMES.pseudonym == person, (row,)))
            self._names[person] = name

    def everybody(self) -> tuple[Player, ...]:
        with self._turn:
            return by_name(self._names.items())

    def find_way(self, key: str) -> Way | None:
        """Return the way back with a digest."""
        return self._ways.get(key)

    def put_way(self, key: str, way: Way, *, instead: bool = False) -> None:
        """Keep a way back; ``instead`` of all of its kind that its player has."""
        row = {"digest": key, "pseudonym": way.person, "kind": str(way.kind), "until": way.until}
        same = and_(_WAYS.pseudonym == way.person, _WAYS.kind == str(way.kind))
        with self._turn:
            self._change_ways(or_(_WAYS.digest == key, same) if instead else _WAYS.digest == key, row)
            if instead:
                self._drop(way.person, way.kind)
            self._ways[key] = way

    def take_code(self, key: str, now: int) -> Way | None:
        """Return the code with a digest and forget it; where it is still good, every way back of its player too."""
        with self._turn:
            way = self._ways.get(key)
            if way is None or way.kind is not WayKind.CODE:
                return None
            if now < way.until:
                self.void_ways(way.person)
            else:
                self.void_way(key)
            return way

    def void_ways(self, person: PersonId, kind: WayKind | None = None) -> None:
        """Forget the ways back of a player, of one kind or all."""
        with self._turn:
            of = [_WAYS.pseudonym == person] + ([] if kind is None else [_WAYS.kind == str(kind)])
            self._change_ways(and_(*of))
            self._drop(person, kind)

    def void_way(self, key: str) -> None:
        """Forget one way back."""
        with self._turn:
            self._change_ways(_WAYS.digest == key)
            self._ways.pop(key, None)

    def erase(self, person: PersonId) -> bool:
        """Forget name and ways back of a player; return whether he had a name."""
        with self._turn:
            gone = (
                Change(schema.ways_back, _WAYS.pseudonym == person),
                Change(schema.people, _NAMES.pseudonym == person),
            )
            change_rows(self._store, self._seal, *gone)
            self._drop(person, None)
            return self._names.pop(person, None) is not None

    def _change_ways(self, gone: ColumnElement[bool], *rows: dict[str, object]) -> None:
        change_rows(self._store, self._seal, Change(schema.ways_back, gone, rows))

    def _drop(self, person: PersonId, kind: WayKind | None) -> None:
        for key in [key for key, one in self._ways.items() if one.person == person and kind in (None, one.kind)]:
            del self._ways[key]
