"""What each act upon an account of the staff leaves behind, also when many come in one moment: account by account."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest

from tapete.people import accounts as acc
from tapete.people.credentials import FREE, Passwords, RowSeal
from tapete.people.staff import Login, Rejection, Staff
from tapete.people.stored import StoredAccounts
from tapete.record.store import open_store
from tapete.table.staff import Role
from tests.people.test_staff import PASSWORD, QUICK, House
from tests.support.rows import rows

CASHIER = frozenset({acc.Grant(Role.CASHIER)})


class Office(House):
    """The same staff with «carla», who has come, and «cruz», who was invited; what is forgotten is noted."""

    def __init__(self) -> None:
        super().__init__()
        self.forgotten: list[tuple[str, str]] = []
        self.staff.forgotten = lambda name, person: self.forgotten.append((name, person))
        self.join("carla", CASHIER)
        self.invitation = self.invite("cruz", {acc.Grant(Role.CROUPIER, "mesa-1")})
        self.log.clear()


@pytest.fixture
def office() -> Office:
    return Office()


BY = {"by": "dora"}
TWO, NAMED = (acc.Grant(Role.INSPECTOR), acc.Grant(Role.CROUPIER, "mesa-2")), ["croupier@mesa-2", "inspector@"]
ACTS: dict[str, tuple[Callable[[Staff], object], str, str, dict[str, Any]]] = {
    "invite": (lambda staff: staff.invite("nuria", (), by="dora"), "account-invited", "nuria", BY),
    "reset": (lambda staff: staff.reset("carla", by="dora"), "account-reset", "carla", BY),
    "suspend": (lambda staff: staff.suspend("carla", by="dora"), "account-suspended", "carla", BY),
    "grant": (lambda staff: staff.grant("carla", TWO, by="dora"), "account-granted", "carla", {**BY, "grants": NAMED}),
    "none": (lambda staff: staff.grant("carla", (), by="dora"), "account-granted", "carla", {**BY, "grants": []}),
}


@pytest.mark.parametrize("act", ACTS)
def test_the_log_is_told_once_of_an_act_with_who_did_it(office: Office, act: str) -> None:
    done, code, name, facts = ACTS[act]
    assert not isinstance(done(office.staff), Rejection)
    assert office.log == [acc.SecurityEvent(code, name, office.now, "", facts)]


def test_the_log_is_told_of_a_removed_account_by_its_pseudonym(office: Office) -> None:
    person = office.of("carla").person
    assert office.staff.remove("carla", by="dora") is None
    assert office.log == [acc.SecurityEvent("account-removed", person, office.now, "", BY)]
    assert office.forgotten == [("carla", person)]


def test_a_secret_that_was_shown_before_is_no_factor_of_the_account() -> None:
    """Threat: whoever holds the word of an invitation too reads the second factor before it is taken up, or after."""
    house = House()
    staff, token = house.staff, house.invite()
    first, second = (found.secret for found in (staff.enrol(token), staff.enrol(token)) if found is not None)
    assert first != second
    assert staff.accept(token, PASSWORD, pyotp.TOTP(first).at(int(house.now))) == Rejection("code-wrong")
    assert isinstance(staff.accept(token, PASSWORD, pyotp.TOTP(second).at(int(house.now))), tuple)
    assert (staff.enrol(token), staff.invited(token)) == (None, None)


@pytest.mark.parametrize("loss", ["suspend", "remove", "grant"])
def test_an_invitation_lives_no_longer_than_the_post_of_the_director_who_gave_it(office: Office, loss: str) -> None:
    office.join("berta", {acc.Grant(Role.DIRECTOR)})
    words = [office.staff.invite("nuria", CASHIER, by="berta"), office.staff.reset("carla", by="berta")]
    assert all(office.staff.enrol(str(one)) for one in words)
    lose = getattr(office.staff, loss)
    assert lose("berta", *([()] if loss == "grant" else []), by="dora") is None
    assert [office.staff.enrol(str(one)) for one in words] == [None, None]
    assert office.staff.enrol(str(office.staff.reset("nuria", by="dora"))) is not None


def test_codes_are_not_tried_out_with_an_invitation() -> None:
    house = House()
    staff, token = house.staff, house.invite()
    account = staff.enrol(token)
    assert account is not None
    told = [staff.accept(token, PASSWORD, "no") for _ in range(FREE + 1)]
    assert told == [Rejection("code-wrong")] * FREE + [Rejection("login-wait", {"seconds": 3})]
    right = pyotp.TOTP(account.secret)
    assert staff.accept(token, PASSWORD, right.at(int(house.now))) == Rejection("login-wait", {"seconds": 3})
    house.now += 3
    assert isinstance(staff.accept(token, PASSWORD, right.at(int(house.now))), tuple)


@rows("name", ["dorа", "D0RA", "d o r a", "Dóra", "ｄｏｒａ", "dㅤora"])
def test_no_account_looks_like_another(name: str) -> None:
    """Threat: a director gives posts to, or reads the notices of, the wrong one of two that look the same."""
    staff = Staff(acc.MemoryAccounts(), acc.StaffSessions(lambda: 0.0), lambda: 0.0, passwords=QUICK)
    staff.invite("dora", CASHIER)
    found = staff.invite(name, CASHIER)
    assert isinstance(found, Rejection)
    assert found.code in ("name-alike", "name-taken")
    assert isinstance(staff.invite("⠀ㅤ", CASHIER), Rejection)
    assert [one.name for one in staff.accounts] == ["dora"]


def test_a_code_that_accepted_an_invitation_opens_nothing_but_that_session(office: Office) -> None:
    assert office.staff.enrol(office.invitation) is not None
    code = office.code("cruz")
    done = office.staff.accept(office.invitation, PASSWORD, code)
    assert isinstance(done, tuple)
    assert office.staff.bearer(done.login.token) == office.of("cruz")
    assert office.staff.log_in("cruz", PASSWORD, code) == Rejection("login-failed")


def test_the_director_of_one_table_directs_no_house(office: Office) -> None:
    office.join("diego", {acc.Grant(Role.DIRECTOR, "mesa-1")})
    last = Rejection("last-director-account", {"name": "dora"})
    assert office.staff.suspend("dora", by="dora") == office.staff.remove("dora", by="dora") == last
    assert office.staff.grant("dora", {acc.Grant(Role.DIRECTOR, "mesa-1")}, by="dora") == last
    assert office.staff.grant("dora", {acc.Grant(Role.DIRECTOR), acc.Grant(Role.CASHIER)}, by="dora") is None
    assert office.staff.suspend("diego", by="dora") is None
    assert office.of("dora").may_take(Role.DIRECTOR, acc.EVERYWHERE)


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
    with open_store(f"sqlite:///{tmp_path}/hall.db") as store:
        accounts = StoredAccounts(store, RowSeal(b"s" * 32))
        made = Staff(accounts, acc.StaffSessions(lambda: NOW), lambda: NOW, passwords=QUICK)
        for name in ("dora", "diego"):
            token = made.invite(name, {acc.Grant(Role.DIRECTOR)})
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
    code, before = pyotp.TOTP(secret_of(staff, "dora")).at(int(NOW)), len(staff.sessions.open_sessions())
    found = at_once(lambda _: staff.log_in("dora", PASSWORD, code))
    assert sum(isinstance(one, Login) for one in found) == 1
    assert len(staff.sessions.open_sessions()) == before + 1


def test_account_that_is_suspended_during_a_login_stays_so(staff: Staff) -> None:
    code = pyotp.TOTP(secret_of(staff, "dora")).at(int(NOW))
    both = (lambda: staff.suspend("dora", by="diego"), lambda: staff.log_in("dora", PASSWORD, code))
    at_once(lambda number: both[number](), count=2)
    account = staff.accounts.find("dora")
    assert account is not None
    assert account.state is acc.AccountState.SUSPENDED
    assert all(one.name != "dora" for one in staff.sessions.open_sessions())


def test_two_directors_who_suspend_each_other_leave_one(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    met = threading.Barrier(2)
    real = acc.Account.may_take

    def met_first(account: acc.Account, *given: Any) -> bool:
        try:
            met.wait(0.2)
        except threading.BrokenBarrierError:
            met.reset()
        return real(account, *given)

    monkeypatch.setattr(acc.Account, "may_take", met_first)
    pairs = (("dora", "diego"), ("diego", "dora"))
    found = at_once(lambda number: staff.suspend(pairs[number][0], by=pairs[number][1]), count=2)
    assert sum(isinstance(one, Rejection) for one in found) == 1
    assert [one.state for one in staff.accounts].count(acc.AccountState.ACTIVE) == 1
