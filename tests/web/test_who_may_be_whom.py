"""Who may be whom, asked of the rules alone: keys, words of return links and posts, sessions, names that people say.

The hall is a stand-in that says of each person where he is; what it says stands beside each question.
"""

from __future__ import annotations

import secrets
from types import SimpleNamespace
from typing import Any

import pytest
from argon2 import PasswordHasher

from tapete.kernel import PersonId
from tapete.live import security_log
from tapete.people.accounts import Account, AccountState, Grant, MemoryAccounts
from tapete.people.house_people import HousePeople
from tapete.people.passwords import Passwords
from tapete.people.players import Players
from tapete.people.staff import Staff
from tapete.people.staff_sessions import IDLE_S, StaffSessions, digest
from tapete.table.staff import Role
from tapete.web import place_claims, staff_access
from tapete.web.edge.wrong_keys import TRIES, WrongKeys
from tapete.web.people import identity
from tapete.web.people.post_holders import account_named, may_be_sent, require_may_be_sent
from tapete.web.people.spoken_names import mark_of, with_pseudonym
from tapete.web.problems import ProblemError
from tapete.web.sessions import Session, Sessions
from tapete.web.staff_access import StaffAccess

KEY = "llave-de-la-sala"
CLOSED, OPEN, KEYLESS = StaffAccess(key=KEY), StaffAccess(is_open=True), StaffAccess()
ANA, LUIS, EVA, DORA = map(PersonId, ("ana", "luis", "eva", "staff-" + "d" * 32))
QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
Problem = tuple[int, str, str]


class Links:
    """Marks of return links."""

    def __init__(self) -> None:
        self.marks: dict[str, str] = {}

    def mark_of(self, person: str) -> str:
        return self.marks.get(person, "")


