"""What each act upon an account of the staff leaves behind: the whole account, what the security log is told of it, and
the waits that end with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyotp
import pytest
from argon2 import PasswordHasher

from tapete.people.accounts import EVERYWHERE, Account, Grant, MemoryAccounts
from tapete.people.passwords import Passwords
from tapete.people.security_events import SecurityEvent
from tapete.people.staff import Login, Rejection, Staff
from tapete.people.staff_sessions import StaffSessions
from tapete.people.throttle import FREE
from tapete.table.staff import Role
from tests.support.rows import rows

PASSWORD = "tres tristes tigres"
QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
CASHIER = frozenset({Grant(Role.CASHIER)})
ADDRESS = "192.0.2.7"


class Office:
    """A staff whose clock is set by hand: «dora» directs, «caja» has come, «cruz» was invited and has not."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.told: list[SecurityEvent] = []
        self.forgotten: list[tuple[str, str]] = []
        self.store = MemoryAccounts()
        self.sessions = StaffSessions(lambda: self.now)
        self.staff = Staff(self.store, self.sessions, lambda: self.now, self.told.append, QUICK)
        self.staff.forgotten = lambda name, person: self.forgotten.append((name, person))
        self.join("dora", {Grant(Role.DIRECTOR)})
        self.join("carla", CASHIER)
        self.invitation = self.invited("cruz", {Grant(Role.CROUPIER, "mesa-1")})
        self.told.clear()

    def invited(self, name: str, grants: Any) -> str:
        token = self.staff.invite(name, grants, by="dora")
        assert isinstance(token, str)
        return token

    def join(self, name: str, grants: Any) -> None:
        token = self.invited(name, grants)
        assert self.staff.enrol(token) is not None
        assert isinstance(self.staff.accept(token, PASSWORD, self.code(name)), tuple)
        self.now += 30

    def of(self, name: str) -> Account:
        found = self.store.find(name)
        assert found is not None
        return found

    def code(self, name: str) -> str:
        return pyotp.TOTP(self.of(name).secret).at(int(self.now))

    def login(self, name: str, device: str = "") -> Login:
        done = self.staff.log_in(name, PASSWORD, self.code(name), device=device, address=ADDRESS)
        assert isinstance(done, Login), done
        self.now += 30
        return done

    def guess(self, name: str, times: int, device: str = "") -> str:
        """Fail so many times one after the other, each as soon as nobody waits; return the code of the next try."""
        for number in range(times):
            assert self.staff.log_in(name, "mal", "", device=device) == Rejection("login-failed")
            self.now += 60 if number + 1 < times else 0
        found = self.staff.log_in(name, "mal", "", device=device)
        return "" if isinstance(found, Login) else found.code


@pytest.fixture
def office() -> Office:
    return Office()


