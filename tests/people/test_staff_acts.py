"""What each act upon an account of the staff leaves behind: the whole account, what the security log is told of it, and
the waits that end with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pyotp
import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from tapete.people.accounts import EVERYWHERE, Account, AccountState, Grant, MemoryAccounts
from tapete.people.passwords import Passwords
from tapete.people.second_factor import WORDS, invitation_digest
from tapete.people.security_events import SecurityEvent
from tapete.people.staff import DEVICES_MOST, INVITATION_S, NAME_MOST, Login, Rejection, Staff
from tapete.people.staff_sessions import IDLE_S, StaffSessions, digest
from tapete.people.throttle import FREE, MOST, PAUSE_S
from tapete.table.staff import Role

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
        self.join("caja", CASHIER)
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
    "reset": (lambda staff: staff.reset("caja", by="dora"), "account-reset", "caja", BY),
    "suspend": (lambda staff: staff.suspend("caja", by="dora"), "account-suspended", "caja", BY),
    "grant": (
        lambda staff: staff.grant("caja", TWO, by="dora"),
        "account-granted",
        "caja",
        {**BY, "grants": ["croupier@mesa-2", "inspector@"]},
    ),
    "grant nothing": (
        lambda staff: staff.grant("caja", (), by="dora"),
        "account-granted",
        "caja",
        {**BY, "grants": []},
    ),
}


@pytest.mark.parametrize("act", ACTS)
def test_the_log_is_told_once_of_an_act_with_who_did_it(office: Office, act: str) -> None:
    done, code, name, facts = ACTS[act]
    assert not isinstance(done(office.staff), Rejection)
    assert office.told == [SecurityEvent(code, name, office.now, "", facts)]


def test_the_log_is_told_of_a_suspended_account_that_comes_back(office: Office) -> None:
    office.staff.suspend("caja", by="dora")
    office.told.clear()
    assert office.staff.reinstate("caja", by="dora") is None
    assert office.told == [SecurityEvent("account-reinstated", "caja", office.now, "", BY)]


def test_the_log_is_told_of_a_removed_account_by_its_pseudonym(office: Office) -> None:
    person = office.of("caja").person
    assert office.staff.remove("caja", by="dora") is None
    assert office.told == [SecurityEvent("account-removed", person, office.now, "", BY)]
    assert office.forgotten == [("caja", person)]


def test_the_log_is_told_of_whoever_accepts_his_invitation(office: Office) -> None:
    office.staff.enrol(office.invitation)
    assert isinstance(office.staff.accept(office.invitation, PASSWORD, office.code("cruz")), tuple)
    assert office.told == [SecurityEvent("account-active", "cruz", office.now, "", {})]


def test_the_log_is_told_of_logins_from_where_they_came_and_how_they_went(office: Office) -> None:
    begun = office.now
    office.login("caja")
    assert office.told == [SecurityEvent("login", "caja", begun, ADDRESS, {"words_left": WORDS})]
    office.told.clear()
    for _ in range(MOST):
        office.staff.log_in("caja", "mal", "", address=ADDRESS)
        office.now += 60
    office.staff.log_in("caja", "mal", "", address=ADDRESS)
    assert [(one.code, one.name, one.address, one.facts) for one in office.told] == [
        *[("login-failed", "caja", ADDRESS, {"failures": number}) for number in range(1, MOST + 1)],
        ("login-paused", "caja", ADDRESS, {"seconds": 900}),
        ("login-throttled", "caja", ADDRESS, {"seconds": 840}),
    ]


def test_a_name_that_nobody_bears_is_told_as_it_is_compared_and_no_longer_than_a_name_may_be(office: Office) -> None:
    office.staff.log_in("  Ñandú_" + "X" * 60, "mal", "")
    assert [one.name for one in office.told] == [("nandu " + "x" * 60)[:NAME_MOST]]


@pytest.mark.parametrize("act", ["suspend", "reinstate", "remove", "reset", "grant"])
def test_nothing_is_done_to_an_account_that_is_not_there(office: Office, act: str) -> None:
    before = list(office.store)
    more = [()] if act == "grant" else []
    assert getattr(office.staff, act)("Caja", *more, by="dora") == Rejection("no-account", {"name": "Caja"})
    assert (list(office.store), office.told, office.forgotten) == (before, [], [])


def test_an_account_is_kept_whole_from_its_invitation_to_its_removal(office: Office) -> None:
    bare = office.of("cruz")
    grants = frozenset({Grant(Role.CROUPIER, "mesa-1")})
    until = office.now + INVITATION_S
    assert bare == Account(
        "cruz",
        bare.person,
        AccountState.INVITED,
        grants,
        invitation=invitation_digest(office.invitation),
        invited_until=until,
    )
    enrolled = office.staff.enrol(office.invitation)
    assert enrolled is not None
    assert enrolled == office.of("cruz") == replace(bare, secret=enrolled.secret)
    assert office.staff.invited(office.invitation) == enrolled
    words = office.staff.accept(office.invitation, PASSWORD, office.code("cruz"))
    assert isinstance(words, tuple)
    active = office.of("cruz")
    step = int(office.now) // 30
    assert (len(words), len(active.recovery), QUICK.is_right(active.password, PASSWORD)) == (WORDS, WORDS, True)
    assert active == Account(
        "cruz",
        bare.person,
        AccountState.ACTIVE,
        grants,
        password=active.password,
        secret=enrolled.secret,
        last_code=step,
        recovery=active.recovery,
    )
    office.now += 30
    at = office.now
    device = office.login("cruz").device
    here = office.of("cruz")
    assert here == replace(active, last_code=step + 1, last_login=at, devices=(digest(device),))
    assert office.staff.suspend("cruz", by="dora") is None
    assert office.of("cruz") == replace(here, state=AccountState.SUSPENDED)
    assert office.staff.reinstate("cruz", by="dora") is None
    assert office.of("cruz") == here
    token = office.staff.reset("cruz", by="dora")
    assert isinstance(token, str)
    until = office.now + INVITATION_S
    again = replace(bare, last_login=at, invitation=invitation_digest(token), invited_until=until)
    assert office.of("cruz") == again
    assert office.staff.suspend("cruz", by="dora") is None
    assert office.of("cruz") == replace(again, state=AccountState.SUSPENDED, invitation="", invited_until=0)
    assert office.staff.reinstate("cruz", by="dora") is None
    assert office.of("cruz") == replace(again, invitation="", invited_until=0)
    assert office.staff.remove("cruz", by="dora") is None
    assert [one.name for one in office.store] == ["caja", "dora"]


def test_an_account_that_nobody_has_used_yet_is_kept_with_nothing_in_it() -> None:
    made = msgspec.to_builtins(Account("caja", "staff-1"))  # type: ignore[arg-type]
    assert made == {
        "name": "caja",
        "person": "staff-1",
        "state": "invited",
        "grants": [],
        "password": "",
        "secret": "",
        "last_code": 0,
        "recovery": [],
        "invitation": "",
        "invited_until": 0,
        "last_login": 0,
        "devices": (),
    }


@pytest.mark.parametrize("how", ["invite", "reset", "remove"])
def test_the_wait_of_a_name_ends_with_what_a_director_does_to_it(office: Office, how: str) -> None:
    name = "nuria" if how == "invite" else "caja"
    assert office.guess(name, MOST) == "login-wait"
    office.staff.invite(name, (), by="dora") if how == "invite" else getattr(office.staff, how)(name, by="dora")
    assert office.staff.log_in(name, "mal", "") == Rejection("login-failed")
    assert office.told[-1].facts == {"failures": 1}


@pytest.mark.parametrize("is_known", [False, True])
def test_an_account_that_comes_back_waits_on_none_of_its_browsers(office: Office, is_known: bool) -> None:
    device = office.login("caja").device if is_known else ""
    assert office.guess("caja", MOST, device) == "login-wait"
    assert office.staff.suspend("caja", by="dora") is None
    assert office.guess("caja", 0, device) == "login-wait"
    assert office.staff.reinstate("caja", by="dora") is None
    office.login("caja", device)


def test_a_right_login_ends_the_count_of_its_own_browser_alone(office: Office) -> None:
    device = office.login("caja").device
    assert office.guess("caja", FREE) == "login-wait"
    assert office.login("caja", device).device == device
    assert office.guess("caja", 0) == "login-failed"  # half a minute later
    assert office.told[-1].facts == {"failures": FREE + 1}


@pytest.mark.parametrize("is_known", [False, True])
def test_after_a_right_login_failures_are_counted_from_the_first(office: Office, is_known: bool) -> None:
    device = office.login("caja").device if is_known else ""
    for _ in range(2):
        office.staff.log_in("caja", "mal", "", device=device)
    office.login("caja", device)
    office.staff.log_in("caja", "mal", "", device=device)
    assert [one.facts["failures"] for one in office.told if one.code == "login-failed"] == [1, 2, 1]


def test_a_secret_that_was_shown_before_is_no_factor_of_the_account() -> None:
    """Threat: whoever holds the word of an invitation too reads the second factor before it is taken up, or after."""
    now = [1_000.0]
    staff = Staff(MemoryAccounts(), StaffSessions(lambda: now[0]), lambda: now[0], passwords=QUICK)
    token = staff.invite("caja", CASHIER)
    assert isinstance(token, str)
    first, second = (found.secret for found in (staff.enrol(token), staff.enrol(token)) if found is not None)
    assert first != second
    assert staff.accept(token, PASSWORD, pyotp.TOTP(first).at(int(now[0]))) == Rejection("code-wrong")
    assert isinstance(staff.accept(token, PASSWORD, pyotp.TOTP(second).at(int(now[0]))), tuple)
    assert (staff.enrol(token), staff.invited(token)) == (None, None)


def test_codes_are_not_tried_out_with_an_invitation() -> None:
    now = [1_000.0]
    staff = Staff(MemoryAccounts(), StaffSessions(lambda: now[0]), lambda: now[0], passwords=QUICK)
    token = staff.invite("caja", CASHIER)
    assert isinstance(token, str)
    account = staff.enrol(token)
    assert account is not None
    told = [staff.accept(token, PASSWORD, "no") for _ in range(FREE + 1)]
    assert told == [Rejection("code-wrong")] * FREE + [Rejection("login-wait", {"seconds": 3})]
    right = pyotp.TOTP(account.secret)
    assert staff.accept(token, PASSWORD, right.at(int(now[0]))) == Rejection("login-wait", {"seconds": 3})
    now[0] += 3
    assert isinstance(staff.accept(token, PASSWORD, right.at(int(now[0]))), tuple)


@pytest.mark.parametrize("name", ["dorа", "D0RA", "d o r a", "Dóra", "ｄｏｒａ", "dㅤora"])
def test_no_account_looks_like_another(name: str) -> None:
    """Threat: a director gives posts to, or reads the notices of, the wrong one of two that look the same."""
    staff = Staff(MemoryAccounts(), StaffSessions(lambda: 0.0), lambda: 0.0, passwords=QUICK)
    staff.invite("dora", CASHIER)
    found = staff.invite(name, CASHIER)
    assert isinstance(found, Rejection)
    assert found.code in ("name-alike", "name-taken")
    assert isinstance(staff.invite("⠀ㅤ", CASHIER), Rejection)
    assert [one.name for one in staff.accounts] == ["dora"]


def test_a_staff_digests_passwords_as_it_is_told_to_or_as_strongly_as_it_can() -> None:
    def of(passwords: Passwords | None) -> Passwords:
        return Staff(MemoryAccounts(), StaffSessions(lambda: 0.0), lambda: 0.0, passwords=passwords)._passwords

    assert of(QUICK) is QUICK
    usual = of(None)
    assert isinstance(usual, Passwords)
    assert usual.is_outdated(QUICK.digest(PASSWORD))


def test_an_account_that_waits_hears_for_how_many_seconds(office: Office) -> None:
    for _ in range(FREE):
        office.staff.log_in("caja", "mal", "")
    office.now += 0.75
    office.told.clear()
    assert office.staff.log_in("caja", PASSWORD, office.code("caja")) == Rejection("login-wait", {"seconds": 2})
    assert [(one.code, one.facts) for one in office.told] == [("login-throttled", {"seconds": 1})]
    office.now += 1.25
    office.login("caja")


def test_names_that_nobody_bears_are_counted_however_they_are_typed(office: Office) -> None:
    for typed in ("Ríos", "rios", "RÍOS"):
        assert office.staff.log_in(typed, "mal", "") == Rejection("login-failed")
    found = office.staff.log_in(" ríos", "mal", "")
    assert isinstance(found, Rejection)
    assert found.code == "login-wait"


@pytest.mark.parametrize("state", [AccountState.SUSPENDED, AccountState.INVITED])
def test_an_account_that_is_not_active_is_not_opened_by_its_right_factors(office: Office, state: AccountState) -> None:
    token = office.login("caja").token
    office.store.put(replace(office.of("caja"), state=state))
    assert office.staff.log_in("caja", PASSWORD, office.code("caja")) == Rejection("login-failed")
    assert office.staff.bearer(token) is None
    assert office.staff.bearer_by_digest(digest(token)) is None


def test_a_browser_is_known_to_the_account_that_was_opened_on_it_alone(office: Office) -> None:
    device = office.login("caja").device
    assert device != office.login("dora").device
    asked = [("caja", device), ("CAJA", device), ("dora", device), ("nadie", device), ("caja", ""), ("caja", "x")]
    assert [office.staff.is_known(*one) for one in asked] == [True, True, False, False, False, False]


def test_a_browser_that_is_used_again_becomes_the_last_one_and_stands_once(office: Office) -> None:
    first, second = office.login("caja").device, office.login("caja").device
    assert office.of("caja").devices == (digest(first), digest(second))
    assert office.login("caja", first).device == first
    assert office.of("caja").devices == (digest(second), digest(first))
    strange = office.login("caja", "una cualquiera").device
    assert strange != "una cualquiera"
    assert office.of("caja").devices == (digest(second), digest(first), digest(strange))
    for _ in range(DEVICES_MOST):
        office.login("caja")
    assert len(office.of("caja").devices) == DEVICES_MOST


@pytest.mark.parametrize(
    ("name", "is_taken"),
    [
        ("x", False),
        ("xy", True),
        ("x" * NAME_MOST, True),
        ("x" * (NAME_MOST + 1), False),
        ("xy ", False),
        (" xy", False),
        ("x\ty", False),
    ],
)
def test_a_name_has_between_two_and_forty_signs_that_can_be_printed(office: Office, name: str, is_taken: bool) -> None:
    found = office.staff.invite(name, ())
    assert isinstance(found, str) if is_taken else found == Rejection("name-malformed", {"most": 40})
    assert (office.store.find(name) is not None) is is_taken


@pytest.mark.parametrize("name", ["caja", "CAJA", "Cája", "cruz"])
def test_no_two_accounts_have_names_that_are_compared_alike(office: Office, name: str) -> None:
    before = list(office.store)
    assert office.staff.invite(name, ()) == Rejection("name-taken", {"name": name})
    assert (list(office.store), office.told) == (before, [])


def test_an_invitation_is_accepted_once_its_second_factor_was_shown(office: Office) -> None:
    assert office.staff.accept(office.invitation, PASSWORD, "000000") == Rejection("invitation-gone")
    assert office.staff.enrol(office.invitation) is not None
    assert office.staff.accept("otra", PASSWORD, office.code("cruz")) == Rejection("invitation-gone")
    typed = office.invitation.upper().replace("-", " ")
    assert office.staff.accept(typed, "cruz-del-sur-9", office.code("cruz")) == Rejection("password-has-name")
    assert isinstance(office.staff.accept(typed, PASSWORD, office.code("cruz")), tuple)


@pytest.mark.parametrize(("after", "is_good"), [(INVITATION_S - 1, True), (INVITATION_S, False)])
def test_an_invitation_is_accepted_up_to_its_last_second(office: Office, after: float, is_good: bool) -> None:
    assert office.staff.enrol(office.invitation) is not None
    office.now += after
    found = office.staff.accept(office.invitation, PASSWORD, office.code("cruz"))
    assert isinstance(found, tuple) if is_good else found == Rejection("invitation-gone")


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


def test_one_of_two_directors_may_be_given_other_posts(office: Office) -> None:
    office.join("diego", {Grant(Role.DIRECTOR)})
    assert office.staff.grant("dora", CASHIER, by="diego") is None
    assert office.of("dora").grants == CASHIER


@pytest.mark.parametrize("by_digest", [False, True])
@pytest.mark.parametrize("touch", [None, False, True])
def test_what_keeps_a_session_open_is_the_act_of_its_bearer(
    office: Office, by_digest: bool, touch: bool | None
) -> None:
    """A token that is shown is an act of its bearer unless the caller says otherwise; a digest that is asked for is
    none.
    """
    token = office.login("caja").token
    ask: Any = office.staff.bearer_by_digest if by_digest else office.staff.bearer
    how = {} if touch is None else {"touch": touch}
    office.now += IDLE_S - 60
    found = ask(digest(token) if by_digest else token, **how)
    assert found == office.of("caja")
    office.now += 60
    keeps = not by_digest if touch is None else touch
    assert (office.staff.bearer(token) is not None) is keeps


def test_sessions_of_one_account_are_revoked_and_counted(office: Office) -> None:
    mine, other = [office.login("caja").token for _ in range(2)], office.login("dora").token
    ended: list[str] = []
    office.sessions.ended = ended.append
    names = [one.name for one in office.sessions.open_sessions()]
    assert names == ["caja", "caja", "dora"]
    assert office.sessions.revoke("caja") == 2
    assert ended == [digest(one) for one in mine]
    assert office.sessions.revoke("caja") == 0
    assert [one.name for one in office.sessions.open_sessions()] == ["dora"]
    assert office.staff.bearer(other) is not None


def test_a_sweep_ends_those_that_are_over_and_no_other(office: Office) -> None:
    old = office.login("caja").token
    office.now += IDLE_S - 60
    new = office.login("caja").token
    ended: list[str] = []
    office.sessions.ended = ended.append
    office.now += 30
    assert [one.start for one in office.sessions.open_sessions()] == [office.now - 60]
    office.sessions.sweep()
    assert ended == [digest(old)]
    office.sessions.end(new)
    office.sessions.end(new)
    assert ended == [digest(old), digest(new)]


def test_a_pause_lasts_a_quarter_of_an_hour_from_the_last_failure(office: Office) -> None:
    assert office.guess("caja", MOST) == "login-wait"
    office.now += PAUSE_S - 0.5
    assert office.guess("caja", 0) == "login-wait"
    office.now += 0.5
    office.login("caja")