class Hall:
    """A hall: Ana plays at «uno», Luis is on duty there; a word is what it was asked to say."""

    def __init__(self, access: StaffAccess = CLOSED, people: HousePeople | None = None) -> None:
        self.staff_access, self.people, self.player_links = access, people, Links()
        self.sessions = Sessions(lambda: 0.0)
        self.wrong_words, self.wrong_keys = WrongKeys(lambda: 0.0), WrongKeys(lambda: 0.0)
        self.hall = SimpleNamespace(
            house=None,
            tables={"uno": SimpleNamespace(id="uno")},
            keys=SimpleNamespace(word=lambda purpose, text: f"{purpose}|{text}"),
        )


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Who is where, and what the security log is told."""
    found: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: found.append((code, facts)))
    for module in (place_claims, staff_access):
        monkeypatch.setattr(module, "is_on_duty", lambda table, person: (table.id, person) == ("uno", LUIS))
        monkeypatch.setattr(module, "is_player_in_hall", lambda tables, person: bool(tables) and person == ANA)
    monkeypatch.setattr(place_claims, "is_in_hall", lambda tables, person: bool(tables) and person in (ANA, LUIS))
    return found


def asked(address: str = "192.0.2.7") -> Any:
    return SimpleNamespace(client=SimpleNamespace(host=address))


def problem(what: Any, *given: Any, **more: Any) -> Problem | None:
    try:
        what(*given, **more)
    except ProblemError as error:
        return error.problem.status, error.problem.code, error.case
    return None


# --- words ------------------------------------------------------------------------------------------------------------


def test_a_return_word_is_of_its_person_and_his_last_mark_and_only_behind_closed_doors() -> None:
    hall = Hall()
    assert place_claims.return_word(hall, ANA) == "return|ana"  # type: ignore[arg-type]
    hall.player_links.marks = {"ana": "0a"}
    words = [place_claims.return_word(hall, one) for one in (ANA, LUIS)]  # type: ignore[arg-type]
    assert words == ["return|ana\n0a", "return|luis"]
    assert place_claims.return_word(Hall(OPEN), ANA) == ""  # type: ignore[arg-type]
    assert place_claims.return_word(Hall(people=people()), ANA) == ""  # type: ignore[arg-type]


def test_a_wrong_word_is_counted_against_the_address_that_counts_and_a_right_one_is_not(told: list[Any]) -> None:
    hall, from_here = Hall(), asked("2001:db8::7")
    given = place_claims.is_word_given
    for _ in range(TRIES + 1):
        assert given(from_here, hall, ANA, "return|ana")  # type: ignore[arg-type]
        assert not given(from_here, hall, ANA, None)  # type: ignore[arg-type]
    assert told == []
    for _ in range(TRIES):
        assert not given(from_here, hall, ANA, "return|eva")  # type: ignore[arg-type]
    assert problem(given, asked("2001:db8::8"), hall, ANA, "return|ana") == (429, "too-many-keys", "")
    assert given(asked(), hall, ANA, "return|ana")  # type: ignore[arg-type]
    here = {"address": "2001:db8::/64"}
    assert told == [("wrong-key", here)] * TRIES + [("wrong-keys-paused", here)]
    assert not given(from_here, Hall(OPEN), ANA, "mal")  # type: ignore[arg-type]
    assert len(told) == TRIES + 1


@pytest.mark.parametrize(
    ("access", "word"), [(CLOSED, f"post|{KEY}\nuno\nluis"), (OPEN, ""), (KEYLESS, ""), (StaffAccess(True, KEY), "")]
)
def test_an_officials_word_hangs_on_the_staff_key_and_finds_a_post_that_he_holds(
    access: StaffAccess, word: str
) -> None:
    hall = Hall(access)
    assert place_claims.post_word(hall, "uno", LUIS) == word  # type: ignore[arg-type]
    given = [word, "otra", "", None, 7, "ñ"]
    good = [place_claims.is_post_word(hall, "uno", LUIS, one) for one in given]  # type: ignore[arg-type]
    assert good == [bool(word), False, False, False, False, False]
    right = place_claims.post_word(hall, "uno", ANA)  # type: ignore[arg-type]
    assert not place_claims.is_post_word(hall, "uno", ANA, right)  # type: ignore[arg-type]


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("access", [OPEN, CLOSED])
def test_a_newcomer_is_named_by_his_table_and_place_and_by_lot_where_that_is_not_his_alone(
    access: StaffAccess, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, lots = Hall(access), iter(["aaaa", "bbbb", "cccc", "dddd", "eeee"])
    monkeypatch.setattr(secrets, "token_hex", lambda size: next(lots) if size == 2 else "")
    table, seated = "m" * 33, "m" * 26 + "-de-pie-dddd"
    monkeypatch.setattr(place_claims, "is_in_hall", lambda tables, person: bool(tables) and person == seated)
    first = place_claims.newcomer_name(hall, table, 3)  # type: ignore[arg-type]
    assert first == ("m" * 32 + "-j3" if access is OPEN else "m" * 30 + "-j3-aaaa")
    hall.sessions.open(table, first)
    hall.sessions.open(table, "m" * 30 + "-j3-bbbb")
    if access is OPEN:
        next(lots)
    second = place_claims.newcomer_name(hall, table, 3)  # type: ignore[arg-type]
    assert second == "m" * 30 + "-j3-cccc", "what somebody has is given to nobody else"
    third = place_claims.standing_name(hall, table)  # type: ignore[arg-type]
    assert third == (seated if access is OPEN else "m" * 26 + "-de-pie-eeee")


# --- keys and sessions of the staff -----------------------------------------------------------------------------------


@pytest.mark.parametrize("given", [KEY, KEY[:-1], "", None, 7, "\ud800"])
def test_a_post_opens_to_its_key_or_to_everybody_or_to_nobody(given: object, told: list[Any]) -> None:
    right = given == KEY
    assert [one.may_come_in(given) for one in (CLOSED, OPEN, KEYLESS)] == [right, True, False]
    hall = Hall()
    assert staff_access.may_enter_as_staff(asked(), hall, given) is right  # type: ignore[arg-type]
    assert told == ([("wrong-key", {"address": "192.0.2.7"})] if given and not right else [])
    assert staff_access.may_enter_as_staff(asked(), Hall(OPEN), given)  # type: ignore[arg-type]
    assert len(told) == int(bool(given) and not right)


# --- a house with accounts -------------------------------------------------------------------------------------------


def account(name: str, *grants: Grant, state: AccountState = AccountState.ACTIVE) -> Account:
    return Account(name, PersonId(f"staff-{name[0] * 32}"), state, frozenset(grants))


def people() -> HousePeople:
    kept = MemoryAccounts(
        [
            account("dora", Grant(Role.DIRECTOR)),
            account("cruz", Grant(Role.CROUPIER, "uno")),
            account("blas", Grant(Role.CROUPIER), state=AccountState.SUSPENDED),
        ]
    )
    staff = Staff(kept, StaffSessions(lambda: 0.0), lambda: 0.0, passwords=QUICK)
    return HousePeople("Casa", staff, Players(lambda: 0.0), lambda: 0.0)


def test_a_session_lives_with_the_login_of_its_own_person_and_no_longer() -> None:
    house = people()
    hall: Any = Hall(people=house)
    table = SimpleNamespace(id="uno", view=lambda person: None)
    token = house.staff.sessions.begin("dora")
    mine = Session("uno", DORA, 0.0, is_staff=True, login=digest(token))
    others = Session("uno", PersonId("staff-" + "c" * 32), 0.0, is_staff=True, login=digest(token))
    ended = (401, "no-session", "login-ended")
    ask = staff_access.require_staff_session
    assert [problem(ask, hall, table, one) for one in (mine, others)] == [None, ended]
    assert problem(ask, Hall(), table, mine) == ended
    house.staff.sessions.end(token)
    assert problem(ask, hall, table, mine) == ended


def shown(**cookies: str) -> Any:
    return SimpleNamespace(cookies={f"tapete-{name}": value for name, value in cookies.items()})


def test_whoever_has_logged_in_is_asked_for_one_of_the_posts_of_the_house_that_are_named() -> None:
    house = people()
    house.staff.accounts.put(account("caja", Grant(Role.CASHIER), Grant(Role.DIRECTOR, "uno")))
    hall: Any = Hall(people=house)
    token = house.staff.sessions.begin("caja")
    browser, ask = shown(staff=token), identity.require_account
    assert ask(browser, hall).name == "caja"
    assert ask(browser, hall, Role.DIRECTOR, Role.CASHIER).name == "caja"
    assert ask(browser, hall, Role.CASHIER).name == "caja"
    assert problem(ask, browser, hall, Role.DIRECTOR) == (403, "post-not-granted", "")
    for one in (shown(), shown(staff=""), shown(staff="mal"), shown(player=token)):
        assert problem(ask, one, hall) == problem(ask, one, hall, Role.CASHIER) == (401, "no-login", "")
    assert identity.login_of(browser) == digest(token)
    assert identity.login_of(shown()) == digest("")
    ana = house.players.register("Ana")
    assert ana is not None
    word = house.players.remember(ana.person)
    found = [identity.player_of(one, hall) for one in (shown(player=word), shown(player="mal"), shown(staff=word))]
    assert found == [ana, None, None]


@pytest.mark.parametrize(
    ("roles", "table", "found"),
    [
        ((), "uno", None),
        ((Role.CROUPIER,), "uno", None),
        ((Role.CROUPIER,), "dos", (403, "post-not-granted", "")),
        ((Role.CROUPIER, Role.TABLE_CHIEF), "uno", (403, "post-not-granted", "")),
        (None, "uno", None),
    ],
)
def test_whoever_holds_a_post_that_his_account_was_not_given_does_nothing_with_his_session(
    monkeypatch: pytest.MonkeyPatch, roles: tuple[Role, ...] | None, table: str, found: Problem | None
) -> None:
    monkeypatch.setattr(staff_access, "TableView", SimpleNamespace)
    house = people()
    person = PersonId("staff-" + "c" * 32)
    session = Session(table, person, 0.0, is_staff=True, login=digest(house.staff.sessions.begin("cruz")))
    me = None if roles is None else SimpleNamespace(roles=roles)
    seen: Any = SimpleNamespace(id=table, view=lambda viewer: SimpleNamespace(me=me if viewer == person else None))
    assert problem(staff_access.require_staff_session, Hall(people=house), seen, session) == found
    held = [staff_access.posts_of(seen, one) for one in (person, EVA)]
    assert held == [frozenset(roles or ()), frozenset()]
    bare: Any = SimpleNamespace(id=table, view=lambda viewer: object())
    assert staff_access.posts_of(bare, person) == frozenset()
    assert problem(staff_access.require_staff_session, Hall(people=house), bare, session) is None


@pytest.mark.parametrize("touch", [None, False, True])
def test_what_its_bearer_does_himself_keeps_his_login_open(touch: bool | None) -> None:
    now = [0.0]
    staff = Staff(MemoryAccounts([account("dora")]), StaffSessions(lambda: now[0]), lambda: now[0], passwords=QUICK)
    hall: Any = Hall(people=HousePeople("Casa", staff, Players(lambda: 0.0), lambda: 0.0))
    table: Any = SimpleNamespace(id="uno", view=lambda viewer: None)
    token = staff.sessions.begin("dora")
    session = Session("uno", DORA, 0.0, is_staff=True, login=digest(token))
    now[0] += IDLE_S - 1
    how = {} if touch is None else {"touch": touch}
    staff_access.require_staff_session(hall, table, session, **how)
    now[0] += 1
    assert (staff.bearer(token) is not None) is bool(touch)


@pytest.mark.parametrize(
    ("told_name", "found"),
    [
        ("dora", "dora"),
        (" dora ", "dora"),
        ("staff-" + "d" * 32, "dora"),
        ("Dora", None),
        ("", None),
        ("staff-d", None),
    ],
)
def test_an_account_is_named_by_its_name_or_its_pseudonym(told_name: str, found: str | None) -> None:
    named = account_named(people(), told_name)
    assert (None if named is None else named.name) == found


@pytest.mark.parametrize(
    ("person", "role", "table", "may"),
    [
        ("staff-" + "c" * 32, "croupier", "uno", True),
        ("staff-" + "c" * 32, "croupier", "dos", False),
        ("staff-" + "c" * 32, "director", "uno", False),
        ("staff-" + "c" * 32, "king", "uno", False),
        ("staff-" + "d" * 32, "director", "", True),
        ("staff-" + "d" * 32, "director", "uno", True),
        ("staff-" + "b" * 32, "croupier", "uno", False),
        ("cruz", "croupier", "uno", False),
        (" staff-" + "c" * 32, "croupier", "uno", False),
        ("p-" + "1" * 32, "croupier", "uno", False),
    ],
)
def test_whoever_is_sent_to_a_post_has_an_account_that_was_given_it(
    person: str, role: str, table: str, may: bool
) -> None:
    assert may_be_sent(people(), person, role, table) is may
    assert may_be_sent(None, person, role, table)
    relief = {"act": "relieve", "person": person, "role": role}
    found = problem(require_may_be_sent, people(), table, relief)
    assert found == (None if may else (403, "post-not-granted", "pseudonym"))
    assert problem(require_may_be_sent, None, table, relief) is None
    assert problem(require_may_be_sent, people(), table, relief | {"act": "sit"}) is None


def test_the_four_signs_of_a_player_tell_him_apart_and_nobody_else_has_any() -> None:
    asked_of = ["p-" + "0af1" + "2" * 28, "staff-" + "0af1" + "2" * 28, "p-0af1", "ana", ""]
    assert [mark_of(one) for one in asked_of] == ["0af1", "", "", "", ""]


def test_a_form_names_a_player_or_for_a_post_an_account_and_is_read_as_his_pseudonym() -> None:
    house = people()
    ana, bea, other = (house.players.register(one) for one in ("Ana", "Bea", "bea"))
    assert ana is not None
    assert bea is not None
    assert other is not None

    def read(person: str, **more: str) -> str | tuple[int, str, str]:
        try:
            return with_pseudonym(house, {"person": person, "act": "x", **more}, "es")["person"]
        except ProblemError as error:
            return error.problem.status, error.problem.code, error.said

    assert read("ana") == read(" ÁNA ") == read(f"Ana {mark_of(ana.person)}") == ana.person
    assert read(f"bea {mark_of(other.person)}") == other.person
    assert read(ana.person) == ana.person
    nobody, several = read("nadie"), read("bea")
    assert nobody[:2] == several[:2] == (400, "malformed")
    assert nobody[2] != several[2]
    assert nobody == read("ana", role="croupier") == read("dora") == read("")
    assert read("cruz", role="croupier") == "staff-" + "c" * 32
    fields = {"person": "ana", "act": "x"}
    assert with_pseudonym(house, fields, "es") == fields | {"person": str(ana.person)}
    assert with_pseudonym(None, fields, "es") == fields
    assert with_pseudonym(house, {"act": "x"}, "es") == {"act": "x"}
