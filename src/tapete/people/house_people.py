"""The people of a house over its open store: its name, its staff and its players."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from tapete.kernel import PersonId
from tapete.people.passwords import Passwords
from tapete.people.players import Players
from tapete.people.row_seal import RowSeal
from tapete.people.staff import SecurityEvent, Staff
from tapete.people.staff_sessions import StaffSessions
from tapete.people.stored_accounts import StoredAccounts, house_name
from tapete.people.stored_attempts import StoredAttempts
from tapete.people.stored_players import StoredPlayers
from tapete.record.store import Store, StoreError
from tapete.table.staff import Role

LOG_MOST: Final = 200
"""Security events that a director reads on his page; all of them go to the hall's own log."""


class NoDirectorError(StoreError):
    """A house has no account of a director: nobody could let anybody in."""


class HousePeople:
    """Name, staff and players of a house. ``clock`` is the wall clock in seconds, ``tell`` is told each security event.

    Made by :meth:`of_store`.
    """

    def __init__(
        self,
        name: str,
        staff: Staff,
        players: Players,
        clock: Callable[[], float],
        tell: Callable[[SecurityEvent], None] = lambda _: None,
    ) -> None:
        self.name, self.staff, self.players, self.clock = name, staff, players, clock
        self._log: deque[SecurityEvent] = deque(maxlen=LOG_MOST)
        self._turn = threading.Lock()
        self._further = tell
        staff.tell_log = self.tell

    @classmethod
    def of_store(
        cls,
        store: Store,
        secret: bytes,
        clock: Callable[[], float],
        tell: Callable[[SecurityEvent], None] = lambda _: None,
        passwords: Passwords | None = None,
    ) -> HousePeople | None:
        """Return the people of a store, ``None`` where it is of no house with accounts.

        Raises :class:`~tapete.people.row_seal.SealBrokenError` for an account that this hall has not written,
        :class:`NoDirectorError` where no account directs, :class:`~tapete.record.store.StoreLockedError` where another
        hall keeps these people.
        """
        name = house_name(store)
        if name is None:
            return None
        store.hold_people()
        seal = RowSeal(secret)
        accounts = StoredAccounts(store, seal)
        if not any(Role.DIRECTOR in {one.role for one in account.grants} for account in accounts):
            raise NoDirectorError("no-director-account", house=name)
        staff = Staff(accounts, StaffSessions(clock), clock, passwords=passwords, attempts=StoredAttempts(store, seal))
        return cls(name, staff, Players(clock, StoredPlayers(store)), clock, tell)

    def tell(self, event: SecurityEvent) -> None:
        """Keep a security event for the director's page, and hand it on."""
        with self._turn:
            self._log.append(event)
        self._further(event)

    def events(self) -> tuple[SecurityEvent, ...]:
        """Return the last security events, the newest first."""
        with self._turn:
            return tuple(reversed(self._log))

    def name_of(self, person: str) -> str:
        """Return the name that is shown of a pseudonym; empty where nobody bears it, or nobody any more."""
        if shown := self.players.name_of(PersonId(person)):
            return shown
        return next((one.name for one in self.staff.accounts if one.person == person), "")
