"""Many logins and changes in one moment: they are counted and done one after the other, account by account."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest

from tapete.people.accounts import Account, AccountState, Grant
from tapete.people.passwords import Passwords
from tapete.people.row_seal import RowSeal
from tapete.people.staff import Login, Rejection, Staff
from tapete.people.staff_sessions import StaffSessions
from tapete.people.stored_accounts import StoredAccounts
from tapete.people.throttle import FREE
from tapete.record.store import open_store
from tapete.table.staff import Role
from tests.people.test_staff import PASSWORD, QUICK

NOW = 1_800_000_000.0
MANY = 8


class Slow(Passwords):
    """Passwords whose check lets every other thread come as far, if nothing keeps it."""

    def __init__(self) -> None:
        self.met = threading.Barrier(MANY)
        super().__init__(QUICK._hasher)

    def is_right(self, digest: str, password: str) -> bool:
        """Wait for the others, but not for ever: where they are kept out nobody comes."""
        try:
            self.met.wait(0.2)
        except threading.BrokenBarrierError:
            self.met.reset()
        return super().is_right(digest, password)


@pytest.fixture
def staff(tmp_path: Path) -> Iterator[Staff]:
    """Two directors in a database."""
    with open_store(f"sqlite:///{tmp_path}/hall.db") as store:
        accounts = StoredAccounts(store, RowSeal(b"s" * 32))
        made = Staff(accounts, StaffSessions(lambda: NOW), lambda: NOW, passwords=QUICK)
        for name in ("dora", "diego"):
            token = made.invite(name, {Grant(Role.DIRECTOR)})
            assert isinstance(token, str)
            assert made.enrol(token) is not None
            secret = secret_of(made, name)
            assert isinstance(made.accept(token, PASSWORD, pyotp.TOTP(secret).at(int(NOW) - 30)), tuple)
        made._passwords = Slow()
        yield made


def secret_of(staff: Staff, name: str) -> str:
    account = staff.accounts.find(name)
    assert account is not None
    return account.secret


def at_once(what: Callable[[int], Any], count: int = MANY) -> list[Any]:
    """Do something in so many threads; return what came of each."""
    found: list[Any] = [None] * count
    start = threading.Barrier(count)

    def run(number: int) -> None:
        start.wait()
        found[number] = what(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return found


def test_logins_of_one_account_do_not_pass_the_throttle_together(staff: Staff) -> None:
    found = at_once(lambda _: staff.log_in("dora", "mal", "000000"))
    assert [one.code for one in found].count("login-failed") == FREE
    assert [one.code for one in found].count("login-wait") == MANY - FREE


def test_one_code_opens_one_session_for_however_many(staff: Staff) -> None:
    code = pyotp.TOTP(secret_of(staff, "dora")).at(int(NOW))
    found = at_once(lambda _: staff.log_in("dora", PASSWORD, code))
    assert sum(isinstance(one, Login) for one in found) == 1
    assert len(staff.sessions.open_sessions()) == 1


def test_account_that_is_suspended_during_a_login_stays_so(staff: Staff) -> None:
    code = pyotp.TOTP(secret_of(staff, "dora")).at(int(NOW))
    at_once(
        lambda number: staff.log_in("dora", PASSWORD, code) if number else staff.suspend("dora", by="diego"), count=2
    )
    account = staff.accounts.find("dora")
    assert account is not None
    assert account.state is AccountState.SUSPENDED
    assert all(one.name != "dora" for one in staff.sessions.open_sessions())


def test_two_directors_who_suspend_each_other_leave_one(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    met = threading.Barrier(2)
    real = Account.may_take

    def met_first(account: Account, *given: Any) -> bool:
        try:
            met.wait(0.2)
        except threading.BrokenBarrierError:
            met.reset()
        return real(account, *given)

    monkeypatch.setattr(Account, "may_take", met_first)
    pairs = (("dora", "diego"), ("diego", "dora"))
    found = at_once(lambda number: staff.suspend(pairs[number][0], by=pairs[number][1]), count=2)
    assert sum(isinstance(one, Rejection) for one in found) == 1
    assert [one.state for one in staff.accounts].count(AccountState.ACTIVE) == 1
