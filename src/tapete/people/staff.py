"""The staff of a house: invited by a director, logged in with two factors, suspended and reset by a director.

Nothing here gives anybody a player's place. Whatever fails or changes is told to the security log, without a password,
a code or a token in it.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.people import credentials, stored
from tapete.people.accounts import (
    TOKEN_BYTES,
    Account,
    AccountState,
    Grant,
    MemoryAccounts,
    Notices,
    NoticeStore,
    SecurityEvent,
    StaffSessions,
    digest,
    is_in_time,
)
from tapete.people.credentials import (
    AccountLocks,
    Passwords,
    RowSeal,
    accepted_code,
    invitation_digest,
    new_invitation,
    new_secret,
    new_words,
    usual_passwords,
    weakness,
    word_digest,
)
from tapete.people.players import PLAYER_MARK, Players, is_of_post, mark_of
from tapete.record.store import Store, StoreError
from tapete.spelling import is_blank, plain, skeleton
from tapete.table.staff import Role

INVITATION_S: Final = 3 * 86_400.0
NAME_MOST: Final = 40
ENROLLING: Final = "enrolling"
"""Stands for the browser of somebody who tries codes with an invitation; no device is known by it."""
DEVICES_MOST: Final = 20
"""Browsers of an account that are known; the one that was known first is forgotten."""


class Rejection(msgspec.Struct, frozen=True):
    """Why something about an account was refused: a stable code and facts for the sentence."""

    code: str
    facts: dict[str, Any] = {}


class Login(msgspec.Struct, frozen=True):
    """A session that has begun: its token, and the token of the device, by which it is known next time."""

    token: str
    device: str
    words_left: int


class Enrolled(NamedTuple):
    words: tuple[str, ...]
    login: Login


class Staff:
    """Accounts and sessions of a house, for any thread. ``clock`` is in seconds; ``tell`` keeps the security log.
    ``steady`` tells how long somebody waits, where the clock may be set meanwhile.
    """

    def __init__(
        self,
        accounts: MemoryAccounts,
        sessions: StaffSessions,
        clock: Callable[[], float],
        tell: Callable[[SecurityEvent], None] = lambda _: None,
        passwords: Passwords | None = None,
        attempts: credentials.AttemptStore | None = None,
        steady: Callable[[], float] | None = None,
    ) -> None:
        self.accounts = accounts
        self.sessions = sessions
        self.tell_log = tell
        self._clock, self._passwords = clock, passwords or usual_passwords()
        self.forgotten: Callable[[str, str], None] = lambda name, person: None
        """Called with a name that was forgotten and the pseudonym that stays."""
        self._throttle, self._locks = credentials.Throttle(clock, steady or clock, attempts), AccountLocks()

    def invite(self, name: str, grants: Collection[Grant], by: str = "") -> str | Rejection:
        """Make an account and return the token of its invitation; a taken, malformed or misleading name is rejected."""
        fits = 2 <= len(name) <= NAME_MOST and name.isprintable() and name == name.strip()
        if not fits or is_blank(name):
            return Rejection("name-malformed", {"most": NAME_MOST})
        if is_of_post(name):
            return Rejection("name-of-post", {"name": name})
        person = PersonId(f"staff-{secrets.token_hex(16)}")
        with self._locks.of_house(name):
            if self._named(name) is not None:
                return Rejection("name-taken", {"name": name})
            if alike := next((one.name for one in self.accounts if skeleton(one.name) == skeleton(name)), None):
                return Rejection("name-alike", {"name": name, "other": alike})
            account = Account(name, person, grants=frozenset(grants))
            return self._invited(account, "account-invited", by)

    def reset(self, name: str, by: str) -> str | Rejection:
        with self._locks.of_house(name):
            account = self.accounts.find(name)
            if account is None:
                return Rejection("no-account", {"name": name})
            bare = Account(name, account.person, grants=account.grants, last_login=account.last_login)
            token = self._invited(bare, "account-reset", by)
            self.sessions.revoke(name)
            return token

    def _invited(self, account: Account, code: str, by: str) -> str:
        token = new_invitation()
        until = self._clock() + INVITATION_S
        giver = "" if self.accounts.find(by) is None else by
        self.accounts.put(replace(account, invitation=invitation_digest(token), invited_until=until, invited_by=giver))
        self._throttle.forget(account.name)
        self._tell(code, account.name, by=by)
        return token

    def enrol(self, token: str) -> Account | None:
        """Return the account that an invitation is for, with a new secret of its second factor, to be shown this once
        as a QR code: one that was shown before is good for nothing. ``None`` for an invitation that is not, or no
        longer, good.
        """
        if (found := self.invited(token)) is None:
            return None
        with self._locks.of_account(found.name):
            account = self.invited(token)
            if account is not None:
                account = replace(account, secret=new_secret())
                self.accounts.put(account)
            return account

    def accept(self, token: str, password: str, code: str, address: str = "") -> Enrolled | Rejection:
        """Choose a password and confirm the second factor; return the recovery words, which are shown this once, and a
        session: the code that was confirmed opens no other.
        """
        if (found := self.invited(token)) is None:
            return Rejection("invitation-gone")
        with self._locks.of_account(found.name):
            return self._accept(token, password, code, address)

    def _accept(self, token: str, password: str, code: str, address: str) -> Enrolled | Rejection:
        account, now = self.invited(token), self._clock()
        if account is None or not account.secret:
            return Rejection("invitation-gone")
        if weak := weakness(password, account.name):
            return Rejection(weak)
        if seconds := self._throttle.wait(account.name, ENROLLING):
            return Rejection("login-wait", {"seconds": int(seconds) + 1})
        used = accepted_code(account.secret, code, now, account.last_code)
        if used is None:
            self._throttle.fail(account.name, ENROLLING)
            return Rejection("code-wrong")
        self._throttle.forget(account.name, ENROLLING)
        words = new_words()
        active = replace(
            account,
            state=AccountState.ACTIVE,
            password=self._passwords.digest(password),
            last_code=used,
            recovery=frozenset(word_digest(word) for word in words),
            invitation="",
            invited_until=0,
        )
        self._tell("account-active", account.name, address)
        return Enrolled(words, self._begin(active, "", now, address))

    def invited(self, token: str) -> Account | None:
        """Return the account that an invitation is for, as it is; ``None`` for one that is not, or no longer, good."""
        wanted, now = invitation_digest(token), self._clock()
        for account in self.accounts:
            if account.invitation and secrets.compare_digest(account.invitation, wanted):
                is_good = self._stands_by(account) and is_in_time(account.invited_until, INVITATION_S, now)
                return account if is_good else None
        return None

    def _stands_by(self, invited: Account) -> bool:
        """Return True if the director who invited somebody is one still, or no other account did."""
        giver = self.accounts.find(invited.invited_by)
        return invited.invited_by in ("", invited.name) or (giver is not None and giver.may_take(Role.DIRECTOR))

    def log_in(
        self, name: str, password: str, second: str, *, device: str = "", address: str = ""
    ) -> Login | Rejection:
        """Begin a session with password and second factor: a code of the authenticator, or a recovery word.

        ``device`` is the token that an earlier login gave to this browser. Whatever is wrong is rejected alike, so that
        nobody learns which names there are or which factor failed.
        """
        called = self._named(name)
        name = plain(name)[:NAME_MOST] if called is None else called.name
        with self._locks.of_account(name):
            return self._log_in(name, password, second, device, address)

    def is_known(self, name: str, device: str) -> bool:
        """Return True if somebody has logged in to an account on a browser before: it shows the token it was given."""
        account = self._named(name) if device else None
        return account is not None and bool(_known_device(account, device))

    def _log_in(self, name: str, password: str, second: str, device: str, address: str) -> Login | Rejection:
        now, account = self._clock(), self.accounts.find(name)
        known = "" if account is None else _known_device(account, device)
        if seconds := self._throttle.wait(name, known):
            self._tell("login-throttled", name, address, seconds=round(seconds))
            return Rejection("login-wait", {"seconds": int(seconds) + 1})
        is_right = self._passwords.is_right("" if account is None else account.password, password)
        proved = None if account is None or not is_right else self._prove_second(account, second, now)
        if account is None or proved is None or account.state is not AccountState.ACTIVE:
            attempts = self._throttle.fail(name, known)
            self._tell("login-failed", name, address, failures=attempts.failures)
            if credentials.is_pause(attempts):
                self._tell("login-paused", name, address, seconds=round(credentials.PAUSE_S))
            return Rejection("login-failed")
        self._throttle.forget(name, known)
        if self._passwords.is_outdated(proved.password):
            proved = replace(proved, password=self._passwords.digest(password))
        return self._begin(proved, device if known else "", now, address)

    def _begin(self, proved: Account, device: str, now: float, address: str) -> Login:
        """Begin a session of somebody who has shown both factors just now."""
        shown = device or secrets.token_urlsafe(TOKEN_BYTES)
        devices = (*(one for one in proved.devices if one != digest(shown)), digest(shown))[-DEVICES_MOST:]
        self.accounts.put(replace(proved, last_login=now, devices=devices))
        self._tell("login", proved.name, address, words_left=len(proved.recovery))
        return Login(self.sessions.begin(proved.name), shown, len(proved.recovery))

    def _prove_second(self, account: Account, second: str, now: float) -> Account | None:
        used = accepted_code(account.secret, second, now, account.last_code)
        if used is not None:
            return replace(account, last_code=used)
        word = word_digest(second)
        return replace(account, recovery=account.recovery - {word}) if word in account.recovery else None

    def suspend(self, name: str, by: str) -> Rejection | None:
        """Let nobody log in to an account, and end its sessions at once. The last director is not suspended."""
        with self._locks.of_house(name):
            account = self.accounts.find(name)
            if account is None:
                return Rejection("no-account", {"name": name})
            if self._is_last_director(account):
                return Rejection("last-director-account", {"name": name})
            self.accounts.put(replace(account, state=AccountState.SUSPENDED, invitation="", invited_until=0))
            self.sessions.revoke(name)
            self._tell("account-suspended", name, by=by)
            return None

    def reinstate(self, name: str, by: str) -> Rejection | None:
        """Let a suspended account log in again, with the factors that it had."""
        with self._locks.of_house(name):
            account = self.accounts.find(name)
            if account is None:
                return Rejection("no-account", {"name": name})
            if account.state is not AccountState.SUSPENDED:
                return Rejection("not-suspended", {"name": name})
            state = AccountState.ACTIVE if account.password else AccountState.INVITED
            self.accounts.put(replace(account, state=state))
            self._throttle.forget(name)
            self._tell("account-reinstated", name, by=by)
            return None

    def grant(self, name: str, grants: Collection[Grant], by: str) -> Rejection | None:
        """Give an account other posts. It counts from the next act on, also in a session that has begun."""
        with self._locks.of_house(name):
            account = self.accounts.find(name)
            if account is None:
                return Rejection("no-account", {"name": name})
            granted = replace(account, grants=frozenset(grants))
            if self._is_last_director(account) and not granted.may_take(Role.DIRECTOR):
                return Rejection("last-director-account", {"name": name})
            self.accounts.put(granted)
            self._tell("account-granted", name, by=by, grants=[f"{one.role}@{one.table}" for one in sorted(grants)])
            return None

    def remove(self, name: str, by: str) -> Rejection | None:
        """Forget an account and the name behind its pseudonym; records keep the pseudonym."""
        with self._locks.of_house(name):
            account = self.accounts.find(name)
            if account is None:
                return Rejection("no-account", {"name": name})
            if self._is_last_director(account):
                return Rejection("last-director-account", {"name": name})
            self.sessions.revoke(name)
            self._throttle.forget(name)
            self.forgotten(name, account.person)
            self.accounts.remove(name)  # last: as long as the name is kept anywhere a director can remove it
            self._tell("account-removed", account.person, by=by)
            return None

    def _named(self, name: str) -> Account | None:
        wanted = plain(name)
        return self.accounts.find(name) or next((one for one in self.accounts if plain(one.name) == wanted), None)

    def _is_last_director(self, account: Account) -> bool:
        others = (one for one in self.accounts if one.name != account.name)
        return account.may_take(Role.DIRECTOR) and not any(one.may_take(Role.DIRECTOR) for one in others)

    def bearer(self, token: str, *, touch: bool = True) -> Account | None:
        return self.bearer_by_digest(digest(token), touch=touch)

    def bearer_by_digest(self, key: str, *, touch: bool = False) -> Account | None:
        """Return who bears a session that is open; with ``touch`` it counts as used now."""
        session = self.sessions.find_by_digest(key, touch=touch)
        account = None if session is None else self.accounts.find(session.name)
        return account if account is not None and account.state is AccountState.ACTIVE else None

    def _tell(self, code: str, name: str, address: str = "", **facts: Any) -> None:
        self.tell_log(SecurityEvent(code, name, self._clock(), address, facts))


def _known_device(account: Account, device: str) -> str:
    key = digest(device) if device else ""
    return key if key in account.devices else ""


MADE_PSEUDONYM: Final = re.compile(f"({PLAYER_MARK}|staff-)[0-9a-f]{{32}}")
"""How a house calls its own people in records."""


class NoDirectorError(StoreError):
    """A house has no account of a director: nobody could let anybody in."""


def directors(accounts: Iterable[Account]) -> Iterator[Account]:
    """Yield the accounts with the post of director: also one whose owner has not come yet, or is suspended."""
    return (one for one in accounts if any(grant.role is Role.DIRECTOR for grant in one.grants))


class HousePeople:
    """Name, staff and players of a house, by :meth:`of_store`. ``clock``: seconds; ``tell``: security events."""

    def __init__(
        self,
        name: str,
        staff: Staff,
        players: Players,
        clock: Callable[[], float],
        tell: Callable[[SecurityEvent], None] = lambda _: None,
        notices: NoticeStore | None = None,
        settings: stored.StoredSettings | None = None,
    ) -> None:
        self.name = name
        self.staff = staff
        self.players = players
        self.clock = clock
        self.notices: Final = Notices(notices)
        self._settings = settings
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
        steady: Callable[[], float] | None = None,
    ) -> HousePeople | None:
        """Return the people of a store, ``None`` where it is of no house with accounts; ``steady`` is as for the staff.

        Rows that an edition without a seal has kept are sealed at its first start, which the director is told. Raises
        :class:`~tapete.people.credentials.SealBrokenError` for rows that this hall has not written,
        :class:`NoDirectorError` where no account directs, :class:`~tapete.record.store.StoreLockedError` where another
        hall keeps these people.
        """
        name = stored.house_name(store)
        if name is None:
            stored.require_no_accounts(store)
            return None
        store.hold_people()
        seal = RowSeal(secret)
        sealed = stored.seal_old_rows(store, seal)
        accounts = stored.StoredAccounts(store, seal)
        if not any(directors(accounts)):
            stored.require_own_rows(store, seal)
            raise NoDirectorError("no-director-account", house=name)
        attempts, players = stored.StoredAttempts(store, seal), stored.StoredPlayers(store, seal)
        staff = Staff(accounts, StaffSessions(clock), clock, passwords=passwords, attempts=attempts, steady=steady)
        kept = stored.StoredNotices(store, seal), stored.StoredSettings(store, seal)
        found = cls(name, staff, Players(clock, players), clock, tell, *kept)
        taken = players, *(one.rows for one in (accounts, attempts, *kept))
        stored.require_own_rows(store, seal, *taken)  # last: a row that does not open is named
        if sealed:
            found.tell(SecurityEvent("people-sealed", "", clock(), facts=sealed))
        return found

    def tell(self, event: SecurityEvent) -> None:
        """Keep a security event for the director's page, and hand it on. It waits for the disk: in a thread alone."""
        self.notices.add(event, event.name if self.is_known(event.name) else "")
        self._further(event)

    @property
    def has_open_registration(self) -> bool:
        return self._settings is None or self._settings.now.has_open_registration

    def settle_newcomers(self, *, at_desk: bool, by: str) -> None:
        """Have strangers register themselves, or at the cash desk alone; a director reads it in their notices."""
        assert self._settings is not None
        if at_desk == self.has_open_registration:
            self._settings.put(stored.PeopleSettings(has_open_registration=not at_desk))
            code = "newcomers-at-desk" if at_desk else "newcomers-anywhere"
            self.tell(SecurityEvent(code, "", self.clock(), facts={"by": by}))

    def is_known(self, name: str) -> bool:
        """Return True if an account has a name, or if it is a pseudonym: what somebody typed may be anything."""
        return self.staff.accounts.find(name) is not None or MADE_PSEUDONYM.fullmatch(name) is not None

    def name_of(self, person: str) -> str:
        """Return the name shown of a pseudonym, with its mark where another looks alike; else empty."""
        if shown := self.players.name_of(PersonId(person)):
            staff = (skeleton(one.name) for one in self.staff.accounts)
            is_double = self.players.has_double(shown) or skeleton(shown) in staff
            return f"{shown} {mark_of(person)}" if is_double else shown
        return next((one.name for one in self.staff.accounts if one.person == person), "")
