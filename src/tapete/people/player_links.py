"""The return links of a hall with a staff key: one given anew ends those of before, for ever.

A link is what only the hall can say of its person and of the mark of their last link. Whoever comes under a name that
nobody bears gets a new mark, so that no word outlives its holder. Marks stand in sealed rows beside the accounts that a
house would have. Where these rows are not those that the hall wrote, every mark is made anew: no link of before is good.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Final, NamedTuple

from tapete.kernel import PersonId
from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.people.sealed_rows import SealedRows
from tapete.people.stored_accounts import LINKS_ROW
from tapete.record.store import Store

MARK_BYTES: Final = 16


class LinkRows(NamedTuple):
    """The store of a hall and the secret with which its rows are sealed; ``is_here`` says whether a name is anybody's in
    the hall: the mark of one that is not is forgotten when the rows are read.
    """

    store: Store
    secret: bytes
    is_here: Callable[[str], bool] = lambda _: True


class PlayerLinks:
    """Marks by person. Read once, when the first is asked for: one hall at a time writes them."""

    def __init__(self, rows: Callable[[], LinkRows]) -> None:
        self._source = rows
        self._turn = threading.Lock()
        self._rows: SealedRows[str] | None = None
        self._marks: dict[str, str | None] = {}

    def mark_of(self, person: str) -> str | None:
        """Return the mark of a person's last link, empty for the first one; ``None`` where the row is not one that this
        hall has written: then no link of his is good until he is given one anew.
        """
        with self._turn:
            self._opened()
            return self._marks.get(person, "")

    def renew(self, person: PersonId) -> None:
        """End every link that a person has; it is on the disk when this returns."""
        mark = secrets.token_hex(MARK_BYTES)
        with self._turn:
            self._opened().keep({LINKS_ROW + person: mark})
            self._marks[person] = mark

    def _opened(self) -> SealedRows[str]:
        if self._rows is None:
            store, secret = self._source()
            rows = SealedRows[str](store, RowSeal(secret), str, _unreadable)
            self._marks = {name.removeprefix(LINKS_ROW): mark for name, mark in _read(rows).items()}
            self._rows = rows
        return self._rows


def _read(rows: SealedRows[str]) -> dict[str, str | None]:
    try:
        return dict(rows.load(_is_link))
    except SealBrokenError:
        names = rows.names(_is_link)
    return {name: _mark(rows, name) for name in names}


def _mark(rows: SealedRows[str], name: str) -> str | None:
    try:
        return rows.find(name)
    except SealBrokenError:
        return None


def _is_link(name: str) -> bool:
    return name.startswith(LINKS_ROW)


def _unreadable(name: str) -> SealBrokenError:
    return SealBrokenError("link-unreadable", name=name)
