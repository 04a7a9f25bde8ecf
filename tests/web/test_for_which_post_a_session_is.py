"""Whether a session may be used for what its person does at a table: each way in which it was begun, with each thing
that has become of its person since.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.kernel import PersonId
from tapete.people.accounts import Account, AccountState, Grant
from tapete.table.staff import Role
from tapete.table.state import TableView
from tapete.web import staff_access
from tapete.web.problems import ProblemError
from tapete.web.sessions import Session
from tapete.web.staff_access import (
    StaffAccess,
    is_on_duty,
    is_post_lost,
    is_staff_session,
    posts_of,
    require_post_kept,
    require_staff_session,
)

ANA, KEY = PersonId("ana"), "llave"
CLOSED, OPEN, SHUT = StaffAccess(key=KEY), StaffAccess(is_open=True), StaffAccess()


def table(*roles: Role, me: bool = True) -> Any:
    """Return a table at which Ana has posts, and at which nobody else is anybody."""
    seen = dict.fromkeys(one for one in vars(TableView) if not one.startswith("_"))

    def view(viewer: PersonId) -> Any:
        return SimpleNamespace(**seen | {"me": SimpleNamespace(roles=roles) if me and viewer == ANA else None})

    return SimpleNamespace(id="mesa", view=view)


def code(what: Any, *given: Any, **how: Any) -> str:
    """Return why something is refused, with its case; nothing where it is not."""
    try:
        what(*given, **how)
    except ProblemError as error:
        return f"{error.problem.status} {error.problem.code} {error.case}".strip()
    return ""


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (table(), frozenset()),
        (table(me=False), frozenset()),
        (table(Role.CROUPIER), {Role.CROUPIER}),
        (table(Role.CROUPIER, Role.INSPECTOR), {Role.CROUPIER, Role.INSPECTOR}),
        (SimpleNamespace(view=lambda viewer: SimpleNamespace(me=SimpleNamespace(roles=[Role.CROUPIER]))), frozenset()),
    ],
)
def test_the_posts_of_a_person_are_those_that_his_table_shows_him(where: Any, found: set[Role]) -> None:
    assert posts_of(where, ANA) == found
    assert is_on_duty(where, ANA) is bool(found)


@pytest.mark.parametrize(
    ("access", "person", "key", "on_duty", "found"),
    [
        (CLOSED, ANA, None, False, False),
        (CLOSED, ANA, KEY, False, True),
        (CLOSED, ANA, "mal", False, False),
        (CLOSED, ANA, KEY, True, True),
        (CLOSED, ANA, None, True, "403 post-needs-key staff-key"),
        (CLOSED, ANA, 7, True, "403 post-needs-key staff-key"),
        (CLOSED, "bot-ana", KEY, False, "403 machine-person"),
        (SHUT, ANA, "", False, False),
        (SHUT, ANA, "", True, "403 post-needs-key staff-key"),
        (OPEN, ANA, None, False, False),
        (OPEN, ANA, None, True, True),
        (OPEN, "bot-ana", None, False, "403 machine-person"),
    ],
)
def test_a_new_session_is_for_a_post_by_the_key_or_by_open_doors(
    access: StaffAccess, person: str, key: object, on_duty: bool, found: bool | str
) -> None:
    where = table(*([Role.CROUPIER] if on_duty else []))
    try:
        told: object = is_staff_session(access, where, person, key)
    except ProblemError as error:
        told = f"{error.problem.status} {error.problem.code} {error.case}".strip()
    assert told == found


@pytest.mark.parametrize(
    ("access", "begun", "on_duty", "is_lost"),
    [
        (CLOSED, {"is_staff": True}, False, True),
        (CLOSED, {"is_staff": True}, True, False),
        (CLOSED, {}, False, False),
        (CLOSED, {"is_staff": True, "is_for_player": True}, False, False),
        (CLOSED, {"is_staff": True, "login": "d"}, False, False),
        (OPEN, {"is_staff": True}, False, False),
    ],
)
@pytest.mark.parametrize("plays", [False, True])
def test_a_session_for_a_post_is_not_a_players_after_the_post_is_lost(
    monkeypatch: pytest.MonkeyPatch, access: StaffAccess, begun: Any, on_duty: bool, is_lost: bool, plays: bool
) -> None:
    monkeypatch.setattr(
        staff_access, "is_player_in_hall", lambda tables, person: plays and (tables, person) == (1, ANA)
    )
    where, session = table(*([Role.CROUPIER] if on_duty else [])), Session("mesa", ANA, 0.0, **begun)
    people: Any = SimpleNamespace(staff=SimpleNamespace(bearer_by_digest=lambda key, *, touch: ACCOUNT))
    state: Any = SimpleNamespace(staff_access=access, hall=SimpleNamespace(tables=1), people=people)
    assert is_post_lost(state, where, session) is is_lost
    assert code(require_post_kept, state, where, session) == ("403 post-needs-key lost" if is_lost else "")
    no = "403 post-needs-key lost" if is_lost and plays else ""
    assert code(require_staff_session, state, where, session) == no


ACCOUNT = Account("luz", ANA, AccountState.ACTIVE, frozenset({Grant(Role.CROUPIER, "mesa"), Grant(Role.INSPECTOR)}))
OTHER = Account("eva", PersonId("eva"), AccountState.ACTIVE, frozenset({Grant(Role.CROUPIER)}))
AWAY = Account("luz", ANA, AccountState.ACTIVE, frozenset({Grant(Role.CROUPIER, "otra")}))
ENDED, NOT_GRANTED, NO_KEY = "401 no-session login-ended", "403 post-not-granted", "403 post-needs-key"


@pytest.mark.parametrize(
    ("begun", "where", "account", "no"),
    [
        ({"is_staff": True, "login": "d"}, table(Role.CROUPIER), ACCOUNT, ""),
        ({"is_staff": True, "login": "d"}, table(Role.CROUPIER, Role.INSPECTOR), ACCOUNT, ""),
        ({"is_staff": True, "login": "d"}, table(Role.INSPECTOR, Role.DIRECTOR), ACCOUNT, NOT_GRANTED),
        ({"is_staff": True, "login": "d"}, table(Role.DIRECTOR, Role.INSPECTOR), ACCOUNT, NOT_GRANTED),
        ({"is_staff": True, "login": "d"}, table(Role.CROUPIER), AWAY, NOT_GRANTED),
        ({"is_staff": True, "login": "d"}, table(), AWAY, ""),
        ({"is_staff": True, "login": "d"}, table(me=False), AWAY, ""),
        ({"is_staff": True, "login": "d"}, table(Role.CROUPIER), OTHER, ENDED),
        ({"is_staff": True, "login": "d"}, table(Role.CROUPIER), None, ENDED),
        ({"is_staff": True, "login": "x"}, table(Role.CROUPIER), ACCOUNT, ENDED),
        ({"login": "d"}, table(Role.CROUPIER), ACCOUNT, ""),
        ({}, table(Role.CROUPIER), None, NO_KEY),
        ({}, table(), None, ""),
        ({"is_staff": True}, table(Role.CROUPIER), None, ""),
    ],
)
@pytest.mark.parametrize("touch", [None, False, True])
def test_a_session_acts_for_the_posts_of_its_login_while_that_lasts(
    begun: Any, where: Any, account: Account | None, no: str, touch: bool | None
) -> None:
    touched: list[bool] = []

    def bearer(key: str, *, touch: bool) -> Account | None:
        touched.append(touch)
        return account if key == "d" else None

    people: Any = SimpleNamespace(staff=SimpleNamespace(bearer_by_digest=bearer))
    state: Any = SimpleNamespace(staff_access=CLOSED, hall=SimpleNamespace(tables={}), people=people)
    how = {} if touch is None else {"touch": touch}
    assert code(require_staff_session, state, where, Session("mesa", ANA, 0.0, **begun), **how) == no
    assert touched == ([touch is True] if "login" in begun else [])
    if "login" in begun:
        state.people = None
        assert code(require_staff_session, state, where, Session("mesa", ANA, 0.0, **begun)) == ENDED
