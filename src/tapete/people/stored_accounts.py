"""Accounts in the hall's database: a row for each, written whole in one transaction or not at all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Final

from sqlalchemy import false, select

from tapete.people.accounts import Account
from tapete.people.row_seal import RowSeal, SealBrokenError
from tapete.people.sealed_rows import SUM_ROW, Change, SealedRows, change_rows, has_house_of_account
from tapete.record.store import Store, StoreError, schema

HOUSE_ROW: Final = 1
"""A store belongs to one house."""

ATTEMPTS_ROW: Final = "~"
"""The row of the waits of logins; no account has so short a name."""
SETTINGS_ROW: Final = "\tsettings"
"""The row of what a director has settled."""
NOTICES_ROW: Final = "\tnotices "
"""How the rows of a director's notices begin; what cannot be printed is in no account's name."""
LINKS_ROW: Final = "\tlink "
"""How the rows of players' links begin, of a hall that is no house."""


class StoredAccounts:
    """The accounts of a house's store. Reading asks the database once, at the start: one hall at a time writes it.

    Raises :class:`~tapete.people.row_seal.SealBrokenError` for a row that this hall has not written.
    """

    def __init__(self, store: Store, seal: RowSeal) -> None:
        self._rows = _rows(store, seal)
        self._turn = threading.RLock()
        self._kept = self._rows.load(_is_account)
        for name, account in self._kept.items():
            if account.name != name:
                raise SealBrokenError("account-unreadable", name=name)

    def find(self, name: str) -> Account | None:
        """Return the account with a name, or ``None``."""
        return self._kept.get(name)

    def put(self, account: Account) -> None:
        """Keep an account in place of the one with its name; it is on the disk when this returns."""
        with self._turn:
            self._rows.keep({account.name: account})
            self._kept[account.name] = account

    def remove(self, name: str) -> None:
        """Forget an account; one that is not there stays forgotten."""
        with self._turn:
            self._rows.keep({name: None})
            self._kept.pop(name, None)

    def __iter__(self) -> Iterator[Account]:
        with self._turn:
            return iter([self._kept[name] for name in sorted(self._kept)])


def _is_account(name: str) -> bool:
    return name not in (ATTEMPTS_ROW, SETTINGS_ROW, SUM_ROW) and not name.startswith((NOTICES_ROW, LINKS_ROW))


def _rows(store: Store, seal: RowSeal) -> SealedRows[Account]:
    return SealedRows(store, seal, Account, "account-unreadable")


def house_name(store: Store) -> str | None:
    """Return the name of the house that a store belongs to, ``None`` where it has no accounts."""
    with store.reading() as connection:
        name = connection.scalar(select(schema.houses.c.name).where(schema.houses.c.id == HOUSE_ROW))
    return None if name is None else str(name)


def require_no_accounts(store: Store) -> None:
    """Require that a store of no house has no accounts, and no house that an account has opened: without its row a hall
    would let in by a key. Raises :class:`~tapete.people.row_seal.SealBrokenError`.
    """
    with store.reading() as connection:
        has_accounts = any(map(_is_account, connection.scalars(select(schema.staff.c.name))))
    if has_accounts or has_house_of_account(store):
        raise SealBrokenError("people-changed", name=str(schema.houses.name))


def make_house(store: Store, seal: RowSeal, name: str, made: str, first: Account) -> None:
    """Make a store that of a house, with its first account, in one transaction. Raises :class:`StoreError` where it
    belongs to a house already.
    """
    if house_name(store) is not None:
        raise StoreError("house-made-before")
    house = Change(schema.houses, false(), ({"id": HOUSE_ROW, "name": name, "made": made},))
    change_rows(store, seal, house, _rows(store, seal).change({first.name: first}))
