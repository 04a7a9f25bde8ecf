"""What a director has settled about the people of his house, in its database: a sealed row beside the accounts."""

from __future__ import annotations

import threading

import msgspec

from tapete.people.row_seal import RowSeal
from tapete.people.sealed_rows import SealedRows
from tapete.people.stored_accounts import SETTINGS_ROW
from tapete.record.store import Store


class PeopleSettings(msgspec.Struct, frozen=True):
    """``has_open_registration``: anybody registers himself; otherwise the cash desk registers whoever comes."""

    has_open_registration: bool = True


class StoredSettings:
    """The settings of a house's store. Raises :class:`SealBrokenError` for a row that this hall has not written."""

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._rows = SealedRows[PeopleSettings](store, seal, PeopleSettings, "settings-unreadable")
        self._turn = threading.Lock()
        self.now = self._rows.find(SETTINGS_ROW) or PeopleSettings()

    def put(self, settings: PeopleSettings) -> None:
        """Keep other settings; they are on the disk when this returns."""
        with self._turn:
            self._rows.keep({SETTINGS_ROW: settings})
            self.now = settings