BY = {"by": "dora"}
TWO = (Grant(Role.INSPECTOR), Grant(Role.CROUPIER, "mesa-2"))
ACTS: dict[str, tuple[Callable[[Staff], object], str, str, dict[str, Any]]] = {
    "invite": (lambda staff: staff.invite("nuria", (), by="dora"), "account-invited", "nuria", BY),
    "reset": (lambda staff: staff.reset("carla", by="dora"), "account-reset", "carla", BY),
    "suspend": (lambda staff: staff.suspend("carla", by="dora"), "account-suspended", "carla", BY),
    "grant": (
        lambda staff: staff.grant("carla", TWO, by="dora"),
        "account-granted",
        "carla",
        {**BY, "grants": ["croupier@mesa-2", "inspector@"]},
    ),
    "grant nothing": (
        lambda staff: staff.grant("carla", (), by="dora"),
        "account-granted",
        "carla",
        {**BY, "grants": []},
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_the_log_is_told_once_of_an_act_with_who_did_it(office: Office, act: str) -> None:
    done, code, name, facts = ACTS[act]
    assert not isinstance(done(office.staff), Rejection)
    assert office.told == [SecurityEvent(code, name, office.now, "", facts)]


def test_the_log_is_told_of_a_removed_account_by_its_pseudonym(office: Office) -> None:
    person = office.of("carla").person
    assert office.staff.remove("carla", by="dora") is None
    assert office.told == [SecurityEvent("account-removed", person, office.now, "", BY)]
    assert office.forgotten == [("carla", person)]


def test_a_secret_that_was_shown_before_is_no_factor_of_the_account() -> None:
    """Threat: whoever holds the word of an invitation too reads the second factor before it is taken up, or after."""
    now = [1_000.0]
    staff = Staff(MemoryAccounts(), StaffSessions(lambda: now[0]), lambda: now[0], passwords=QUICK)
    token = staff.invite("carla", CASHIER)
    assert isinstance(token, str)
    first, second = (found.secret for found in (staff.enrol(token), staff.enrol(token)) if found is not None)
    assert first != second
    assert staff.accept(token, PASSWORD, pyotp.TOTP(first).at(int(now[0]))) == Rejection("code-wrong")
    assert isinstance(staff.accept(token, PASSWORD, pyotp.TOTP(second).at(int(now[0]))), tuple)
    assert (staff.enrol(token), staff.invited(token)) == (None, None)


def test_codes_are_not_tried_out_with_an_invitation() -> None:
    now = [1_000.0]
    staff = Staff(MemoryAccounts(), StaffSessions(lambda: now[0]), lambda: now[0], passwords=QUICK)
    token = staff.invite("carla", CASHIER)
    assert isinstance(token, str)
    account = staff.enrol(token)
    assert account is not None
    told = [staff.accept(token, PASSWORD, "no") for _ in range(FREE + 1)]
    assert told == [Rejection("code-wrong")] * FREE + [Rejection("login-wait", {"seconds": 3})]
    right = pyotp.TOTP(account.secret)
    assert staff.accept(token, PASSWORD, right.at(int(now[0]))) == Rejection("login-wait", {"seconds": 3})
    now[0] += 3
    assert isinstance(staff.accept(token, PASSWORD, right.at(int(now[0]))), tuple)


@rows("name", ["dorа", "D0RA", "d o r a", "Dóra", "ｄｏｒａ", "dㅤora"])
def test_no_account_looks_like_another(name: str) -> None:
    """Threat: a director gives posts to, or reads the notices of, the wrong one of two that look the same."""
    staff = Staff(MemoryAccounts(), StaffSessions(lambda: 0.0), lambda: 0.0, passwords=QUICK)
    staff.invite("dora", CASHIER)
    found = staff.invite(name, CASHIER)
    assert isinstance(found, Rejection)
    assert found.code in ("name-alike", "name-taken")
    assert isinstance(staff.invite("⠀ㅤ", CASHIER), Rejection)
    assert [one.name for one in staff.accounts] == ["dora"]


def test_a_code_that_accepted_an_invitation_opens_nothing(office: Office) -> None:
    assert office.staff.enrol(office.invitation) is not None
    code = office.code("cruz")
    assert isinstance(office.staff.accept(office.invitation, PASSWORD, code), tuple)
    assert office.staff.log_in("cruz", PASSWORD, code) == Rejection("login-failed")


def test_the_director_of_one_table_directs_no_house(office: Office) -> None:
    office.join("diego", {Grant(Role.DIRECTOR, "mesa-1")})
    last = Rejection("last-director-account", {"name": "dora"})
    acts = {
        "suspend": office.staff.suspend("dora", by="dora"),
        "remove": office.staff.remove("dora", by="dora"),
        "grant": office.staff.grant("dora", {Grant(Role.DIRECTOR, "mesa-1")}, by="dora"),
    }
    assert acts == dict.fromkeys(acts, last)
    assert office.staff.grant("dora", {Grant(Role.DIRECTOR), Grant(Role.CASHIER)}, by="dora") is None
    assert office.staff.suspend("diego", by="dora") is None
    assert office.of("dora").may_take(Role.DIRECTOR, EVERYWHERE)
