"""The staff of a house: invited by a director, logged in with two factors, suspended and reset by a director.

Nothing here gives anybody a player's place. Whatever fails or changes is told to the security log, without a password,
a code or a token in it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.kernel import PersonId
from tapete.people import throttle
from tapete.people.accounts import Account, AccountState, AccountStore, Grant
from tapete.people.passwords import Passwords, weakness
from tapete.people.second_factor import accepted_code, new_secret, new_words, word_digest
from tapete.people.staff_sessions import TOKEN_BYTES, StaffSessions, digest
from tapete.table.staff import Role

INVITATION_S: Final = 3 * 86_400.0
"""Seconds for which an invitation is good."""
NAME_MOST: Final = 40


class SecurityEvent(msgspec.Struct, frozen=True):
    """A line of the security log: what happened to which account, from which address, when (seconds)."""

    code: str
    name: str
    at: float
    address: str = ""
    facts: dict[str, Any] = {}


class Rejection(msgspec.Struct, frozen=True):
    """Why something about an account was refused: a stable code and facts for the sentence."""

    code: str
    facts: dict[str, Any] = {}


class Login(msgspec.Struct, frozen=True):
    """A session that has begun: its token, and the token of the device, by which it is known next time."""

    token: str
    device: str
    words_left: int


class Staff:
    """Accounts and sessions of a house. ``clock`` is the wall clock in seconds; ``tell`` keeps the security log."""

    def __init__(
        self,
        accounts: AccountStore,
        sessions: StaffSessions,
        clock: Callable[[], float],
        tell: Callable[[SecurityEvent], None] = lambda _: None,
        passwords: Passwords | None = None,
    ) -> None:
        self.accounts, self.sessions = accounts, sessions
        self._clock, self._tell_log, self._passwords = clock, tell, passwords or Passwords()
        self._throttle = throttle.Throttle()
        self._devices: dict[str, str] = {}

    # --- invitations ---------------------------------------------------------------------------------------------

    def invite(self, name: str, grants: Collection[Grant], by: str = "") -> str | Rejection:
        """Make an account and return the token of its invitation; a name that is taken or malformed is rejected."""
        if not 2 <= len(name) <= NAME_MOST or not name.isprintable() or name != name.strip():
            return Rejection("name-malformed", {"most": NAME_MOST})
        if self.accounts.find(name) is not None:
            return Rejection("name-taken", {"name": name})
        person = PersonId(f"staff-{secrets.token_hex(8)}")
        account = Account(name, person, grants=frozenset(grants))
        return self._invited(account, "account-invited", by)

    def reset(self, name: str, by: str) -> str | Rejection:
        """Take an account's password and second factor away and return the token of a new invitation.

        Its sessions end at once.
        """
        account = self.accounts.find(name)
        if account is None:
            return Rejection("no-account", {"name": name})
        bare = Account(name, account.person, grants=account.grants, last_login=account.last_login)
        self.sessions.revoke(name)
        return self._invited(bare, "account-reset", by)

    def _invited(self, account: Account, code: str, by: str) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        until = self._clock() + INVITATION_S
        self.accounts.put(replace(account, invitation=digest(token), invited_until=until))
        self._throttle.forget(account.name)
        self._tell(code, account.name, by=by)
        return token

    def enrol(self, token: str) -> Account | None:
        """Return the account that an invitation is for, with the secret of its second factor to be shown as a QR code;
        ``None`` for an invitation that is not, or no longer, good.
        """
        account = self._invitee(token)
        if account is not None and not account.secret:
            account = replace(account, secret=new_secret())
            self.accounts.put(account)
        return account

    def accept(self, token: str, password: str, code: str) -> tuple[str, ...] | Rejection:
        """Choose a password and confirm the second factor; return the recovery words, which are shown this once."""
        account, now = self._invitee(token), self._clock()
        if account is None or not account.secret:
            return Rejection("invitation-gone")
        if weak := weakness(password, account.name):
            return Rejection(weak)
        used = accepted_code(account.secret, code, now, account.last_code)
        if used is None:
            return Rejection("code-wrong")
        words = new_words()
        self.accounts.put(
            replace(
                account,
                state=AccountState.ACTIVE,
                password=self._passwords.digest(password),
                last_code=used,
                recovery=frozenset(word_digest(word) for word in words),
                invitation="",
                invited_until=0,
            )
        )
        self._tell("account-active", account.name)
        return words

    def _invitee(self, token: str) -> Account | None:
        wanted, now = digest(token), self._clock()
        for account in self.accounts:
            if account.invitation and secrets.compare_digest(account.invitation, wanted):
                return account if now < account.invited_until else None
        return None

    # --- logging in ----------------------------------------------------------------------------------------------

    def log_in(
        self, name: str, password: str, second: str, *, device: str = "", address: str = ""
    ) -> Login | Rejection:
        """Begin a session with password and second factor: a code of the authenticator, or a recovery word.

        ``device`` is the token that an earlier login gave to this browser. Whatever is wrong is rejected alike, so that
        nobody learns which names there are or which factor failed.
        """
        now, known = self._clock(), self._known_device(name, device)
        if seconds := self._throttle.wait(name, known, now):
            self._tell("login-throttled", name, address, seconds=round(seconds))
            return Rejection("login-wait", {"seconds": int(seconds) + 1})
        account = self.accounts.find(name)
        is_right = self._passwords.is_right("" if account is None else account.password, password)
        proved = None if account is None or not is_right else self._prove_second(account, second, now)
        if account is None or proved is None or account.state is not AccountState.ACTIVE:
            attempts = self._throttle.fail(name, known, now)
            self._tell("login-failed", name, address, failures=attempts.failures)
            if throttle.is_pause(attempts):
                self._tell("login-paused", name, address, seconds=round(throttle.PAUSE_S))
            return Rejection("login-failed")
        self._throttle.forget(name, known)
        if self._passwords.is_outdated(proved.password):
            proved = replace(proved, password=self._passwords.digest(password))
        self.accounts.put(replace(proved, last_login=now))
        self._tell("login", name, address, words_left=len(proved.recovery))
        return Login(self.sessions.begin(name), self._device(name, device), len(proved.recovery))

    def _prove_second(self, account: Account, second: str, now: float) -> Account | None:
        """Return the account with what has been used up, or ``None`` if the second factor is wrong."""
        used = accepted_code(account.secret, second, now, account.last_code)
        if used is not None:
            return replace(account, last_code=used)
        word = word_digest(second)
        return replace(account, recovery=account.recovery - {word}) if word in account.recovery else None

    def _known_device(self, name: str, device: str) -> str:
        """Return the digest of a device on which the account has logged in before; empty for any other."""
        key = digest(device) if device else ""
        return key if key and self._devices.get(key) == name else ""

    def _device(self, name: str, device: str) -> str:
        if self._known_device(name, device):
            return device
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._devices[digest(token)] = name
        return token

    # --- what a director does ------------------------------------------------------------------------------------

    def suspend(self, name: str, by: str) -> Rejection | None:
        """Let nobody log in to an account, and end its sessions at once. The last director is not suspended."""
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
        account = self.accounts.find(name)
        if account is None:
            return Rejection("no-account", {"name": name})
        if self._is_last_director(account):
            return Rejection("last-director-account", {"name": name})
        self.sessions.revoke(name)
        self.accounts.remove(name)
        self._throttle.forget(name)
        self._tell("account-removed", name, by=by)
        return None

    def _is_last_director(self, account: Account) -> bool:
        others = (one for one in self.accounts if one.name != account.name)
        return account.may_take(Role.DIRECTOR) and not any(one.may_take(Role.DIRECTOR) for one in others)

    # --- sessions ------------------------------------------------------------------------------------------------

    def bearer(self, token: str, *, touch: bool = True) -> Account | None:
        """Return the account of a session that is open, and whose account is active; ``None`` otherwise."""
        session = self.sessions.find(token, touch=touch)
        account = None if session is None else self.accounts.find(session.name)
        return account if account is not None and account.state is AccountState.ACTIVE else None

    def _tell(self, code: str, name: str, address: str = "", **facts: Any) -> None:
        self._tell_log(SecurityEvent(code, name, self._clock(), address, facts))
