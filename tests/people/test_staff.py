"""Accounts of the staff, tried by those who should not get in."""

from typing import Any

import msgspec
import pyotp
import pytest
from argon2 import PasswordHasher

from tapete.people import accounts
from tapete.people.credentials import FREE, MOST_FAILURES, PAUSE_S, Passwords
from tapete.people.players import Players
from tapete.people.staff import INVITATION_S, HousePeople, Login, Rejection, Staff
from tapete.table.staff import Role
from tests.support.rows import rows

PASSWORD = "tres tristes tigres"
QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
DIRECTOR, CASHIER = (frozenset({accounts.Grant(role)}) for role in (Role.DIRECTOR, Role.CASHIER))


class House:
    """A staff with a clock that is set by hand, and one director who has logged in once."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.log: list[accounts.SecurityEvent] = []
        self.ended: list[str] = []
        self.store = accounts.MemoryAccounts()
        self.sessions = accounts.StaffSessions(lambda: self.now, self.ended.append)
        self.staff = Staff(self.store, self.sessions, lambda: self.now, self.log.append, QUICK)
        self.words = self.join("dora", DIRECTOR)
        self.device = self.login("dora").device

    def join(self, name: str, grants: Any) -> tuple[str, ...]:
        token = self.invite(name, grants)
        assert self.staff.enrol(token) is not None
        done = self.staff.accept(token, PASSWORD, self.code(name))
        assert isinstance(done, tuple), done
        self.now += 30
        return done.words

    def code(self, name: str) -> str:
        return pyotp.TOTP(self.of(name).secret).at(int(self.now))

    def login(self, name: str, **changes: Any) -> Login:
        done = self.try_login(name, **changes)
        assert isinstance(done, Login), done
        self.now += 30
        return done

    def try_login(self, name: str, password: str = PASSWORD, second: str | None = None, **more: Any) -> Any:
        return self.staff.log_in(name, password, self.code(name) if second is None else second, **more)

    def of(self, name: str) -> accounts.Account:
        account = self.store.find(name)
        assert account is not None
        return account

    def invite(self, name: str = "carla", grants: Any = CASHIER) -> str:
        token = self.staff.invite(name, grants, by="dora")
        assert isinstance(token, str), token
        return token

    def told(self) -> list[str]:
        return [event.code for event in self.log]


@pytest.fixture
def house() -> House:
    return House()


def test_whatever_is_wrong_is_rejected_alike(house: House) -> None:
    """A password, a code, none at all, a name: whoever tries learns nothing of which."""
    wrong = (("dora", "otra"), ("dora", PASSWORD, "000000"), ("dora", PASSWORD, ""), ("nadie", PASSWORD, "000000"))
    for number, given in enumerate(wrong, start=1):
        assert house.try_login(*given) == Rejection("login-failed"), given
        assert house.told().count("login-failed") == number
        house.now += 60


def test_recovery_word_stands_in_once_however_it_is_typed(house: House) -> None:
    word = house.words[0]
    assert house.login("dora", second=word.upper().replace("-", " ")).words_left == len(house.words) - 1
    assert house.try_login("dora", second=word) == Rejection("login-failed")
    assert isinstance(house.try_login("dora", second=house.words[1]), Login)


def test_failures_make_wait_and_then_pause(house: House) -> None:
    for _ in range(FREE):
        assert house.try_login("dora", "mal") == Rejection("login-failed")
    assert house.try_login("dora") == Rejection("login-wait", {"seconds": 3})
    house.now += 2
    for failures in range(FREE + 1, MOST_FAILURES + 1):
        assert house.try_login("dora", "mal") == Rejection("login-failed")
        house.now += 2.0 ** (failures - FREE + 1) if failures < MOST_FAILURES else 0
    assert house.told()[-2:] == ["login-failed", "login-paused"]
    house.now += PAUSE_S - 1
    assert house.try_login("dora").code == "login-wait"  # type: ignore[union-attr]
    house.now += 1
    assert isinstance(house.try_login("dora"), Login)


def test_stranger_who_guesses_does_not_shut_out_whoever_has_been_here_before(house: House) -> None:
    for _ in range(MOST_FAILURES):
        house.try_login("dora", "mal", address="192.0.2.1")
        house.now += 60
    assert house.try_login("dora", address="192.0.2.1").code == "login-wait"  # type: ignore[union-attr]
    assert isinstance(house.try_login("dora", device=house.device), Login)


def test_device_of_one_account_is_a_stranger_to_another(house: House) -> None:
    house.join("carla", CASHIER)
    for _ in range(MOST_FAILURES):
        house.try_login("carla", "mal")
        house.now += 60
    assert house.try_login("carla", device=house.device).code == "login-wait"  # type: ignore[union-attr]


def test_right_login_ends_the_count(house: House) -> None:
    for _ in range(3):
        house.try_login("dora", "mal")
        house.now += 60
        house.login("dora")
    assert "login-paused" not in house.told()


def test_log_tells_every_failure_and_no_secret(house: House) -> None:
    house.try_login("dora", "mi-secreto-9", "123456", address="192.0.2.7")
    token = house.login("dora").token
    told = msgspec.json.encode(house.log).decode()
    assert house.log[-2].address == "192.0.2.7"
    assert house.log[-2].facts == {"failures": 1}
    for secret in ("mi-secreto-9", "123456", PASSWORD, token, *house.words):
        assert secret not in told


def test_director_reads_what_is_the_same_once_and_the_log_of_the_hall_has_all_of_it(house: House) -> None:
    told: list[accounts.SecurityEvent] = []
    people = HousePeople("Casa", house.staff, Players(lambda: house.now), lambda: house.now, told.append)
    for number in range(8):
        house.now += 1
        house.try_login("dora", "no", "000000", address=f"192.0.2.{number}")
    house.try_login("mi contraseña", "no", "000000", address="192.0.2.9")
    kept = {(one.code, one.name): one for one in people.notices.newest_first()}
    for code in ("login-failed", "login-throttled"):
        events = [one for one in told if (one.code, one.name) == (code, "dora")]
        one = kept.pop((code, "dora"))
        assert (one.count, one.first, one.last) == (len(events), events[0].at, events[-1].at)
        assert one.addresses == tuple(event.address for event in events)[-accounts.ADDRESSES_MOST :]
    nobody = accounts.Notice("login-failed", "", "", house.now, house.now, addresses=("192.0.2.9",))
    assert kept == {("login-failed", ""): nobody}
    house.now += 86_400
    house.try_login("dora", "no", "000000")
    assert people.notices.newest_first()[0].count == 1


def test_account_that_is_removed_is_named_in_no_notice(house: House) -> None:
    people = HousePeople("Casa", house.staff, Players(lambda: house.now), lambda: house.now)
    house.join("eva", DIRECTOR)
    house.staff.suspend("dora", by="eva")
    person = house.of("eva").person
    house.staff.reinstate("dora", by="eva")
    assert house.staff.remove("eva", by="dora") is None
    said = people.notices.newest_first()
    assert (said[0].code, said[0].name, said[0].by) == ("account-removed", person, "dora")
    assert {one.by for one in said if one.code == "account-suspended"} == {person}
    assert "eva" not in msgspec.json.encode(said).decode()


@pytest.mark.parametrize("broken", ["notices", "waits", "account"])
def test_removal_that_breaks_off_leaves_an_account_that_is_removed_again(house: House, broken: str) -> None:
    """A name goes last from where it is found: whatever a kill leaves, the director still sees the account."""
    people = HousePeople("Casa", house.staff, Players(lambda: house.now), lambda: house.now)
    house.join("eva", frozenset())
    for _ in range(FREE):
        assert isinstance(house.try_login("eva", password="no"), Rejection)
    staff = people.staff
    places = {"notices": (staff, "forgotten"), "waits": (staff._throttle, "forget"), "account": (house.store, "remove")}
    place, name = places[broken]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, name, stop)
        with pytest.raises(KeyboardInterrupt):
            house.staff.remove("eva", by="dora")
    assert house.store.find("eva") is not None
    assert house.staff.remove("eva", by="dora") is None
    assert house.store.find("eva") is None
    assert "eva" not in msgspec.json.encode(people.notices.newest_first()).decode()
    assert not any(account == "eva" for account, _ in house.staff._throttle._kept)


def stop(*_: Any) -> None:
    raise KeyboardInterrupt


def test_session_ends_when_its_bearer_does_nothing_after_a_shift_and_when_he_logs_out(house: House) -> None:
    here, there, third = (house.login("dora").token for _ in range(3))
    house.sessions.end(third)
    assert [house.staff.bearer(one) is not None for one in (here, there, third)] == [True, True, False]
    begun = house.now - 90
    house.now += accounts.IDLE_S - 1
    assert house.staff.bearer(here) is not None
    house.now += 1
    assert [house.staff.bearer(one) is not None for one in (here, there)] == [True, False]
    while house.now + 600 < begun + accounts.SHIFT_S:
        house.now += 600
        assert house.staff.bearer(here) is not None
    house.now = begun + accounts.SHIFT_S
    assert (house.staff.bearer(here), len(house.ended)) == (None, 3)


def test_session_and_invitation_end_where_the_clock_goes_back_before_their_beginning(house: House) -> None:
    """Threat T26: begun while the clock was a year ahead, it would last that year; a clock is put right by seconds. And
    whoever logged in then can log in now, with the app too; an invitation of that year lets nobody in.
    """
    house.now += 365 * 86_400
    token, invitation = house.login("dora").token, house.invite()
    house.now -= 30
    assert house.staff.bearer(token) is not None
    assert house.staff.invited(invitation) is not None
    house.now -= 365 * 86_400
    assert house.staff.bearer(token) is None
    assert house.staff.bearer(house.login("dora").token) is not None
    assert (house.staff.invited(invitation), house.staff.enrol(invitation)) == (None, None)


@pytest.mark.parametrize("how", ["suspend", "reset", "remove"])
def test_what_a_director_takes_away_is_gone_at_once(house: House, how: str) -> None:
    house.join("carla", CASHIER)
    token = house.login("carla").token
    getattr(house.staff, how)("carla", by="dora")
    assert house.staff.bearer(token) is None
    assert len(house.ended) == 2  # that of the enrolment too
    account = house.store.find("carla")
    second = "000000" if account is None or not account.secret else house.code("carla")
    assert house.try_login("carla", second=second) == Rejection("login-failed")


def test_suspended_account_comes_back_with_the_factors_it_had_and_its_invitation_leads_nowhere(house: House) -> None:
    house.join("luz", CASHIER)
    assert house.staff.reinstate("luz", by="dora") == Rejection("not-suspended", {"name": "luz"})
    assert house.staff.suspend("luz", by="dora") is None
    assert house.staff.reinstate("luz", by="dora") is None
    house.login("luz")
    token = house.invite()
    assert house.staff.enrol(token) is not None
    code = house.code("carla")
    assert house.staff.suspend("carla", by="dora") is None
    assert house.staff.enrol(token) is None
    assert house.staff.accept(token, PASSWORD, code) == Rejection("invitation-gone")
    assert (house.of("carla").invitation, house.of("carla").state) == ("", accounts.AccountState.SUSPENDED)


def test_reset_makes_an_account_begin_anew(house: House) -> None:
    house.join("carla", CASHIER)
    before = house.of("carla")
    token = house.staff.reset("carla", by="dora")
    assert isinstance(token, str)
    account = house.staff.enrol(token)
    assert account is not None
    assert (account.person, account.grants) == (before.person, before.grants)
    assert account.secret != before.secret
    assert isinstance(house.staff.accept(token, PASSWORD, house.code("carla")), tuple)


@pytest.mark.parametrize("how", ["suspend", "remove"])
def test_last_director_is_not_taken_away(house: House, how: str) -> None:
    assert getattr(house.staff, how)("dora", by="dora") == Rejection("last-director-account", {"name": "dora"})
    assert house.staff.grant("dora", (), by="dora") == Rejection("last-director-account", {"name": "dora"})
    house.join("diego", DIRECTOR)
    assert getattr(house.staff, how)("dora", by="diego") is None


def test_grants_count_at_once(house: House) -> None:
    house.join("cruz", {accounts.Grant(Role.CROUPIER, "mesa-1")})
    token = house.login("cruz").token
    house.staff.grant("cruz", {accounts.Grant(Role.CROUPIER, "mesa-2")}, by="dora")
    bearer = house.staff.bearer(token)
    assert bearer is not None
    assert [bearer.may_take(Role.CROUPIER, table) for table in ("mesa-1", "mesa-2")] == [False, True]


@rows(
    "role, table, may",
    [
        (Role.CROUPIER, "mesa-1", True),
        (Role.CROUPIER, "mesa-2", False),
        (Role.CROUPIER, "", False),
        (Role.INSPECTOR, "mesa-1", True),
        (Role.INSPECTOR, "mesa-9", True),
        (Role.DIRECTOR, "mesa-1", False),
    ],
)
def test_grant_is_for_a_post_and_a_table_or_for_all(role: Role, table: str, may: bool) -> None:
    grants = frozenset({accounts.Grant(Role.CROUPIER, "mesa-1"), accounts.Grant(Role.INSPECTOR)})
    account = accounts.Account("cruz", "staff-1", accounts.AccountState.ACTIVE, grants)  # type: ignore[arg-type]
    assert account.may_take(role, table) is may
    for state in (accounts.AccountState.INVITED, accounts.AccountState.SUSPENDED):
        assert not msgspec.structs.replace(account, state=state).may_take(role, table)


def test_invitation_is_good_once_for_one_and_for_three_days(house: House) -> None:
    token = house.invite()
    assert house.staff.enrol("otra cosa") is None
    house.now += INVITATION_S - 1
    house.staff.enrol(token)
    assert house.staff.accept(token, PASSWORD, "000000") == Rejection("code-wrong")
    assert house.staff.accept(token, "corta", house.code("carla")) == Rejection("password-short")
    assert isinstance(house.staff.accept(token, PASSWORD, house.code("carla")), tuple)
    assert house.staff.accept(token, PASSWORD, house.code("carla")) == Rejection("invitation-gone")
    assert house.staff.enrol(token) is None
    late = house.invite("cruz")
    house.now += INVITATION_S
    assert house.staff.enrol(late) is None


def test_second_invitation_voids_the_first(house: House) -> None:
    first = house.invite()
    assert house.staff.invite("carla", ()) == Rejection("name-taken", {"name": "carla"})
    second = house.staff.reset("carla", by="dora")
    assert isinstance(second, str)
    assert house.staff.enrol(first) is None
    assert house.staff.enrol(second) is not None


POSTS = ("Director", "caja", "Ana Croupière", "Jefe de mesa 2", "Сroupiеr", "sistema", "system:house", "x：y", "x꞉y")
POSTS += ("La Sala", "maison", "cash-desk 2", "la caisse", "Dirección general", "l’établissement", "contrôleur")
POSTS += ("Admin",)


@rows("code, names", [("name-malformed", ("", "a", " dora", "x" * 41, "do\nra")), ("name-of-post", POSTS)])
def test_names_are_short_and_printable_and_no_posts(code: str, names: tuple[str, ...]) -> None:
    """Threat: a slip signed by «Director», or by «system:house», is read as signed by somebody else."""
    staff = Staff(accounts.MemoryAccounts(), accounts.StaffSessions(lambda: 0.0), lambda: 0.0)
    assert {staff.invite(one, ()).code for one in names} == {code}  # type: ignore[union-attr]
    for one in ("John Hall", "Emiliano Sala", "Ana Caissie", "Porta", "Salas", "María de la Casa"):
        assert isinstance(staff.invite(one, ()), str), one


def test_digest_with_weaker_settings_is_renewed_at_the_next_login(house: House) -> None:
    strong = Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    before = house.of("dora")
    staff = Staff(house.store, house.sessions, lambda: house.now, passwords=strong)
    assert isinstance(staff.log_in("dora", PASSWORD, house.code("dora")), Login)
    assert [strong.is_outdated(one.password) for one in (before, house.of("dora"))] == [True, False]
