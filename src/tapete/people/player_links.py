"""The return links of a hall with a staff key: one given anew ends those of before, for ever.

A link is what only the hall can say of its person and of the mark of their last link. Whoever comes under a name that
nobody bears gets a new mark, so that no word outlives its holder. Marks stand in sealed rows beside the accounts that a
house would have. Where these rows are not those that the hall wrote, all marks are made anew: no older link is good.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Final, NamedTuple

from sqlalchemy import true

from tapete.kernel import PersonId
from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.people.sealed_rows import SealedRows, change_rows, is_record_of_before, require_own_rows, seal_old_rows
from tapete.people.stored_accounts import LINKS_ROW
from tapete.record.store import Store

MARK_BYTES: Final = 16


class LinkRows(NamedTuple):
    """The store of a hall and the secret with which its rows are sealed. ``is_here`` says whether a name is anybody's
    in the hall: the mark of one that is not is forgotten when the rows are read. ``tell`` keeps the security log.
    """

    store: Store
    secret: bytes
    is_here: Callable[[str], bool] = lambda _: True
    tell: Callable[[str], None] = lambda _: None


class PlayerLinks:
    """Marks by person. Read once, when the first is asked for: one hall at a time writes them."""

    def __init__(self, rows: Callable[[], LinkRows]) -> None:
        self._source = rows
        self._turn = threading.Lock()
        self._rows: SealedRows[str] | None = None
        self._marks: dict[str, str] = {}

    def mark_of(self, person: str) -> str:
        """Return the mark of a person's last link; that of the hall's last beginning for whoever has none."""
        with self._turn:
            self._opened()
            return self._marks.get(person, self._marks.get("", ""))

    def renew(self, person: PersonId) -> None:
        """End every link that a person has; it is on the disk when this returns."""
        mark = secrets.token_hex(MARK_BYTES)
        with self._turn:
            self._opened().keep({LINKS_ROW + person: mark})
            self._marks[person] = mark

    def _opened(self) -> SealedRows[str]:
        if self._rows is None:
            store, secret, is_here, tell = self._source()
            seal = RowSeal(secret)
            rows = SealedRows[str](store, seal, str, "link-unreadable")
            try:
                seal_old_rows(store, seal)
                kept = rows.load(_is_link)
                require_own_rows(store, seal)
                if not kept:  # for the first time, or all were taken away: only an edition without them left good words
                    kept = {LINKS_ROW: "" if is_record_of_before(store) else secrets.token_hex(MARK_BYTES)}
                    rows.keep(kept)
                if gone := {name: None for name in kept if not is_here(name.removeprefix(LINKS_ROW))}:
                    rows.keep(gone)
            except SealBrokenError:
                kept, gone = {LINKS_ROW: secrets.token_hex(MARK_BYTES)}, {}
                change_rows(store, seal, rows.change(kept, true()), anew=True)
                tell("links-ended")
            self._marks = {name.removeprefix(LINKS_ROW): mark for name, mark in kept.items() if name not in gone}
            self._rows = rows
        return self._rows


def _is_link(name: str) -> bool:
    return name.startswith(LINKS_ROW)
