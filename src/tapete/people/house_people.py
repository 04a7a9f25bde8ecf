"""The people of a house over its open store: its name, its staff and its players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from tapete.kernel import PersonId
from tapete.people.accounts import Account
from tapete.people.credentials import Passwords, RowSeal
from tapete.people.notices import Notices, NoticeStore, SecurityEvent
from tapete.people.players import PLAYER_MARK, Players, mark_of
from tapete.people.staff import Staff
from tapete.people.staff_sessions import StaffSessions
from tapete.people.stored import (
    PeopleSettings,
    StoredAccounts,
    StoredAttempts,
    StoredNotices,
    StoredPlayers,
    StoredSettings,
    house_name,
    require_no_accounts,
    require_own_rows,
    seal_old_rows,
)
from tapete.record.store import Store, StoreError
from tapete.spelling import skeleton
from tapete.table.staff import Role

PSEUDONYM: Final = re.compile(f"({PLAYER_MARK}|staff-)[0-9a-f]{{32}}")
"""How people are called in records."""


class NoDirectorError(StoreError):
    """A house has no account of a director: nobody could let anybody in."""


def has_director(accounts: Iterable[Account]) -> bool:
    return any(grant.role is Role.DIRECTOR for account in accounts for grant in account.grants)


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
        notices: NoticeStore | None = None,
        settings: StoredSettings | None = None,
    ) -> None:
        self.name, self.staff, self.players, self.clock = name, staff, players, clock
        self.notices, self._settings = Notices(notices), settings
        self._further = tell
        staff.tell_log, staff.forgotten = self.tell, self.notices.rename

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

        Rows that an edition without a seal has kept are sealed at its first start, which the director is told. Raises
        :class:`~tapete.people.credentials.SealBrokenError` for rows that this hall has not written,
        :class:`NoDirectorError` where no account directs, :class:`~tapete.record.store.StoreLockedError` where another
        hall keeps these people.
        """
        name = house_name(store)
        if name is None:
            require_no_accounts(store)
            return None
        store.hold_people()
        seal = RowSeal(secret)
        sealed = seal_old_rows(store, seal)
        accounts = StoredAccounts(store, seal)
        if not has_director(accounts):
            require_own_rows(store, seal)
            raise NoDirectorError("no-director-account", house=name)
        staff = Staff(accounts, StaffSessions(clock), clock, passwords=passwords, attempts=StoredAttempts(store, seal))
        kept = StoredNotices(store, seal), StoredSettings(store, seal)
        found = cls(name, staff, Players(clock, StoredPlayers(store, seal)), clock, tell, *kept)
        require_own_rows(store, seal)  # last: a row that does not open is named
        if sealed:
            found.tell(SecurityEvent("people-sealed", "", clock(), facts=sealed))
        return found

    def tell(self, event: SecurityEvent) -> None:
        """Keep a security event for the director's page, and hand it on. It waits for the disk: in a thread alone."""
        self.notices.add(event, event.name if self.is_known(event.name) else "")
        self._further(event)

    @property
    def has_open_registration(self) -> bool:
        """Return True if anybody registers himself as a player; otherwise the cash desk registers whoever comes."""
        return self._settings is None or self._settings.now.has_open_registration

    def settle_newcomers(self, *, at_desk: bool, by: str) -> None:
        """Have strangers register themselves, or at the cash desk alone; a director reads it in his notices."""
        assert self._settings is not None
        if at_desk == self.has_open_registration:
            self._settings.put(PeopleSettings(has_open_registration=not at_desk))
            code = "newcomers-at-desk" if at_desk else "newcomers-anywhere"
            self.tell(SecurityEvent(code, "", self.clock(), facts={"by": by}))

    def is_known(self, name: str) -> bool:
        """Return True if an account has a name, or if it is a pseudonym: what somebody typed may be anything."""
        return self.staff.accounts.find(name) is not None or PSEUDONYM.fullmatch(name) is not None

    def name_of(self, person: str) -> str:
        """Return the name that is shown of a pseudonym; empty where nobody bears it, or nobody any more.

        A player's that looks like another's, or like one of the staff's, has its mark behind it.
        """
        if shown := self.players.name_of(PersonId(person)):
            staff = (skeleton(one.name) for one in self.staff.accounts)
            is_double = self.players.has_double(shown) or skeleton(shown) in staff
            return f"{shown} {mark_of(person)}" if is_double else shown
        return next((one.name for one in self.staff.accounts if one.person == person), "")
