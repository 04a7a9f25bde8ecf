"""What a director has settled about the people of his house, in its database: a sealed row beside the accounts."""

from __future__ import annotations

import threading

import msgspec
from sqlalchemy import select

from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.people.stored_accounts import SETTINGS_ROW
from tapete.record.store import Store, schema, upsert

_ROWS = schema.staff.c


class PeopleSettings(msgspec.Struct, frozen=True):
    """``has_open_registration``: anybody registers himself; otherwise the cash desk registers whoever comes."""

    has_open_registration: bool = True


class StoredSettings:
    """The settings of a house's store. Raises :class:`SealBrokenError` for a row that this hall has not written."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._store, self._seal = store, seal
        self._turn = threading.Lock()
        with store.reading() as connection:
            body = connection.scalar(select(_ROWS.body).where(_ROWS.name == SETTINGS_ROW))
        try:
            known = None if body is None else seal.open(SETTINGS_ROW, bytes(body))
            self.now = PeopleSettings() if known is None else msgspec.json.decode(known, type=PeopleSettings)
        except msgspec.MsgspecError:
            raise SealBrokenError("account-unreadable", name=SETTINGS_ROW) from None

    def put(self, settings: PeopleSettings) -> None:
        """Keep other settings; they are on the disk when this returns."""
        body = self._seal.seal(SETTINGS_ROW, msgspec.json.encode(settings))
        with self._turn:
            with self._store.writing() as connection:
                kept = upsert(connection, schema.staff).values(name=SETTINGS_ROW, body=body)
                connection.execute(kept.on_conflict_do_update(index_elements=["name"], set_={"body": body}))
            self.now = settings
